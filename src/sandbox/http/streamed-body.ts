/** A body that is made while it is read, for what is too large to hold. */
export interface StreamedBody {
  readonly open: () => ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Bytes in all; `Infinity` when nobody knows before the end. */
  readonly size: number;
  /** Whether `Content-Length` tells the size; without it the body goes out in chunks. */
  readonly announced: boolean;
}

export type Body = Uint8Array<ArrayBuffer> | StreamedBody | null;

export function bodyStream(body: Body): ReadableStream<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer> | null {
  return body === null || body instanceof Uint8Array ? body : body.open();
}

/** The start of a body, for answers that break off. */
export async function* firstBytes(body: Body, keep: number): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  if (body === null) return;
  if (body instanceof Uint8Array) {
    yield body.slice(0, keep);
    return;
  }
  const reader = body.open().getReader();
  try {
    for (let left = keep; left > 0; ) {
      const { value, done } = await reader.read();
      if (done) return;
      yield value.slice(0, left);
      left -= value.length;
    }
  } finally {
    await reader.cancel();
  }
}

/** A body that is made while it is read, for what is too large to hold. */
export interface StreamedBody {
  readonly open: () => ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Bytes in all; `Infinity` when nobody knows before the end. */
  readonly size: number;
  /** Whether `Content-Length` tells the size; without it the body goes out in chunks. */
  readonly announced: boolean;
}

export type Body = Uint8Array<ArrayBuffer> | StreamedBody | null;

/** Asked by what it has: in a page that Node simulates, bytes need not be of the `Uint8Array` of this module. */
export function isStreamed(body: Uint8Array<ArrayBuffer> | StreamedBody): body is StreamedBody {
  return 'open' in body;
}

export function bodyStream(body: Body): ReadableStream<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer> | null {
  return body !== null && isStreamed(body) ? body.open() : body;
}

/** The whole body, which the runtime cuts as it likes. */
export function streamOf(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
}

/** The start of a body, for answers that break off. */
export async function* firstBytes(body: Body, keep: number): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  if (body === null) return;
  if (!isStreamed(body)) {
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

/** A body that is made while it is read, for bodies too large to hold. */
export interface StreamedBody {
  readonly open: () => ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Total size in bytes. `Infinity` if it is unknown before the end. */
  readonly size: number;
  /** Whether `Content-Length` announces the size. Otherwise the body is sent in chunks. */
  readonly announced: boolean;
}

export type Body = Uint8Array<ArrayBuffer> | StreamedBody | null;

/** Checks for a property: in a simulated page, bytes may not be instances of this module's `Uint8Array`. */
export function isStreamed(body: Uint8Array<ArrayBuffer> | StreamedBody): body is StreamedBody {
  return 'open' in body;
}

export function bodyStream(body: Body): ReadableStream<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer> | null {
  return body !== null && isStreamed(body) ? body.open() : body;
}

/** A stream of the whole body. The runtime decides how to cut it. */
export function streamOf(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
}

/** The first bytes of a body, for responses that break off. */
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

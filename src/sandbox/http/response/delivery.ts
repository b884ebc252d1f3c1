import { gunzip } from '../body/gzip.js';
import { bodyStream, firstBytes } from '../body/streamed-body.js';
import type { Encoded } from './encode.js';

/** How a response leaves the sandbox: over a socket (`server/server.ts`) or as a `Response` (`create-sandbox.ts`). */
export type Delivery =
  | { readonly kind: 'complete'; readonly encoded: Encoded }
  | { readonly kind: 'slow'; readonly encoded: Encoded; readonly milliseconds: number; readonly pieces: number }
  | { readonly kind: 'truncated'; readonly encoded: Encoded; readonly keep: number }
  | { readonly kind: 'dropped' };

/** The connection ended without a response. The message is that of Node's `fetch`. */
export class DroppedError extends TypeError {
  constructor() {
    super('fetch failed');
  }
}

/** Waits until the time is over or the caller leaves. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const finish = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    };
    // Infinity is a stall. It gets no timer, since a timer would keep the process alive.
    const timer = milliseconds === Infinity ? undefined : setTimeout(finish, milliseconds);
    signal.addEventListener('abort', finish, { once: true });
  });
}

/** The whole response, or one whose body arrives in pieces. */
export function toResponse(delivery: Extract<Delivery, { kind: 'complete' | 'slow' }>): Response {
  const { status, headers, body } = delivery.encoded;
  const content = bodyStream(body);
  if (delivery.kind === 'complete' || content === null) return new Response(content, { status, headers });
  const { pieces, milliseconds } = delivery;
  const slowed =
    'getReader' in content ? delayChunks(content, milliseconds / pieces) : inPieces(content, pieces, milliseconds);
  return new Response(slowed, { status, headers });
}

/** A body that breaks off, for callers without a socket. Node's `fetch` reports a cut connection in the same way. */
export function toBrokenResponse({ encoded, keep }: Extract<Delivery, { kind: 'truncated' }>): Response {
  const { status, headers } = encoded;
  const chunks = firstBytes(encoded.body, keep);
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await chunks.next();
      if (done) controller.error(new TypeError('terminated'));
      else controller.enqueue(value);
    },
    cancel: async () => void (await chunks.return()),
  });
  return new Response(body, { status, headers });
}

/** Decodes the body for callers without a socket, as the global `fetch` does. */
export function decodeResponse(response: Response): Response {
  if (response.headers.get('Content-Encoding') !== 'gzip' || response.body === null) return response;
  const headers = new Headers(response.headers);
  headers.delete('Content-Encoding');
  headers.delete('Content-Length');
  return new Response(gunzip(response.body), { status: response.status, headers });
}

/** Delays each chunk. A streamed body already comes in pieces. */
function delayChunks(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  milliseconds: number,
): ReadableStream<Uint8Array> {
  const never = new AbortController();
  return stream.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array>({
      async transform(chunk, controller) {
        await pause(milliseconds, never.signal);
        controller.enqueue(chunk);
      },
    }),
  );
}

function inPieces(bytes: Uint8Array, pieces: number, milliseconds: number): ReadableStream<Uint8Array> {
  const size = Math.max(1, Math.ceil(bytes.byteLength / pieces));
  const stop = new AbortController();
  let at = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      await pause(milliseconds / pieces, stop.signal);
      if (stop.signal.aborted) return;
      if (at >= bytes.byteLength) return controller.close();
      controller.enqueue(bytes.slice(at, at + size));
      at += size;
    },
    cancel: () => stop.abort(),
  });
}

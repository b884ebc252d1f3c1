import { gunzip } from '../body/gzip.js';
import { type Body, bodyStream, firstBytes, isStreamed, streamOf } from '../body/streamed-body.js';
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
  const content =
    delivery.kind === 'complete' || body === null
      ? bodyStream(body)
      : inPieces(body, delivery.pieces, delivery.milliseconds);
  return new Response(content, { status, headers });
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

/** Waits before each piece, which may be several chunks of a stream. If its size is unknown, each chunk is a piece. */
function inPieces(body: Exclude<Body, null>, pieces: number, milliseconds: number): ReadableStream<Uint8Array> {
  const [stream, size] = isStreamed(body) ? [body.open(), body.size] : [streamOf(body), body.byteLength];
  const reader = stream.getReader();
  const stop = new AbortController();
  let chunk = new Uint8Array();
  let leftOfPiece = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (chunk.byteLength === 0) {
        const { value, done } = await reader.read();
        if (done) return controller.close();
        chunk = value;
      }
      if (leftOfPiece === 0) {
        await pause(milliseconds / pieces, stop.signal);
        if (stop.signal.aborted) return;
        leftOfPiece = size === Infinity ? chunk.byteLength : Math.ceil(size / pieces);
      }
      const sent = chunk.slice(0, leftOfPiece);
      chunk = chunk.subarray(sent.byteLength);
      leftOfPiece -= sent.byteLength;
      controller.enqueue(sent);
    },
    async cancel() {
      stop.abort();
      await reader.cancel();
    },
  });
}

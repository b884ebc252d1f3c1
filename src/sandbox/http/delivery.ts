import type { Encoded } from './encode.js';

/** How an answer leaves the sandbox: over a socket (`server.ts`) or as a `Response` (`sandbox.ts`). */
export type Delivery =
  | { readonly kind: 'answer'; readonly encoded: Encoded }
  | { readonly kind: 'slow'; readonly encoded: Encoded; readonly milliseconds: number; readonly pieces: number }
  | { readonly kind: 'truncated'; readonly encoded: Encoded; readonly keep: number }
  | { readonly kind: 'dropped' };

/** Waits, but no longer than the caller does. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    // Infinity is a stall: no timer, which would keep the process alive.
    const timer = milliseconds === Infinity ? undefined : setTimeout(done, milliseconds);
    signal.addEventListener('abort', done, { once: true });
  });
}

/** The whole answer, or one that arrives in pieces. */
export function toResponse(delivery: Extract<Delivery, { kind: 'answer' | 'slow' }>): Response {
  const { status, headers, bytes } = delivery.encoded;
  if (delivery.kind === 'answer' || bytes === null) return new Response(bytes, { status, headers });
  return new Response(inPieces(bytes, delivery.pieces, delivery.milliseconds), { status, headers });
}

/** A body that breaks off, for callers without a socket; Node's fetch reports a cut connection the same way. */
export function toBrokenResponse({ encoded, keep }: Extract<Delivery, { kind: 'truncated' }>): Response {
  const { status, headers, bytes } = encoded;
  let sent = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent) return controller.error(new TypeError('terminated'));
      sent = true;
      controller.enqueue((bytes ?? new Uint8Array()).slice(0, keep));
    },
  });
  return new Response(body, { status, headers });
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

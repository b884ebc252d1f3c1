import { whenGarbage } from '../runtime/garbage.js';
import { hidesReasons } from '../runtime/globals.js';
import { charsetOf, contentLength, textDecoder } from './body.js';
import { type PendingResponse, textOf } from './call.js';
import { downloadsOf } from './count-downloads.js';
import type { SafeLogger } from './logger.js';
import { OpenBody } from './open-body.js';
import type { TransportStream } from './request.js';

export { unfold } from './unfold.js';

/** Files of up to this many bytes are read ahead, so that they hold no connection while nothing reads them. */
const small = 64 * 1024;

/** A body that is read by its stream. */
interface OpenStream {
  /** Holds its connection until it ends, fails, is cancelled or is garbage-collected. */
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Ends the body, even while it is read. */
  cancel(reason?: unknown): void;
}

/** Opens the body of a successful response as a stream. */
export function openStream(pending: PendingResponse): TransportStream {
  const { response, call } = pending;
  const { request, settings, stats } = call;
  const { status, headers } = response;
  const encoding = encodingOf(response);
  const length = contentLength(headers);
  const downloads = downloadsOf(settings.throttle);
  const open = new OpenBody(pending, downloads.count());
  if ((length ?? request.size ?? Number.POSITIVE_INFINITY) <= small) void open.readAhead(small);
  else downloads.reportHeldConnections(settings.logger);
  // A body that came as text is UTF-8, even if its type names another charset.
  const charset = open.isText ? 'utf-8' : charsetOf(headers.get('content-type'));
  return {
    status,
    url: request.url,
    headers,
    length: encoding === 'none' ? length : undefined,
    encoding,
    charset,
    decode: (bytes) => textOf(() => textDecoder(charset).decode(bytes), pending),
    attempts: stats.attempts,
    waited: stats.waited,
    ...streamOf(open, settings.logger),
  };
}

/** `fetch` decodes a content encoding. `Content-Length` is then not the number of bytes that can be read. */
function encodingOf({ headers, type }: Response): TransportStream['encoding'] {
  const encoding = (headers.get('content-encoding') ?? '').trim().toLowerCase();
  if (encoding !== '' && encoding !== 'identity') return 'unpacked';
  // For a response from another origin, a page can read the length, but not whether the body was compressed.
  return type === 'cors' && hidesReasons() ? 'hidden' : 'none';
}

function streamOf(open: OpenBody, logger: SafeLogger | undefined): OpenStream {
  // Only the stream refers to it, so it becomes garbage together with the stream and its readers.
  const handle = {
    next: () => open.next(),
    cancel: (reason: unknown) => open.cancel(reason),
  };
  cancelIfDropped(handle, { open, logger });
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const piece = await handle.next();
        if (piece === undefined) controller.close();
        else controller.enqueue(piece);
      },
      cancel: (reason) => handle.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return { body, cancel: (reason) => open.cancel(reason) };
}

interface Dropped {
  readonly open: OpenBody;
  readonly logger: SafeLogger | undefined;
}

let register: ((handle: object, held: Dropped) => void) | undefined;

// Created on first use: bundlers keep a module with side effects in programs that do not use it.
function cancelIfDropped(handle: object, held: Dropped): void {
  register ??= whenGarbage(({ open, logger }: Dropped) => {
    if (open.hasEnded) return;
    logger?.warn(
      'A download was dropped before its end, and held its connection until garbage collection. Read it to its end, or `cancel()` it.',
    );
    open.cancel();
  });
  register(handle, held);
}

import { hidesReasons, whenGarbage } from '../runtime/globals.js';
import { charsetOf, contentLength, textDecoder } from './body.js';
import { type PendingResponse, textOf } from './call.js';
import type { SafeLogger } from './logger.js';
import { OpenBody } from './open-body.js';
import { countDownload, reportHeldConnections } from './open-downloads.js';
import type { TransportStream } from './request.js';

/** Bytes of a file that is read ahead, so that it holds no connection while it is not read. */
const small = 64 * 1024;

/** A body that is read by its stream. */
interface OpenStream {
  /** Holds its connection until it ends, fails, is cancelled or is garbage. */
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Ends it, also while it is read. */
  cancel(reason?: unknown): void;
}

/** A good response whose body is read by its stream. */
export function openStream(pending: PendingResponse): TransportStream {
  const { response, call } = pending;
  const { request, settings, stats } = call;
  const { status, headers } = response;
  const encoding = encodingOf(response);
  const length = contentLength(headers);
  const open = new OpenBody(pending, countDownload(settings.throttle));
  if ((length ?? request.size ?? Number.POSITIVE_INFINITY) <= small) void open.readAhead(small);
  else reportHeldConnections(settings);
  // A body that came as text is UTF-8, whatever its type states.
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

/** `fetch` decodes a content encoding, so `Content-Length` is not the number of bytes that it gives. */
function encodingOf({ headers, type }: Response): TransportStream['encoding'] {
  const encoding = (headers.get('content-encoding') ?? '').trim().toLowerCase();
  if (encoding !== '' && encoding !== 'identity') return 'unpacked';
  // A page sees the length of a response from another origin, but not that it was packed.
  return type === 'cors' && hidesReasons() ? 'hidden' : 'none';
}

function streamOf(open: OpenBody, logger: SafeLogger): OpenStream {
  // Only the stream holds it: it is garbage when the stream and its readers are.
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
  readonly logger: SafeLogger;
}

let register: ((handle: object, held: Dropped) => void) | undefined;

// Made on first use: bundlers keep a module with side effects in programs that do not use it.
function cancelIfDropped(handle: object, held: Dropped): void {
  register ??= whenGarbage(({ open, logger }: Dropped) => {
    if (open.hasEnded) return;
    logger.warn(
      'A download was dropped before its end, and held its connection until garbage collection. Read it to its end, or `cancel()` it.',
    );
    open.cancel();
  });
  register(handle, held);
}

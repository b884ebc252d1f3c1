import { whenGarbage } from '../runtime/globals.js';
import type { PendingResponse } from './call.js';
import type { SafeLogger } from './logger.js';
import { OpenBody } from './open-body.js';
import { countDownload, reportHeldConnections } from './open-downloads.js';

/** Bytes of a file that is read ahead, so that it holds no connection while it is not read. */
const small = 64 * 1024;

/** A body that is read by its stream. */
export interface OpenStream {
  /** Holds its connection until it ends, fails, is cancelled or is garbage. */
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** `true` if its pieces are UTF-8, whatever its type states. */
  readonly isText: boolean;
  /** Ends it, also while it is read. */
  cancel(reason?: unknown): void;
}

/** @param size expected bytes; `undefined` if unknown */
export function openStream(pending: PendingResponse, size: number | undefined): OpenStream {
  const { settings } = pending.call;
  const open = new OpenBody(pending, countDownload(settings.throttle));
  if (size !== undefined && size <= small) void open.readAhead(small);
  else reportHeldConnections(settings);
  return streamOf(open, settings.logger);
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
  return { body, isText: open.isText, cancel: (reason) => open.cancel(reason) };
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
      'A download was dropped before its end, and held its connection until it was garbage. Read it to its end, or `cancel()` it.',
    );
    open.cancel();
  });
  register(handle, held);
}

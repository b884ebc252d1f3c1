import { type Application, connect, type Fetch } from 'care-platform';
import { onTestFinished, vi } from 'vitest';
import { applicationDocument, baseUrl } from '../support/documents.js';

/** What a platform serves as a file. */
export interface Served {
  readonly headers?: Record<string, string>;
  /** Pieces of each file; without an end if it is `endless`. */
  readonly pieces?: readonly string[];
  readonly endless?: boolean;
  /** No file is there before it. */
  readonly from?: Promise<void>;
}

let origins = 0;

/** A platform of its own, so that its places are too, which serves files and says `1` at `/x`. */
export async function filePlatform({ headers = {}, pieces = ['abc', 'de'], endless = true, from }: Served = {}) {
  const root = baseUrl.replace('care', `care${origins++}`);
  const warnings: string[] = [];
  const cancelled = vi.fn();
  const file = () => {
    const waiting = [...pieces];
    return new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          const piece = waiting.shift();
          if (piece !== undefined) controller.enqueue(new TextEncoder().encode(piece));
          else if (!endless) controller.close();
          return piece === undefined && endless ? new Promise(() => undefined) : undefined;
        },
        cancel: cancelled,
      },
      { highWaterMark: 0 },
    );
  };
  const fetch: Fetch = async (url) => {
    if (url === root) return Response.json(applicationDocument({}, root));
    if (url.endsWith('/x')) return Response.json(1);
    await from;
    return new Response(file(), { headers });
  };
  const care = await connect({
    baseUrl: root,
    token: 'x',
    fetch,
    retry: 0,
    throttle: { connections: 3 },
    logger: { warn: (message) => void warnings.push(message) },
  });
  onTestFinished(() => care.close());
  const open = (size?: number) => care.file({ url: `${root}/files/1`, ...(size !== undefined && { size }) });
  return { care, open, warnings, cancelled, idle: () => care.throttle.stats().running === 0 };
}

/** A call that is no download. */
export const ask = (care: Application) => care.request({ url: 'x' });

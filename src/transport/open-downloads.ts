import type { ConnectionSettings } from './call.js';
import type { Throttle } from './throttle/throttle.js';

interface Downloads {
  open: number;
  isReported: boolean;
}

const downloads = new WeakMap<Throttle, Downloads>();

/** Counts a download that holds a connection. The returned function must be called when it ends. */
export function countDownload(throttle: Throttle): () => void {
  const count = downloads.get(throttle) ?? { open: 0, isReported: false };
  downloads.set(throttle, count);
  count.open++;
  return () => {
    count.open--;
    count.isReported = false;
  };
}

/** Warns if calls wait while open downloads hold all connections. They may wait forever, and nothing else shows why. */
export function reportHeldConnections({ throttle, logger }: ConnectionSettings): void {
  const count = downloads.get(throttle);
  if (count === undefined || count.open === 0 || count.isReported) return;
  const { queued, running, connections } = throttle.stats();
  if (connections === undefined || queued === 0 || running < connections || count.open < connections) return;
  count.isReported = true;
  logger.warn(
    `Open downloads hold all ${connections} connections, and calls wait. Read each to its end, or \`cancel()\` it.`,
  );
}

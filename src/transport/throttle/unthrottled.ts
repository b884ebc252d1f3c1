import type { Permit, Throttle } from './interface.js';

/** What `throttle: false` means: it counts, but holds nothing back. */
export function unthrottled(): Throttle {
  let running = 0;
  let sent = 0;
  let refused = 0;
  return {
    async acquire({ signal } = {}): Promise<Permit> {
      signal?.throwIfAborted();
      running++;
      sent++;
      let isHeld = true;
      const release = () => {
        if (isHeld) running--;
        isHeld = false;
      };
      return { waited: 0, release };
    },
    refused() {
      refused++;
    },
    release() {},
    stats: () => ({ queued: 0, running, sent, refused, waited: 0, requestsPerSecond: Number.POSITIVE_INFINITY }),
  };
}

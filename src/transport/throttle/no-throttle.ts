import type { Permit, Throttle } from './interface.js';

/** The throttle for `throttle: false`. It counts, but delays nothing. */
export function noThrottle(): Throttle {
  let running = 0;
  let sent = 0;
  let rateLimited = 0;
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
    rateLimited() {
      rateLimited++;
    },
    release() {},
    stats: () => ({ queued: 0, running, sent, rateLimited, waited: 0, requestsPerSecond: Number.POSITIVE_INFINITY }),
  };
}

import { pause } from '../../async/abort.js';
import { clock } from '../../async/clock.js';
import type { OpenThrottle, Permit } from './interface.js';
import { longestRequestedPause } from './pacing.js';

/** If the platform requests none: a third of the time in which its bucket drains. */
const ownPause = 333;

/** The throttle for `throttle: false`. It counts, and pauses after a 429, but delays nothing else. */
export function noThrottle(): OpenThrottle {
  let pausedUntil = 0;
  let running = 0;
  let sent = 0;
  let rateLimited = 0;
  return {
    delaysNothing: true,
    async acquire({ signal } = {}): Promise<Permit> {
      signal?.throwIfAborted();
      const wait = pausedUntil - clock.now();
      if (wait > 0) await pause(wait, signal);
      running++;
      sent++;
      let isHeld = true;
      const release = () => {
        if (isHeld) running--;
        isHeld = false;
      };
      return { waited: 0, release };
    },
    rateLimited(requested = ownPause) {
      rateLimited++;
      pausedUntil = clock.now() + Math.min(requested, longestRequestedPause);
    },
    release() {},
    stats: () => ({ queued: 0, running, sent, rateLimited, waited: 0, requestsPerSecond: Number.POSITIVE_INFINITY }),
  };
}

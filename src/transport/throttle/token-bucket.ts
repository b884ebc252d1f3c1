import type { Pace, RequestBudget } from './budget.js';

// The first request travels slower than the next ones, since it opens the connection: three round trips with TLS. If the
// bucket drained from the time of sending, too many requests would follow too early. The limit is three round trips over a
// slow line; if it takes longer, the server is working.
const longestTravel = 300;

/**
 * The client's estimate of the server's leaky bucket. Each request adds one, and it drains evenly. It is counted on the
 * caller's monotonic clock and not by timers. So delays (a sleep, a hidden page, a blocked loop) are made up for, but never
 * beyond the burst.
 */
export class TokenBucket implements RequestBudget {
  #level = 0;
  #settledAt = 0;
  #sent = 0;

  /** Milliseconds until the next request may go; 0 if it may go now. */
  delay(now: number, pace: Pace): number {
    this.#settle(now, pace);
    const surplus = this.#level + 1 - pace.burst;
    // The sum of fractions is inexact: a billionth of a token counts as none.
    return surplus > 1e-9 ? surplus * pace.interval : 0;
  }

  take(now: number, pace: Pace): (now: number, pace: Pace) => void {
    this.#settle(now, pace);
    this.#level++;
    const index = this.#sent++;
    // The response has come, but the request and all later ones may have reached the server only now. So the bucket holds at
    // least those.
    return (endedAt, paceThen) => {
      this.#settle(endedAt, paceThen);
      // Half of what a steady flow can spare, so that this costs time once, at the start, and no throughput later.
      const time = endedAt - now;
      const travel = Math.min(time, longestTravel, ((paceThen.burst - 1) / 2) * paceThen.interval);
      const atLeast = this.#sent - index - (time - travel) / paceThen.interval;
      if (travel > 0) this.#level = Math.max(this.#level, atLeast);
    };
  }

  /** After a 429 the level is unknown, and rate-limited requests do not count. So the level falls to at most 1. */
  rateLimited(): void {
    this.#level = Math.min(this.#level, 1);
  }

  #settle(now: number, pace: Pace): void {
    this.#level = Math.max(0, this.#level - (now - this.#settledAt) / pace.interval);
    this.#settledAt = now;
  }
}

import type { Pace, RequestBudget } from './budget.js';

// A first request travels slower than the next ones: it opens the connection, three round trips with TLS. Believing the
// bucket to drain from when it was sent, one would send too much too early by that time's worth of requests. Three round
// trips over a slow line; what takes longer is the server's work.
const longestTravel = 300;

/**
 * The server's leaky bucket as the client believes it to be: each request adds one, and it drains evenly. Counted on the
 * monotonic clock the caller reads, not by timers: whatever is late (a sleep, a hidden page, a blocked loop) is made up
 * for, yet never beyond the burst.
 */
export class TokenBucket implements RequestBudget {
  #level = 0;
  #settledAt = 0;
  #sent = 0;

  /** Milliseconds until the next request may go; 0 if it may go now. */
  delay(now: number, pace: Pace): number {
    this.#settle(now, pace);
    const surplus = this.#level + 1 - pace.burst;
    // Sums of fractions: a billionth of a token is none.
    return surplus > 1e-9 ? surplus * pace.interval : 0;
  }

  take(now: number, pace: Pace): (now: number, pace: Pace) => void {
    this.#settle(now, pace);
    this.#level++;
    const index = this.#sent++;
    // The answer is here: the request, and with it all later ones, may have reached the server as late as now. So the
    // bucket holds at least those.
    return (endedAt, paceThen) => {
      this.#settle(endedAt, paceThen);
      // Half of what a steady flow has to spare, so that this costs time once, at the start, and no throughput after it.
      const time = endedAt - now;
      const travel = Math.min(time, longestTravel, ((paceThen.burst - 1) / 2) * paceThen.interval);
      const atLeast = this.#sent - index - (time - travel) / paceThen.interval;
      if (travel > 0) this.#level = Math.max(this.#level, atLeast);
    };
  }

  /** After a refusal the level is unknown, and refused requests are not in it: all but one is forgotten. */
  rateLimited(): void {
    this.#level = Math.min(this.#level, 1);
  }

  #settle(now: number, pace: Pace): void {
    this.#level = Math.max(0, this.#level - (now - this.#settledAt) / pace.interval);
    this.#settledAt = now;
  }
}

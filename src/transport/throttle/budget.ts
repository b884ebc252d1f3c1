import type { Throttle } from './interface.js';

/** How fast requests may go now. */
export interface Pace {
  /** Requests that may go at once. */
  readonly burst: number;
  /** Milliseconds from one request to the next. After a 429 longer than the limits ask for. */
  readonly interval: number;
}

/**
 * A source of tokens for {@link throttleFrom}. Each token lets one request go. `now` is in milliseconds, on a clock that
 * is never set back.
 */
export interface RequestBudget {
  /**
   * Milliseconds until a token may be taken; 0 if one may be taken now. `Infinity` if {@link BudgetedThrottle.wake} will
   * be called. Called again and again while calls wait.
   *
   * @param usable calls that can use a token now: they wait, and have a free connection
   */
  delay(now: number, pace: Pace, usable: number): number;
  /** Takes the token for a request that is sent now. Returns a function to call when that request has ended. */
  take(now: number, pace: Pace): (now: number, pace: Pace) => void;
  /** The platform responded with 429: all calls pause for `pause` milliseconds, and then go at this pace. */
  rateLimited(pause: number, pace: Pace): void;
  /** No call waits. Timers and sockets must not keep the process alive now. */
  rest?(): void;
}

/** A throttle with a source of tokens of its own. */
export interface BudgetedThrottle extends Throttle {
  /** The budget has changed: `delay` is called again if a call waits. */
  wake(): void;
  /**
   * Another process was refused with 429: pauses, and spaces calls evenly for 60 s.
   *
   * @param pause milliseconds from now
   * @param widening at least so many times the interval that the limits ask for
   */
  slowDown(pause: number, widening: number): void;
  /**
   * Rejects calls that wait.
   *
   * @param since only those that have waited since then, on the clock of the budget; default: all
   */
  reject(reason: unknown, since?: number): void;
}

import type { Throttle } from './interface.js';

/** How fast requests may currently go. */
export interface Pace {
  /** Requests that may go at once. */
  readonly burst: number;
  /** Milliseconds from one request to the next. After a 429 longer than the limits require. */
  readonly interval: number;
}

/**
 * A source of tokens for {@link throttleFrom}. Each token allows one request. `now` is in milliseconds, on a monotonic
 * clock.
 */
export interface RequestBudget {
  /**
   * Milliseconds until a token may be taken; 0 if one may be taken now. `Infinity` if the budget will call
   * {@link BudgetedThrottle.wake}. Called repeatedly while calls wait.
   *
   * @param usable number of waiting calls for which a connection is free
   */
  delay(now: number, pace: Pace, usable: number): number;
  /** Takes the token for a request that is sent now. The throttle calls the returned function when it has ended. */
  take(now: number, pace: Pace): (now: number, pace: Pace) => void;
  /** The platform responded with 429. All calls pause for `pause` milliseconds, and then go at this pace. */
  rateLimited(pause: number, pace: Pace): void;
  /** No call waits any more. Timers and sockets must not keep the process alive now. */
  rest?(): void;
}

/** A throttle that takes its tokens from a {@link RequestBudget}. */
export interface BudgetedThrottle extends Throttle {
  /** To be called when the budget has changed. The throttle then calls `delay` again if a call waits. */
  wake(): void;
  /**
   * To be called when another process was rate-limited. Pauses all calls, and then spaces them evenly for 60 s.
   *
   * @param pause milliseconds from now
   * @param widening at least so many times the interval that the limits require
   */
  slowDown(pause: number, widening: number): void;
  /**
   * Rejects waiting calls.
   *
   * @param since rejects only calls that began to wait until then, on the clock of the budget; default: all
   */
  reject(reason: unknown, since?: number): void;
}

import { clock } from '../../async/clock.js';
import type { Pace } from './budget.js';
import type { Limits } from './options.js';

const evenTime = 60_000;
export const longestRequestedPause = 30_000;
const longestOwnPause = 5_000;

// A server's bucket is full when it responds with 429. At its own rate it stays full, and the next jitter causes another.
const firstWidening = 1.05;
const minWidening = 1.01;
const maxWidening = 30;
// One 429 widens by 4 % or more, and one request narrows by 0.04 %. In the long run about 1 in 100 gets a 429.
const narrowing = 1 - 0.0004;

// A 429 is stale if its request was already running when the first 429 came. Downloads may run for hours.
const longestStaleTime = 1_000;

/** The pace after a 429: a pause, then even spacing, wider with each further 429, and slowly narrower again. */
export class Pacing {
  #limits: Limits;
  #widening = 1;
  #evenUntil = Number.NEGATIVE_INFINITY;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  /** Requests that may go at once: 1 after a 429. After the even spacing, each ended request allows one more. */
  #allowance = Number.POSITIVE_INFINITY;
  #rateLimitedInARow = 0;
  #rateLimitedAt = 0;
  #sentSince = Number.POSITIVE_INFINITY;
  #epoch = 0;
  #running = 0;
  /** Running requests that were sent before the latest 429 that was not stale. */
  #olderRunning = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  set limits(limits: Limits) {
    this.#limits = limits;
  }

  /** Number of 429s that were not stale. A request belongs to the epoch in which it was sent. */
  get epoch(): number {
    return this.#epoch;
  }

  requestsPerSecond(now: number): number {
    return this.#limits.requestsPerSecond / (this.isEven(now) ? this.#widening : 1);
  }

  pace(now: number): Pace {
    const burst = this.isEven(now) ? 1 : Math.min(this.#limits.burst, this.#allowance);
    return { burst, interval: 1000 / this.requestsPerSecond(now) };
  }

  /** Remaining milliseconds of the pause. */
  pause(now: number): number {
    return Math.max(0, this.#pausedUntil - now);
  }

  /** `true` after a 429, until bursts are allowed again. */
  isEven(now: number): boolean {
    return now < this.#evenUntil;
  }

  recordSent(now: number): void {
    this.#running++;
    this.#sentSince++;
    if (this.isEven(now)) this.#widening = Math.max(minWidening, this.#widening * narrowing);
  }

  /** A request of that epoch has ended. After a 429, `rateLimited` must be called first. */
  recordEnd(now: number, epoch: number): void {
    this.#running--;
    if (epoch < this.#epoch) this.#olderRunning--;
    else if (!this.isEven(now)) this.#allowance++;
  }

  /**
   * @param retryAfterMs the pause that the server requests, in milliseconds
   * @returns `true` if the 429 was not stale, or made the pause longer
   */
  rateLimited(now: number, retryAfterMs: number | undefined): boolean {
    const isStale = this.#sentSince === 0 || (this.#olderRunning > 0 && now - this.#rateLimitedAt < longestStaleTime);
    if (!isStale) this.#widen(now);
    this.#keepEven(now);
    const isRequested = retryAfterMs !== undefined && retryAfterMs > 0;
    const requested = isRequested ? Math.min(retryAfterMs, longestRequestedPause) : undefined;
    const pause = requested ?? (isStale ? 0 : this.#ownPause(now));
    const isNews = !isStale || pause > this.pause(now);
    this.#pauseFor(now, pause);
    return isNews;
  }

  /** Another process was rate-limited: pauses, and then spaces evenly, with at least that widening. */
  slowDown(now: number, pause: number, widening: number): void {
    this.#widening = Math.max(minWidening, this.#widening, widening);
    this.#beginEpoch(now);
    this.#keepEven(now);
    this.#pauseFor(now, pause);
  }

  #widen(now: number): void {
    const wasEven = this.isEven(now);
    // If no request was accepted in between, the server is closed and the spacing is not the cause: wait, do not widen.
    const inARow = wasEven && this.#sentSince === 1;
    this.#rateLimitedInARow = inARow ? this.#rateLimitedInARow + 1 : 1;
    if (!wasEven) this.#widening = Math.max(this.#widening, firstWidening);
    else if (!inARow) this.#widening = Math.min(maxWidening, this.#widening * widenBy(this.#sentSince));
    this.#beginEpoch(now);
  }

  #beginEpoch(now: number): void {
    this.#sentSince = 0;
    this.#rateLimitedAt = now;
    this.#epoch++;
    this.#olderRunning = this.#running;
  }

  #keepEven(now: number): void {
    this.#evenUntil = now + evenTime;
    this.#allowance = 1;
  }

  #pauseFor(now: number, pause: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, now + pause);
  }

  #ownPause(now: number): number {
    const doubled = this.pace(now).interval * 2 ** (this.#rateLimitedInARow - 1);
    return Math.min(longestOwnPause, doubled) * (1 + clock.random() / 2);
  }
}

/** The sooner the next 429 comes, the further off the spacing is. */
function widenBy(sentSince: number): number {
  if (sentSince < 4) return 1.16;
  return sentSince < 10 ? 1.08 : 1.04;
}

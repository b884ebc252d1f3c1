import { clock } from '../../async/clock.js';
import type { Pace } from './budget.js';
import type { Limits } from './options.js';

const evenTime = 60_000;
const longestAskedPause = 30_000;
const longestOwnPause = 5_000;

// A server's bucket is full when it refuses. At its own rate it stays full, and the next jitter is refused again.
const firstWidening = 1.05;
const leastWidening = 1.01;
const mostWidening = 30;
// One refusal widens by 4 % or more and one request narrows by 0.04 %, so that at rest about 1 in 100 is refused.
const narrowing = 1 - 0.0004;

// A 429 for a request that was under way when the first 429 came is stale. Downloads may be under way for hours.
const longestStaleTime = 1_000;

/** What refusals do to the pace: a pause, then even spacing, as wide as it takes, and slowly back. */
export class Pacing {
  #limits: Limits;
  #widening = 1;
  #evenUntil = Number.NEGATIVE_INFINITY;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  /** Requests that may go at once: 1 after a refusal, and once the even time is over one more with each that is answered. */
  #allowance = Number.POSITIVE_INFINITY;
  #refusalsInARow = 0;
  #rateLimitedAt = 0;
  #sentSince = Number.POSITIVE_INFINITY;
  #epoch = 0;
  #underWay = 0;
  /** Of those under way, the ones sent before the latest refusal that was not stale. */
  #olderUnderWay = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  set limits(limits: Limits) {
    this.#limits = limits;
  }

  /** Counts the refusals that were not stale. A request belongs to the epoch in which it was sent. */
  get epoch(): number {
    return this.#epoch;
  }

  requestsPerSecond(now: number): number {
    return this.#limits.requestsPerSecond / (this.#isEven(now) ? this.#widening : 1);
  }

  pace(now: number): Pace {
    const burst = this.#isEven(now) ? 1 : Math.min(this.#limits.burst, this.#allowance);
    return { burst, interval: 1000 / this.requestsPerSecond(now) };
  }

  /** Milliseconds of the pause that are left. */
  pause(now: number): number {
    return Math.max(0, this.#pausedUntil - now);
  }

  /** `true` if no refusal came for so long that bursts may come back. */
  isCalm(now: number): boolean {
    return !this.#isEven(now);
  }

  recordSent(now: number): void {
    this.#underWay++;
    this.#sentSince++;
    if (this.#isEven(now)) this.#widening = Math.max(leastWidening, this.#widening * narrowing);
  }

  /** A request of that epoch has ended. If it was refused, `rateLimited` comes first. */
  recordEnd(now: number, epoch: number): void {
    this.#underWay--;
    if (epoch < this.#epoch) this.#olderUnderWay--;
    else if (!this.#isEven(now)) this.#allowance++;
  }

  /**
   * @param asked the pause the server asked for, in milliseconds
   * @returns `true` if the refusal was not stale, or made the pause longer
   */
  rateLimited(now: number, asked: number | undefined): boolean {
    const isStale = this.#sentSince === 0 || (this.#olderUnderWay > 0 && now - this.#rateLimitedAt < longestStaleTime);
    if (!isStale) this.#widen(now);
    this.#keepEven(now);
    const obeyed = asked !== undefined && asked > 0 ? Math.min(asked, longestAskedPause) : undefined;
    const pause = obeyed ?? (isStale ? 0 : this.#ownPause(now));
    const isNews = !isStale || pause > this.pause(now);
    this.#pauseFor(now, pause);
    return isNews;
  }

  /** Another process was refused: pauses, and goes evenly spaced, with at least that widening. */
  slowDown(now: number, pause: number, widening: number): void {
    this.#widening = Math.max(leastWidening, this.#widening, widening);
    this.#beginEpoch(now);
    this.#keepEven(now);
    this.#pauseFor(now, pause);
  }

  #isEven(now: number): boolean {
    return now < this.#evenUntil;
  }

  #widen(now: number): void {
    const wasEven = this.#isEven(now);
    // With none accepted in between it is the server that is closed, not the spacing that is narrow: wait, do not widen.
    const inARow = wasEven && this.#sentSince === 1;
    this.#refusalsInARow = inARow ? this.#refusalsInARow + 1 : 1;
    if (!wasEven) this.#widening = Math.max(this.#widening, firstWidening);
    else if (!inARow) this.#widening = Math.min(mostWidening, this.#widening * widenBy(this.#sentSince));
    this.#beginEpoch(now);
  }

  #beginEpoch(now: number): void {
    this.#sentSince = 0;
    this.#rateLimitedAt = now;
    this.#epoch++;
    this.#olderUnderWay = this.#underWay;
  }

  #keepEven(now: number): void {
    this.#evenUntil = now + evenTime;
    this.#allowance = 1;
  }

  #pauseFor(now: number, pause: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, now + pause);
  }

  #ownPause(now: number): number {
    const doubled = this.pace(now).interval * 2 ** (this.#refusalsInARow - 1);
    return Math.min(longestOwnPause, doubled) * (1 + clock.random() / 2);
  }
}

/** The sooner it is refused again, the further off the spacing is. */
function widenBy(sentSince: number): number {
  if (sentSince < 4) return 1.16;
  return sentSince < 10 ? 1.08 : 1.04;
}

/** Milliseconds that our two clocks may part by without a sleep, and without being set. */
const clockMargin = 2000;

/**
 * The platform's clock as its answers tell it, so that its times can be compared although ours may be an hour off. Its
 * `Date` header counts whole seconds and is not readable everywhere.
 */
export class PlatformClock {
  /** Milliseconds from our monotonic clock to the platform's, the least that the last answer allows. */
  #offset: number | undefined;
  #aheadThen = 0;

  note(serverTime: Date | undefined): void {
    if (serverTime === undefined) return;
    this.#offset = serverTime.getTime() - performance.now();
    this.#aheadThen = wallAhead();
  }

  /**
   * The platform's time, never later than it is and about a second early; `undefined` where no answer has told it, or none
   * since the machine slept, which only one of our clocks counts.
   */
  now(): Date | undefined {
    if (this.#offset === undefined || Math.abs(wallAhead() - this.#aheadThen) > clockMargin) return undefined;
    return new Date(performance.now() + this.#offset);
  }
}

function wallAhead(): number {
  return Date.now() - performance.now();
}

/**
 * The platform's clock as its answers tell it, so that its times can be compared although ours may be an hour off. Its
 * `Date` header counts whole seconds and is not readable everywhere.
 */
export class PlatformClock {
  /** Milliseconds from our monotonic clock to the platform's, the least that the last answer allows. */
  #offset: number | undefined;

  note(serverTime: Date | undefined): void {
    if (serverTime !== undefined) this.#offset = serverTime.getTime() - performance.now();
  }

  /** The platform's time, never later than it is and about a second early; `undefined` where no answer has told it. */
  now(): Date | undefined {
    return this.#offset === undefined ? undefined : new Date(performance.now() + this.#offset);
  }
}

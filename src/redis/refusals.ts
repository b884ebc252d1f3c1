const calmTime = 60_000;
const longestAskedPause = 30_000;
const longestOwnPause = 5_000;
const widening = 1.1;
const mostWidening = 4;
// Refusals of what was under way when the first one came say nothing new.
const echoTime = 500;

/** What refusals (429) do to the spacing of all processes: a pause, then wider, then back after 60 s without one. */
export class Refusals {
  /** The spacing without refusals, in milliseconds. */
  readonly base: number;
  #interval: number;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #refusedAt = Number.NEGATIVE_INFINITY;
  #newsAt = Number.NEGATIVE_INFINITY;
  #inARow = 0;
  #sentSince = 0;

  constructor(base: number) {
    this.base = base;
    this.#interval = base;
  }

  /** The spacing in force, in milliseconds. */
  get interval(): number {
    return this.#interval;
  }

  /** Milliseconds of the pause that are left. */
  pause(now: number): number {
    return Math.max(0, this.#pausedUntil - now);
  }

  sent(): void {
    this.#sentSince++;
  }

  /** `true` once, when the spacing has to go back to what it was. */
  hasCalmedDown(now: number): boolean {
    if (this.#interval === this.base || now < this.#refusedAt + calmTime) return false;
    this.#interval = this.base;
    return true;
  }

  /**
   * This process was refused.
   *
   * @param asked the pause the server asked for, in milliseconds
   * @returns the pause that all have to make, in milliseconds; `undefined` if the refusal is no news to them
   */
  refused(now: number, asked: number | undefined): number | undefined {
    this.#refusedAt = now;
    const obeyed = asked !== undefined && asked > 0 ? Math.min(asked, longestAskedPause) : undefined;
    const isEcho = now < this.#newsAt + echoTime || now < this.#pausedUntil;
    if (isEcho) return obeyed !== undefined && obeyed > this.pause(now) ? obeyed : undefined;
    // With hardly any accepted in between it is the server that is closed, not the spacing that is narrow.
    this.#inARow = this.#sentSince <= 2 ? this.#inARow + 1 : 1;
    // A slower process may have made it wider than we would.
    if (this.#inARow === 1)
      this.#interval = Math.max(this.#interval, Math.min(this.base * mostWidening, this.#interval * widening));
    this.#sentSince = 0;
    return obeyed ?? Math.min(longestOwnPause, this.#interval * 2 ** (this.#inARow - 1));
  }

  /** Some process was refused: all pause, and keep that spacing. */
  heard(now: number, pause: number, interval: number): void {
    this.#refusedAt = now;
    this.#newsAt = now;
    this.#pausedUntil = Math.max(this.#pausedUntil, now + pause);
    this.#interval = Math.max(this.base, this.#interval, interval);
  }

  /** Some process has found it calm. */
  heardCalm(): void {
    this.#interval = this.base;
  }
}

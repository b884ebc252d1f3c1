import { bypassProxies } from '../../runtime/bypass-proxies.js';
import { isDate } from '../../runtime/shape.js';

/** A length of time, such as how far to move the sandbox clock. The parts add up. */
export interface ClockStep {
  /** Default 0. */
  seconds?: number | undefined;
  /** Default 0. */
  minutes?: number | undefined;
  /** Default 0. */
  hours?: number | undefined;
  /** 24 hours each. Default 0. */
  days?: number | undefined;
}

/** The start of the sandbox clock, and whether it stands still. */
export interface ClockOptions {
  /** Default: 2026-03-02T09:00:00Z, a Monday. It is fixed, so ages and planned events are the same in every run. */
  start?: Date | undefined;
  /** Default `false`: the clock runs with real time from its start. */
  frozen?: boolean | undefined;
}

export const clockUnits = ['seconds', 'minutes', 'hours', 'days'] as const;

export function millisecondsOf({ seconds = 0, minutes = 0, hours = 0, days = 0 }: ClockStep): number {
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
}

export const defaultStart = new Date('2026-03-02T09:00:00Z');

/**
 * The time of the sandbox. It runs with real time from a fixed start, and can be set, moved and frozen. It uses a
 * monotonic clock, so changes of the system clock do not move it. Rate limits do not follow it: they protect real
 * sockets.
 */
export class SandboxClock {
  readonly #start: number;
  readonly #startsFrozen: boolean;
  #base: number;
  #mark: number;
  #frozen: boolean;

  constructor(options: ClockOptions = {}) {
    bypassProxies(this);
    this.#start = (options.start ?? defaultStart).getTime();
    this.#startsFrozen = options.frozen ?? false;
    this.#base = this.#start;
    this.#mark = performance.now();
    this.#frozen = this.#startsFrozen;
  }

  /** The current time of the sandbox. */
  now(): Date {
    return new Date(this.#frozen ? this.#base : this.#base + (performance.now() - this.#mark));
  }

  /** Whether it stands still. */
  get frozen(): boolean {
    return this.#frozen;
  }

  /**
   * Sets the time. A running clock continues from there, a frozen one stays there.
   *
   * @throws TypeError for a value that is not a valid `Date`
   */
  set(date: Date): void {
    if (!isDate(date) || Number.isNaN(date.getTime())) throw new TypeError('The clock takes a valid `Date`');
    this.#base = date.getTime();
    this.#mark = performance.now();
  }

  /**
   * Moves the clock forward, or back with negative numbers.
   *
   * @throws TypeError for an unknown unit, an amount that is not a number, and a step beyond all dates
   */
  advance(step: ClockStep): void {
    const given = step ?? {};
    const unknown = Object.keys(given).find((name) => !clockUnits.some((unit) => unit === name));
    if (unknown !== undefined)
      throw new TypeError(`The clock has no unit \`${unknown}\`. It takes: ${clockUnits.join(', ')}`);
    if (!Object.values(given).every((amount) => amount === undefined || Number.isFinite(amount)))
      throw new TypeError('The clock advances by numbers');
    this.set(new Date(this.now().getTime() + millisecondsOf(given)));
  }

  /** Stops the clock at its current time. */
  freeze(): void {
    this.set(this.now());
    this.#frozen = true;
  }

  /** Starts the clock from its current time. */
  resume(): void {
    this.set(this.now());
    this.#frozen = false;
  }

  /** Resets the clock to its start, running or frozen as at the start. */
  restart(): void {
    this.set(new Date(this.#start));
    this.#frozen = this.#startsFrozen;
  }
}

import { setImmediate as turn } from 'node:timers/promises';
import { onTestFinished, vi } from 'vitest';
import { type Clock, setClock, type TimerKind } from '../../src/async/clock.js';
import { forgetThrottles } from './fresh-throttles.js';

interface Timer {
  readonly kind: TimerKind;
  readonly due: number;
  readonly callback: () => void;
}

/** Turns of the event loop in which everything settles that waits for no timer and no module: streams take several. */
const turnsToSettle = 4;

/** Modules that a call loads on first use, one after the other: that of the method, and that of a file. */
const modulesInARow = 2;

/** Lets modules load that are loaded on first use, however busy the machine is. */
async function loadModules(): Promise<void> {
  for (let modules = 0; modules < modulesInARow; modules++) {
    await vi.dynamicImportSettled();
    await takeTurns();
  }
}

async function takeTurns(): Promise<void> {
  for (let turns = 0; turns < turnsToSettle; turns++) await turn();
}

/**
 * Time that moves only when the test moves it, for everything that the package waits for or measures: the throttle, the
 * timeouts, the deadlines, the backoff, the polling. Timers of other libraries stay real. `fetch` functions of a test wait with `wait`.
 */
export class VirtualTime implements Clock {
  #now = 1_000_000;
  #dateOffset = Date.UTC(2026, 2, 2, 9) - 1_000_000;
  readonly #timers = new Set<Timer>();
  /** What `random` returns: 0.5 makes a backoff three quarters of its full length, and a pause after a 429 a quarter longer. */
  chance: () => number = () => 0.5;
  /** Timers fire at multiples of this only, as they do once a second in a hidden page. */
  tick = 0;
  /** `undefined` makes the package take this for a browser, which has no `setImmediate`. */
  turn: Clock['turn'] = (callback) => void this.after('throttle', 0, callback);

  now(): number {
    return this.#now;
  }

  date(): number {
    return this.#now + this.#dateOffset;
  }

  random(): number {
    return this.chance();
  }

  after(kind: TimerKind, milliseconds: number, callback: () => void): () => void {
    const due = this.#now + Math.max(0, milliseconds);
    const timer = { kind, due: this.tick > 0 ? Math.ceil(due / this.tick) * this.tick : due, callback };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  /** Milliseconds until each timer that is set, the soonest first. */
  get pending(): number[] {
    return [...this.#timers].map(({ due }) => due - this.#now).sort((left, right) => left - right);
  }

  /** Resolves after that much virtual time, for the functions of a test that stand in for a network or a user. */
  wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => void this.after('pause', milliseconds, resolve));
  }

  /** Lets everything settle that waits for no timer. */
  async settle(): Promise<void> {
    await takeTurns();
    await loadModules();
  }

  /** Moves on by that much and fires what is due on the way, in order. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    await this.settle();
    for (let timer = this.#next(); timer !== undefined && timer.due <= end; timer = this.#next())
      await this.#fire(timer);
    this.#now = end;
  }

  /** Moves on until the promise is settled. Modules that are loaded on first use take none of this time. */
  async until<Result>(promise: Promise<Result>): Promise<Result> {
    let isSettled = false;
    const settled = promise.finally(() => {
      isSettled = true;
    });
    settled.catch(() => undefined);
    await takeTurns();
    while (!isSettled) {
      if (this.#next()?.kind !== 'throttle') await loadModules();
      const timer = this.#next();
      if (isSettled) break;
      if (timer === undefined) throw new Error('The promise waits for something that is no timer.');
      await this.#fire(timer);
    }
    return settled;
  }

  /** The machine slept, or was busy: time has passed, and the timers that came due have not fired yet. */
  oversleep(milliseconds: number): void {
    this.#now += milliseconds;
  }

  /** The date of the machine is set. */
  shiftDate(milliseconds: number): void {
    this.#dateOffset += milliseconds;
  }

  #next(): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of this.#timers) if (next === undefined || timer.due < next.due) next = timer;
    return next;
  }

  async #fire(timer: Timer): Promise<void> {
    this.#timers.delete(timer);
    this.#now = Math.max(this.#now, timer.due);
    timer.callback();
    await takeTurns();
  }
}

/** Puts virtual time in place until the test ends. Connections made before keep the timers that they have set. */
export function virtualTime(): VirtualTime {
  const time = new VirtualTime();
  putInPlace(time);
  return time;
}

function putInPlace(clock: Clock): Clock {
  // The limits that an origin has in one time mean nothing in another.
  forgetThrottles();
  const previous = setClock(clock);
  onTestFinished(() => {
    setClock(previous);
    forgetThrottles();
  });
  return previous;
}

/** Takes time from the timers that are faked now, which move the latency of a sandbox too. */
export function followFakeTimers(): void {
  putInPlace({
    now: () => performance.now(),
    date: () => Date.now(),
    random: () => 0.5,
    after(_kind, milliseconds, callback) {
      const timer = setTimeout(callback, milliseconds);
      return () => clearTimeout(timer);
    },
    turn: (callback) => void setImmediate(callback),
  });
}

/** A sandbox whose time a test moves. */
interface TimedSandbox {
  readonly clock: { advance(by: { readonly seconds: number }): unknown };
  readonly journal: readonly unknown[];
}

/** Moves the faked timers and the clock of a sandbox alike, in steps of at most that many milliseconds. */
export async function moveTime({ clock, journal }: TimedSandbox, milliseconds: number, step = 1000): Promise<void> {
  let seen = -1;
  let checks = 0;
  for (let left = milliseconds; left > 0; left -= step) {
    // What a response loads on first use takes none of this time, however busy the machine is.
    if (journal.length !== seen) checks = turnsToSettle;
    seen = journal.length;
    if (checks-- > 0) await vi.dynamicImportSettled();
    const length = Math.min(step, left);
    clock.advance({ seconds: length / 1000 });
    await vi.advanceTimersByTimeAsync(length);
  }
  await vi.dynamicImportSettled();
}

/** Time in which no pause takes any: each moves the clock on by its length. */
export interface SkippedPauses {
  /** Each pause that was skipped, in milliseconds. */
  readonly pauses: readonly number[];
  /** Milliseconds of all pauses so far. */
  waited(): number;
  /** Lets that much time pass at once. No timer fires earlier for it. */
  oversleep(milliseconds: number): void;
  /** The date of the machine is set. */
  shiftDate(milliseconds: number): void;
}

/** Skips the pauses between attempts until the test ends: for tests of what is sent, with a network that is real or msw's. */
export function skipPauses(): SkippedPauses {
  const pauses: number[] = [];
  let ahead = 0;
  let dateShift = 0;
  const previous = setClock({
    now: () => previous.now() + ahead,
    date: () => previous.date() + ahead + dateShift,
    random: () => 0.5,
    get turn() {
      return previous.turn;
    },
    after(kind, milliseconds, callback) {
      if (kind !== 'pause') return previous.after(kind, milliseconds, callback);
      return previous.after(kind, 0, () => {
        pauses.push(milliseconds);
        ahead += milliseconds;
        callback();
      });
    },
  });
  onTestFinished(() => void setClock(previous));
  return {
    pauses,
    waited: () => pauses.reduce((sum, pause) => sum + pause, 0),
    oversleep(milliseconds) {
      ahead += milliseconds;
    },
    shiftDate(milliseconds) {
      dateShift += milliseconds;
    },
  };
}

import { immediate } from '../runtime/globals.js';

/**
 * The purpose of a timer. Users who fake the timers of their tests move limits and pauses. The throttle's timers stay real:
 * if they were faked, they would never release a connection.
 */
export type TimerKind = 'limit' | 'pause' | 'throttle';

/** The source of time and random numbers, for everything that waits, paces, measures or backs off. */
export interface Clock {
  /** Milliseconds on a monotonic clock, which neither a person nor a time server sets. */
  now(): number;
  /** Milliseconds since 1970, by the machine's clock. */
  date(): number;
  /** A random number from 0 to below 1. */
  random(): number;
  /** Calls back once, after that time. The returned function cancels it. */
  after(kind: TimerKind, milliseconds: number, callback: () => void): () => void;
  /** Calls back in the next turn of the event loop. Absent in browsers. */
  readonly turn: ((callback: () => void) => void) | undefined;
}

function systemClock(): Clock {
  const throttleTimers = { setTimeout, clearTimeout };
  const readMonotonic = performance.now.bind(performance);
  return {
    now: readMonotonic,
    date: () => Date.now(),
    random: () => Math.random(),
    after(kind, milliseconds, callback) {
      // Without a receiver: browsers throw if timers are set on another object than their own.
      const { setTimeout: start, clearTimeout: cancel } = kind === 'throttle' ? throttleTimers : globalThis;
      const timer = start(callback, milliseconds);
      return () => cancel(timer);
    },
    turn: immediate && ((callback) => void immediate?.(callback)),
  };
}

export let clock: Clock = systemClock();

/** Sets another clock and returns the previous clock. For the tests of this package. */
export function setClock(next: Clock): Clock {
  const previous = clock;
  clock = next;
  return previous;
}

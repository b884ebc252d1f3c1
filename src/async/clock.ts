import { immediate } from '../runtime/globals.js';

/**
 * What a timer is for. Users who fake the timers of their tests move limits and pauses. The throttle's timers stay real:
 * faked, they would never give a connection back.
 */
export type TimerKind = 'limit' | 'pause' | 'throttle';

/** Time and chance. Everything that waits, paces, measures or backs off takes them from here. */
export interface Clock {
  /** Milliseconds on a clock that never goes back and that no person or time server sets. */
  now(): number;
  /** Milliseconds since 1970, as the machine is set. */
  date(): number;
  /** From 0 to below 1. */
  random(): number;
  /** Calls back once, after that time. Returns what cancels it. */
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
      // Without a receiver: browsers refuse to set timers on another object than their own.
      const { setTimeout: start, clearTimeout: cancel } = kind === 'throttle' ? throttleTimers : globalThis;
      const timer = start(callback, milliseconds);
      return () => cancel(timer);
    },
    turn: immediate && ((callback) => void immediate?.(callback)),
  };
}

export let clock: Clock = systemClock();

/** Puts another clock in place and returns the one before it. For the tests of this package. */
export function setClock(next: Clock): Clock {
  const previous = clock;
  clock = next;
  return previous;
}

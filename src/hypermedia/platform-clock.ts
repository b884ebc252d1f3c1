import { clock } from '../async/clock.js';
/** What the platform's clock and both of ours said at an answer. */
export interface ClockReading {
  readonly platform: number;
  readonly monotonic: number;
  readonly wall: number;
}

/** Milliseconds that our two clocks may part by without a sleep, and without being set. */
const clockMargin = 2000;

/**
 * The platform's time by its last answer, so that its times can be compared although ours may be an hour off. Its `Date`
 * header counts whole seconds and is not readable everywhere. Never later than it is and about a second early; `undefined`
 * where no answer has told it, or none since the machine slept, which only one of our clocks counts.
 */
export function platformTime(last: ClockReading | undefined): Date | undefined {
  if (last === undefined) return undefined;
  const passed = clock.now() - last.monotonic;
  if (Math.abs(clock.date() - last.wall - passed) > clockMargin) return undefined;
  return new Date(last.platform + passed);
}

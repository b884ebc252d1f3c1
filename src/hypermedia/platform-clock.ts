import { clock } from '../async/clock.js';
/** Times of the platform's clock and of both our clocks at one response. */
export interface ClockReading {
  readonly platform: number;
  readonly monotonic: number;
  readonly wall: number;
}

/** Maximum difference in milliseconds between our two clocks if the machine did not sleep and no clock was set. */
const clockMargin = 2000;

/**
 * The platform's time, from its last response. Our own clock may be wrong by an hour. Never late, and early by about a second:
 * the `Date` header has whole seconds. `undefined` if no response had a readable `Date` header, or none since the machine slept:
 * only one of our clocks counts a sleep.
 */
export function platformTime(last: ClockReading | undefined): Date | undefined {
  if (last === undefined) return undefined;
  const passed = clock.now() - last.monotonic;
  if (Math.abs(clock.date() - last.wall - passed) > clockMargin) return undefined;
  return new Date(last.platform + passed);
}

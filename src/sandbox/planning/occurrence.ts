import { instantOf, millisecondsPerDay, wallClock, wallClockText } from './zone.js';

/** How an event repeats, in the words of `RRULE`. Without `count` and `until` it has no end. */
export interface Repetition {
  /** Every day or every week, on the clock of the zone. */
  readonly frequency: 'daily' | 'weekly';
  /** Every so many days or weeks; 1 when absent. */
  readonly interval?: number;
  /** How often in all. */
  readonly count?: number;
  /** The last wall clock time that may still occur, `yyyy-mm-ddTHH:MM:SS`. */
  readonly until?: string;
}

/** One time of an event: its wall clock time in the application zone and the instant that is. */
export interface Occurrence {
  readonly local: string;
  readonly eta: number;
}

/** The last time that a date of the interface can name. */
const latestTime = Date.UTC(9999, 11, 31, 23, 59, 59);

/**
 * The occurrences with `after <= eta < before`, in order and computed one by one. They keep their wall clock time across a
 * change to or from summer time, as an `RRULE` on a local `DTSTART` does.
 */
export function* occurrences(
  event: { readonly start: string; readonly repetition: Repetition | null },
  zone: string,
  after: number,
  before: number,
): Generator<Occurrence, void> {
  const start = wallClock(event.start);
  const rule = event.repetition;
  const step =
    rule === null
      ? millisecondsPerDay
      : millisecondsPerDay * (rule.frequency === 'weekly' ? 7 : 1) * (rule.interval ?? 1);
  const until = Math.min(latestTime, rule?.until === undefined ? Number.POSITIVE_INFINITY : wallClock(rule.until));
  const count = rule === null ? 1 : (rule.count ?? Number.POSITIVE_INFINITY);
  // No zone is two days away from UTC, so nothing of the window lies before this index.
  let index = Math.max(0, Math.floor((after - 2 * millisecondsPerDay - start) / step));
  for (; index < count; index++) {
    const wall = start + index * step;
    if (wall > until || wall - 2 * millisecondsPerDay >= before) return;
    const local = wallClockText(wall);
    const eta = instantOf(local, zone);
    if (eta >= after && eta < before) yield { local, eta };
  }
}

import { instantOf, millisecondsPerDay, wallClock, wallClockText } from './zone.js';

/** How an event repeats, with the words of `RRULE`. Without `count` and `until` it has no end. */
export interface Repetition {
  /** Every day or every week, by the clock of the time zone. */
  readonly frequency: 'daily' | 'weekly';
  /** The number of days or weeks between two times. Default 1. */
  readonly interval?: number;
  /** The total number of times. */
  readonly count?: number;
  /** The last possible wall clock time, `yyyy-mm-ddTHH:MM:SS`. */
  readonly until?: string;
}

/** One time of an event: the wall clock time in the application's time zone, and the instant. */
export interface Occurrence {
  readonly local: string;
  readonly eta: number;
}

/** The latest time that the API can express. */
const latestTime = Date.UTC(9999, 11, 31, 23, 59, 59);

/**
 * The occurrences with `after <= eta < before`, in order, computed one by one. They keep their wall clock time when
 * summer time begins or ends, as an `RRULE` on a local `DTSTART` does.
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
  // Every zone is less than two days from UTC, so the window begins at or after this index.
  let index = Math.max(0, Math.floor((after - 2 * millisecondsPerDay - start) / step));
  for (; index < count; index++) {
    const wall = start + index * step;
    if (wall > until || wall - 2 * millisecondsPerDay >= before) return;
    const local = wallClockText(wall);
    const eta = instantOf(local, zone);
    if (eta >= after && eta < before) yield { local, eta };
  }
}

import { CalendarError } from './calendar-error.js';
import { type CalendarTime, instantOfTime, wallNumber, wallOf, wallText, zoneOf } from './calendar-time.js';
import { wallTimes } from './recurrence.js';
import { type Rule, readRule } from './rule.js';
import { DAY, instantOf } from './zone.js';

/** The window is required, since a series may have no end. */
export interface OccurrenceOptions {
  /** The first instant that counts. */
  readonly from: Date;
  /** The first instant after it that does not. */
  readonly to: Date;
  /** For starts without one of their own: a floating time, or a day, whose occurrence is when it begins. */
  readonly zone?: string;
}

/** What makes the set of occurrences of one todo (RFC 5545, section 3.8.5). */
export interface Series {
  readonly start: CalendarTime;
  readonly rules: readonly string[];
  /** `RDATE` */
  readonly added: readonly CalendarTime[];
  /** `EXDATE`; a day excludes whatever is on it. */
  readonly excluded: readonly CalendarTime[];
}

/** In order, each once. */
export function instantsOf(series: Series, { from, to, zone: given }: OccurrenceOptions): Date[] {
  checkWindow(from, to);
  const zone = zoneOf(series.start, given);
  const excluded = exclusion(series.excluded, zone);
  const found = new Set<number>();
  for (const [wall, instant] of [...startAndRule(series, zone, from, to), ...others(series.added, zone)]) {
    if (instant >= from.getTime() && instant < to.getTime() && !excluded(wall, instant)) found.add(instant);
  }
  return [...found].sort((one, other) => one - other).map((instant) => new Date(instant));
}

/** A calendar has no year of more than four digits. */
const LAST = Date.UTC(9999, 0);

/** Each time on the clocks of the zone, and the instant that is. */
type Time = readonly [wall: number, instant: number];

function startAndRule({ start, rules }: Series, zone: string, from: Date, to: Date): Time[] {
  const first = wallOf(start);
  const [text, ...more] = rules;
  if (more.length > 0) throw new CalendarError('A todo has more than one rule, which cannot be computed here.');
  // Also where it lies outside of the window: a zone that is not known is told in every window.
  const begin: Time = [first, instantOf(first, zone)];
  if (text === undefined) return [begin];
  const rule = readRule(text);
  // No zone is a day away from UTC.
  const end = Math.min(to.getTime(), LAST, rule.until === null ? LAST : wallOf(rule.until) + DAY);
  const walls = wallTimes(rule, first, Math.min(from.getTime(), LAST) - DAY, end + DAY);
  return walls.map((wall): Time => [wall, instantOf(wall, zone)]).filter(notAfter(rule));
}

/** `UNTIL` may still occur itself. In UTC it is an instant, as it has to be for a start with a zone; a day ends with it. */
function notAfter({ until }: Rule): (time: Time) => boolean {
  if (until === null) return () => true;
  if (until.kind === 'utc') return ([, instant]) => instant <= until.at.getTime();
  if (until.kind === 'date') return ([wall]) => wall < wallOf(until) + DAY;
  return ([wall]) => wall <= wallOf(until);
}

function others(times: readonly CalendarTime[], zone: string): Time[] {
  return times.map((time) => [wallOf(time), instantOfTime(time, zone)]);
}

function exclusion(times: readonly CalendarTime[], zone: string): (wall: number, instant: number) => boolean {
  const days = new Set(times.filter(({ kind }) => kind === 'date').map(wallOf));
  const instants = new Set(
    others(
      times.filter(({ kind }) => kind !== 'date'),
      zone,
    ).map(([, instant]) => instant),
  );
  return (wall, instant) => instants.has(instant) || days.has(wallNumber(`${wallText(wall).slice(0, 10)}T00:00:00`));
}

function checkWindow(from: Date, to: Date): void {
  if (!(instantIn(from) <= instantIn(to))) {
    throw new CalendarError('Occurrences need a window: `from` and `to` are valid dates, `to` not before `from`.');
  }
}

/** Not a number where it is no date, as a text is none. */
function instantIn(date: Date): number {
  return typeof date?.getTime === 'function' ? date.getTime() : Number.NaN;
}

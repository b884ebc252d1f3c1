import type { Budget } from './budget.js';
import { CalendarError } from './calendar-error.js';
import { type CalendarTime, wallNumber, wallOf, wallText } from './calendar-time.js';
import { isPeriodic, periodicTimes, type Time, wallTimes } from './recurrence.js';
import { type Rule, readRule } from './rule.js';
import { dayLength, instantOf, utc, type Zone } from './zone.js';
import type { Zones } from './zones.js';

/** The window of occurrences. It is required, since a series may have no end. */
export interface OccurrenceOptions {
  /** First instant of the window. */
  readonly from: Date;
  /** End of the window; this instant is excluded. */
  readonly to: Date;
  /** Zone for starts without their own: a floating time, or a day. A day occurs when it begins. */
  readonly zone?: string | undefined;
}

/** The data that define the occurrences of one todo (RFC 5545, section 3.8.5). */
export interface Series {
  readonly start: CalendarTime;
  readonly rules: readonly string[];
  /** `RDATE` */
  readonly added: readonly CalendarTime[];
  /** `EXDATE`; a day excludes all its times. */
  readonly excluded: readonly CalendarTime[];
  readonly zones: Zones;
}

/** Sorted, without duplicates. */
export function instantsOf(series: Series, options: OccurrenceOptions, budget: Budget): Date[] {
  const { from, to } = options;
  const zoneOf = (time: CalendarTime, floating: Zone | null): Zone => {
    if (time.kind === 'utc') return utc;
    return time.kind === 'zoned' ? series.zones.get(time.zone, budget) : (floating ?? noZone(time));
  };
  const given = options.zone === undefined ? null : series.zones.get(options.zone, budget);
  const zone = zoneOf(series.start, given);
  const timeOf = (time: CalendarTime): Time => [wallOf(time), instantOf(wallOf(time), zoneOf(time, zone))];
  const excluded = exclusion(series.excluded, timeOf);
  const found = new Set<number>();
  const take = ([wall, instant]: Time) => {
    if (instant >= from.getTime() && instant < to.getTime() && !excluded(wall, instant)) found.add(instant);
  };
  for (const time of startAndRule(series, zone, from, to, budget)) take(time);
  for (const time of series.added) take(timeOf(time));
  return [...found].sort((first, second) => first - second).map((instant) => new Date(instant));
}

function noZone(time: CalendarTime): never {
  const what = time.kind === 'date' ? 'on a day without a time' : 'at a time without a zone';
  throw new CalendarError(`A todo starts ${what}. Set \`zone\` to compute its occurrences.`, 'DTSTART');
}

/** Years in a calendar have four digits. */
const lastInstant = Date.UTC(9999, 0);

/**
 * The start is the first time, even if the rule does not produce it: the platform documents that. Two times that become
 * the same instant, because of summer time, count once (RFC 5545, section 3.3.10).
 */
function* startAndRule({ start, rules }: Series, zone: Zone, from: Date, to: Date, budget: Budget): Generator<Time> {
  const first = wallOf(start);
  const [text, ...more] = rules;
  if (more.length > 0) throw new CalendarError('A todo has more than one rule. Only one can be computed.', 'RRULE');
  const begin: Time = [first, instantOf(first, zone)];
  if (text === undefined) {
    yield begin;
    return;
  }
  const rule = readRule(text);
  if (!isAfterUntil(rule, begin)) yield begin;
  const seen = new Set([begin[1]]);
  for (const time of timesOfRule(rule, begin, zone, from, to, budget)) {
    if (rule.count !== null && seen.size >= rule.count) return;
    if (seen.has(time[1]) || isAfterUntil(rule, time)) continue;
    seen.add(time[1]);
    yield time;
  }
}

function* timesOfRule(rule: Rule, begin: Time, zone: Zone, from: Date, to: Date, budget: Budget): Generator<Time> {
  // Every zone is less than a day away from UTC.
  const end = Math.min(
    to.getTime(),
    lastInstant,
    rule.until === null ? lastInstant : wallOf(rule.until) + 2 * dayLength,
  );
  const earliest = Math.min(from.getTime(), lastInstant) - dayLength;
  if (isPeriodic(rule)) {
    yield* periodicTimes(rule, begin, zone, earliest, end, budget);
  } else {
    for (const wall of wallTimes(rule, begin[0], earliest, end + dayLength, budget))
      yield [wall, instantOf(wall, zone)];
  }
}

/** `UNTIL` itself is included, and a day with all its times. In UTC it is an instant, as a start with a zone requires. */
function isAfterUntil({ until }: Rule, [wall, instant]: Time): boolean {
  if (until === null) return false;
  if (until.kind === 'utc') return instant > until.at.getTime();
  return until.kind === 'date' ? wall >= wallOf(until) + dayLength : wall > wallOf(until);
}

function exclusion(times: readonly CalendarTime[], timeOf: (time: CalendarTime) => Time): (...time: Time) => boolean {
  const isDay = ({ kind }: CalendarTime) => kind === 'date';
  const days = new Set(times.filter(isDay).map(wallOf));
  const instants = new Set(times.filter((time) => !isDay(time)).map((time) => timeOf(time)[1]));
  return (wall, instant) => instants.has(instant) || days.has(wallNumber(`${wallText(wall).slice(0, 10)}T00:00:00`));
}

/** Refuses an invalid window before anything is computed, even if the calendar has no todos. */
export function checkOptions(options: OccurrenceOptions): void {
  const unknown = Object.keys(options ?? {}).find((name) => !['from', 'to', 'zone'].includes(name));
  if (unknown !== undefined) {
    throw new CalendarError('Unknown option of occurrences. There are: from, to, zone.');
  }
  const { from, to, zone }: Partial<OccurrenceOptions> = options ?? {};
  if (!(instantIn(from) <= instantIn(to))) {
    throw new CalendarError(
      'Occurrences need a window: `from` and `to` must be valid dates, and `to` must not be before `from`.',
    );
  }
  if (zone !== undefined && typeof zone !== 'string')
    throw new CalendarError('`zone` must be the name of a time zone.');
}

/** `NaN` if the value is not a date. */
function instantIn(date: Date | undefined): number {
  return typeof date?.getTime === 'function' ? date.getTime() : Number.NaN;
}

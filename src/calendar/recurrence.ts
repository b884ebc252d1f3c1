import ICAL from 'ical.js';
import type { Budget } from './budget.js';
import { CalendarError } from './calendar-error.js';
import { wallText } from './calendar-time.js';
import type { Frequency, Rule } from './rule.js';
import { dayLength, type Zone } from './zone.js';

const periodLengths = { SECONDLY: 1000, MINUTELY: 60_000, HOURLY: dayLength / 24 } as const;
const dayCounts = { DAILY: 1, WEEKLY: 7 } as const;

/** A time on the clocks of a zone, as if it were UTC, and its instant. */
export type Time = readonly [wall: number, instant: number];

/** Rules of hours, minutes and seconds repeat by elapsed time, also across a change to or from summer time. */
export const isPeriodic = ({ frequency }: Rule): boolean => frequency in periodLengths;

/** The times of a periodic rule after its start and before `to`. Without `COUNT`, times before `from` may be missing. */
export function* periodicTimes(
  rule: Rule,
  [start, startInstant]: Time,
  zone: Zone,
  from: number,
  to: number,
  budget: Budget,
): Generator<Time> {
  const period = periodLengths[rule.frequency as keyof typeof periodLengths] * rule.interval;
  const passed = rule.count === null ? Math.max(0, Math.floor((from - startInstant) / period)) : 0;
  for (let number = passed || 1; startInstant + number * period < to; number++) {
    budget.spend();
    const instant = startInstant + number * period;
    const wall = instant + zone.offsetAt(instant);
    if (fitsRule(rule, start, wall)) yield [wall, instant];
  }
}

/**
 * The wall clock times of a rule of days or more, as if they were UTC. They are after its start and before `to`. Without
 * `COUNT`, times before `from` may be missing. The caller knows the zone, so it applies `UNTIL` and `COUNT`.
 */
export function* wallTimes(rule: Rule, start: number, from: number, to: number, budget: Budget): Generator<number> {
  const clock = clockTimes(rule, start);
  // The last day is included whole: its earliest time may be before `to`.
  for (const day of candidates(rule, start, from, to + dayLength, budget)) {
    if (!fitsRule(rule, start, day)) continue;
    for (const time of clock ?? [day - midnight(day)]) {
      budget.spend();
      const wall = midnight(day) + time;
      if (wall > start && wall < to) yield wall;
    }
  }
}

const midnight = (wall: number): number => Math.floor(wall / dayLength) * dayLength;

/** The rule's times of day, if it has any. The library confuses them for days that a month does not have. */
function clockTimes({ hours, minutes, seconds }: Rule, start: number): number[] | null {
  if (hours === null && minutes === null && seconds === null) return null;
  const first = new Date(start);
  const times = (hours ?? [first.getUTCHours()]).flatMap((hour) =>
    (minutes ?? [first.getUTCMinutes()]).flatMap((minute) =>
      (seconds ?? [first.getUTCSeconds()]).map((second) => ((hour * 60 + minute) * 60 + second) * 1000),
    ),
  );
  return [...new Set(times)].sort((first, second) => first - second);
}

/** The library's times for a rule that includes at least the same times. */
function* candidates(rule: Rule, start: number, from: number, to: number, budget: Budget): Generator<number> {
  // With a position, the library examines the whole month each time.
  const cost = rule.selectors.has('BYSETPOS') ? 20 : 1;
  try {
    const { recur, first } = widerRule(rule, start, from);
    recur.until = libraryTime(to);
    const iterator = recur.iterator(libraryTime(first));
    const passes = iterator.check_contracting_rules.bind(iterator);
    // The library searches until a time passes: for ever, if none does.
    iterator.check_contracting_rules = () => {
      budget.spend(cost);
      return numberOf(iterator.last) >= to || passes();
    };
    for (let next = nextOf(iterator); next !== null; next = nextOf(iterator)) yield numberOf(next);
  } catch (error) {
    if (error instanceof CalendarError) throw error;
    throw new CalendarError('A rule has parts that cannot be computed together.', 'RRULE');
  }
}

/** The library's types omit `null`, which marks the end. */
const nextOf = (iterator: ICAL.RecurIterator): ICAL.Time | null => iterator.next();

const libraryTime = (wall: number): ICAL.Time => ICAL.Time.fromDateTimeString(wallText(wall));

const numberOf = ({ year, month, day, hour, minute, second }: ICAL.Time): number =>
  Date.UTC(year, month - 1, day, hour, minute, second);

/**
 * rrule 2 was tried instead of ical.js. Its search has no bound: a rule that no day matches (30 February) takes half a
 * minute. ical.js is right for the rules made here; tests compare them with an independent computation. It is wrong for
 * negative and combined `BYMONTHDAY`, and for `BYMONTH` with an interval of months. It is also wrong for fifth weekdays of a
 * month, and for years from 29 February. So `fitsRule()` filters months and days of the month, also 'the second Monday'.
 */
function widerRule(rule: Rule, start: number, from: number): { recur: ICAL.Recur; first: number } {
  const { frequency, interval, months, monthDays, selectors, count } = rule;
  const ordinal = filtersOrdinals(rule);
  const recur = (freq: Frequency, every: number, ...more: string[]) => {
    const parts = [...selectors].map(
      ([name, value]) => `${name}=${ordinal && name === 'BYDAY' ? plainDays(value) : value}`,
    );
    return ICAL.Recur.fromString([`FREQ=${freq}`, `INTERVAL=${every}`, ...parts, ...more].join(';'));
  };
  // Without `COUNT`, past times are skipped: an old endless series then costs no more than the window.
  const earliest = count === null ? Math.max(start, from) : start;
  const yearly = frequency === 'YEARLY';

  if (frequency === 'MONTHLY' || (yearly && !selectors.has('BYDAY') && !selectors.has('BYYEARDAY'))) {
    const days = selectors.has('BYDAY') ? [] : [`BYMONTHDAY=${monthDays ?? new Date(start).getUTCDate()}`];
    // From the month before: the library does not check the position of its first time.
    const month = Date.UTC(new Date(earliest).getUTCFullYear(), new Date(earliest).getUTCMonth() - 1);
    return { recur: recur('MONTHLY', 1, ...days), first: month + start - midnight(start) };
  }
  if (yearly) {
    // 'The second Monday' is that of each of these months. Without months, it is that of the year.
    const scope = months === null || selectors.has('BYYEARDAY') ? [] : [`BYMONTH=${months}`];
    return { recur: recur('YEARLY', interval, ...scope), first: start };
  }
  const period = dayCounts[frequency as keyof typeof dayCounts] * dayLength * interval;
  return { recur: recur(frequency, interval), first: start + Math.floor((earliest - start) / period) * period };
}

/** With positions, the library itself counts the days of the rule. */
const filtersOrdinals = ({ frequency, selectors }: Rule): boolean =>
  frequency === 'MONTHLY' && !selectors.has('BYSETPOS');

/** The library handles weekdays in rules of weeks and of years. */
const filtersWeekdays = (rule: Rule): boolean => filtersOrdinals(rule) || isPeriodic(rule);

/** `2MO,-1FR` as `MO,FR`. */
const plainDays = (days: string): string => days.replaceAll(/[+-]?\d/g, '');

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

/** Is the day one of `2MO,-1FR` in its month of that length? */
function isOrdinalDay(days: string, time: Date, length: number): boolean {
  const day = time.getUTCDate();
  const places = [Math.ceil(day / 7), -Math.ceil((length - day + 1) / 7)];
  return days.split(',').some((weekday) => {
    if (weekday.slice(-2) !== weekdays[time.getUTCDay()]) return false;
    return weekday.length === 2 || places.includes(Number(weekday.slice(0, -2)));
  });
}

/** Does the time lie in a month, on a day and in a period that the rule allows? */
function fitsRule(rule: Rule, start: number, wall: number): boolean {
  const { frequency, interval, months, monthDays, selectors } = rule;
  const first = new Date(start);
  const time = new Date(wall);
  const yearly = frequency === 'YEARLY';
  const sameMonth = yearly && monthDays === null && !selectors.has('BYDAY') && !selectors.has('BYYEARDAY');
  const allowed = months ?? (sameMonth ? [first.getUTCMonth() + 1] : null);
  if (allowed !== null && !allowed.includes(time.getUTCMonth() + 1)) return false;
  const day = time.getUTCDate();
  const length = new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1, 0)).getUTCDate();
  if (monthDays !== null && !monthDays.includes(day) && !monthDays.includes(day - length - 1)) return false;
  const days = selectors.get('BYDAY');
  if (days !== undefined && filtersWeekdays(rule) && !isOrdinalDay(days, time, length)) return false;
  const years = time.getUTCFullYear() - first.getUTCFullYear();
  if (yearly) return years % interval === 0;
  if (frequency !== 'MONTHLY') return true;
  return (years * 12 + time.getUTCMonth() - first.getUTCMonth()) % interval === 0;
}

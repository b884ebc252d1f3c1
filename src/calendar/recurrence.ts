import ICAL from 'ical.js';
import type { Budget } from './budget.js';
import { CalendarError } from './calendar-error.js';
import { wallText } from './calendar-time.js';
import type { Frequency, Rule } from './rule.js';
import { DAY, type Zone } from './zone.js';

const periodLengths = { SECONDLY: 1000, MINUTELY: 60_000, HOURLY: DAY / 24 } as const;
const dayCounts = { DAILY: 1, WEEKLY: 7 } as const;

/** A time on the clocks of a zone, as if it were UTC, and the instant that is. */
export type Time = readonly [wall: number, instant: number];

/** Rules of hours, minutes and seconds go on by the time that has passed, also through a change to or from summer time. */
export const isPeriodic = ({ frequency }: Rule): boolean => frequency in periodLengths;

/** The times of such a rule after its start and before `to`. Unless it counts, those before `from` may be left out. */
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
 * The wall clock times that a rule of days or more gives after its start and before `to`, as if they were UTC. Unless it
 * counts, those before `from` may be left out. `UNTIL` and `COUNT` are left to the caller, who knows the zone.
 */
export function* wallTimes(rule: Rule, start: number, from: number, to: number, budget: Budget): Generator<number> {
  const clock = clockTimes(rule, start);
  // The last day is asked for to its end: its earliest time may come before `to`.
  for (const day of candidates(rule, start, from, to + DAY, budget)) {
    if (!fitsRule(rule, start, day)) continue;
    for (const time of clock ?? [day - midnight(day)]) {
      budget.spend();
      const wall = midnight(day) + time;
      if (wall > start && wall < to) yield wall;
    }
  }
}

const midnight = (wall: number): number => Math.floor(wall / DAY) * DAY;

/** The times of each day, where the rule has any: the library mixes them up with days that a month does not have. */
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

/** What the library gives for a rule that asks for the same or more. */
function* candidates(rule: Rule, start: number, from: number, to: number, budget: Budget): Generator<number> {
  // For a position the library looks at the whole month each time.
  const cost = rule.selectors.has('BYSETPOS') ? 20 : 1;
  try {
    const { recur, first } = widerRule(rule, start, from);
    recur.until = libraryTime(to);
    const iterator = recur.iterator(libraryTime(first));
    const passes = iterator.check_contracting_rules.bind(iterator);
    // The library looks for the next time that passes until it finds one: for ever, where no time does.
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

/** The library's types leave out that the last answer is `null`. */
const nextOf = (iterator: ICAL.RecurIterator): ICAL.Time | null => iterator.next();

const libraryTime = (wall: number): ICAL.Time => ICAL.Time.fromDateTimeString(wallText(wall));

const numberOf = ({ year, month, day, hour, minute, second }: ICAL.Time): number =>
  Date.UTC(year, month - 1, day, hour, minute, second);

/**
 * rrule 2 was tried instead of ical.js: its search has no bound, and a rule that no day keeps to (30 February) takes half a
 * minute. ical.js is right for the rules made here, which is tested against another way to compute them. It was found wrong for
 * negative and combined `BYMONTHDAY`, for `BYMONTH` with an interval of months, for fifth weekdays of a month, and for years
 * that begin on 29 February. So months and days of the month, also 'the second Monday', are left to `keeps()`, where
 * that takes away from what it gives.
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
  // What is over is passed over where nothing is counted: an old series without end costs what the window costs.
  const earliest = count === null ? Math.max(start, from) : start;
  const yearly = frequency === 'YEARLY';

  if (frequency === 'MONTHLY' || (yearly && !selectors.has('BYDAY') && !selectors.has('BYYEARDAY'))) {
    const days = selectors.has('BYDAY') ? [] : [`BYMONTHDAY=${monthDays ?? new Date(start).getUTCDate()}`];
    // From the month before: the library does not look at the position of the first time that it gives.
    const month = Date.UTC(new Date(earliest).getUTCFullYear(), new Date(earliest).getUTCMonth() - 1);
    return { recur: recur('MONTHLY', 1, ...days), first: month + start - midnight(start) };
  }
  if (yearly) {
    // 'The second Monday' is one of each of these months, or of the year where there are none.
    const scope = months === null || selectors.has('BYYEARDAY') ? [] : [`BYMONTH=${months}`];
    return { recur: recur('YEARLY', interval, ...scope), first: start };
  }
  const period = dayCounts[frequency as keyof typeof dayCounts] * DAY * interval;
  return { recur: recur(frequency, interval), first: start + Math.floor((earliest - start) / period) * period };
}

/** Of positions the library keeps count itself, among the days as the rule has them. */
const filtersOrdinals = ({ frequency, selectors }: Rule): boolean =>
  frequency === 'MONTHLY' && !selectors.has('BYSETPOS');

/** Rules of weeks and of years with weekdays are the library's. */
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

import ICAL from 'ical.js';
import { CalendarError } from './calendar-error.js';
import { wallText } from './calendar-time.js';
import type { Frequency, Rule } from './rule.js';
import { DAY } from './zone.js';

/** Far more than any planning has, and looked at in about a second: every minute of two months, or every day of 270 years. */
const MOST_STEPS = 100_000;

/**
 * The wall clock times of a rule with `from <= time < to`, as if they were UTC. The start is the first of them, also where
 * the rule would not give it: the platform says that it is the first time. `UNTIL` is left to the caller, who knows the zone.
 */
export function wallTimes(rule: Rule, start: number, from: number, to: number): number[] {
  const found: number[] = [];
  let left = rule.count ?? Number.POSITIVE_INFINITY;
  const take = (wall: number) => {
    if (left-- > 0 && wall >= from && wall < to) found.push(wall);
  };
  take(start);
  const clock = clockTimes(rule, start);
  // The last day is asked for to its end: its earliest time may come before `to`.
  for (const day of candidates(rule, start, from, to + DAY)) {
    if (left <= 0) break;
    if (!keeps(rule, start, day)) continue;
    for (const wall of clock === null ? [day] : clock.map((time) => midnight(day) + time)) if (wall > start) take(wall);
  }
  return found;
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
  return [...new Set(times)].sort((one, other) => one - other);
}

/** What the library gives for a rule that asks for the same or more. */
function* candidates(rule: Rule, start: number, from: number, to: number): Generator<number> {
  let steps = 0;
  try {
    const { recur, first } = wider(rule, start, from);
    recur.until = libraryTime(to);
    const iterator = recur.iterator(libraryTime(first));
    const passes = iterator.check_contracting_rules.bind(iterator);
    // The library looks for the next time that passes until it finds one: for ever, where no time does.
    iterator.check_contracting_rules = () => {
      if (++steps > MOST_STEPS) throw new CalendarError('A rule has too many occurrences to compute for this window.');
      return numberOf(iterator.last) >= to || passes();
    };
    for (let next = nextOf(iterator); next !== null; next = nextOf(iterator)) yield numberOf(next);
  } catch (error) {
    if (error instanceof CalendarError) throw error;
    throw new CalendarError('A rule has parts that cannot be computed together.');
  }
}

/** The library's types leave out that the last answer is `null`. */
const nextOf = (iterator: ICAL.RecurIterator): ICAL.Time | null => iterator.next();

const libraryTime = (wall: number): ICAL.Time => ICAL.Time.fromDateTimeString(wallText(wall));

const numberOf = ({ year, month, day, hour, minute, second }: ICAL.Time): number =>
  Date.UTC(year, month - 1, day, hour, minute, second);

/**
 * The library is right for the rules made here, which is tested against another way to compute them. It was found wrong
 * for negative and combined `BYMONTHDAY`, for `BYMONTH` with an interval of months, for fifth weekdays of a month, and for
 * years that begin on 29 February. So months and days of the month, also 'the second Monday', are left to `keeps()`, where
 * that takes away from what it gives.
 */
function wider(rule: Rule, start: number, from: number): { recur: ICAL.Recur; first: number } {
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
  const period = periods[frequency] * interval;
  return { recur: recur(frequency, interval), first: start + Math.floor((earliest - start) / period) * period };
}

const periods = { SECONDLY: 1000, MINUTELY: 60_000, HOURLY: DAY / 24, DAILY: DAY, WEEKLY: 7 * DAY } as const;

/** Of positions the library keeps count itself, among the days as the rule has them. */
const filtersOrdinals = ({ frequency, selectors }: Rule): boolean =>
  frequency === 'MONTHLY' && !selectors.has('BYSETPOS');

/** `2MO,-1FR` as `MO,FR`. */
const plainDays = (days: string): string => days.replaceAll(/[+-]?\d/g, '');

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

/** Is the day one of `2MO,-1FR` in its month of that length? */
function isOrdinalDay(days: string, time: Date, length: number): boolean {
  const day = time.getUTCDate();
  const places = [Math.ceil(day / 7), -Math.ceil((length - day + 1) / 7)];
  return days.split(',').some((one) => {
    if (one.slice(-2) !== weekdays[time.getUTCDay()]) return false;
    return one.length === 2 || places.includes(Number(one.slice(0, -2)));
  });
}

/** Does the time lie in a month, on a day and in a period that the rule allows? */
function keeps(rule: Rule, start: number, wall: number): boolean {
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
  if (days !== undefined && filtersOrdinals(rule) && !isOrdinalDay(days, time, length)) return false;
  const years = time.getUTCFullYear() - first.getUTCFullYear();
  if (yearly) return years % interval === 0;
  if (frequency !== 'MONTHLY') return true;
  return (years * 12 + time.getUTCMonth() - first.getUTCMonth()) % interval === 0;
}

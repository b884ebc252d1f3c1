import { CalendarError } from './calendar-error.js';
import { type CalendarTime, calendarTime } from './calendar-time.js';

/** A parsed `RRULE`. */
export interface Rule {
  readonly frequency: Frequency;
  readonly interval: number;
  readonly count: number | null;
  readonly until: CalendarTime | null;
  readonly months: readonly number[] | null;
  /** Negative days count from the end of the month. */
  readonly monthDays: readonly number[] | null;
  readonly hours: readonly number[] | null;
  readonly minutes: readonly number[] | null;
  readonly seconds: readonly number[] | null;
  /** Other parts that select days, as written: `BYDAY`, `WKST` … */
  readonly selectors: ReadonlyMap<string, string>;
}

export type Frequency = (typeof frequencies)[number];

const frequencies = ['SECONDLY', 'MINUTELY', 'HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
/** Valid values of each part: for some others the library fails, or searches for ever. */
const selectorPatterns: Readonly<Record<string, RegExp>> = {
  BYDAY: /^([+-]?\d{1,2})?(SU|MO|TU|WE|TH|FR|SA)$/,
  BYYEARDAY: /^[+-]?(?!0+$)([012]?\d?\d|3[0-5]\d|36[0-6])$/,
  BYSETPOS: /^[+-]?(?!0+$)([012]?\d?\d|3[0-5]\d|36[0-6])$/,
  WKST: /^(SU|MO|TU|WE|TH|FR|SA)$/,
};
const clockParts = ['BYHOUR', 'BYMINUTE', 'BYSECOND'];
const knownParts = [
  'FREQ',
  'INTERVAL',
  'COUNT',
  'UNTIL',
  'BYMONTH',
  'BYMONTHDAY',
  ...clockParts,
  ...Object.keys(selectorPatterns),
];

/** Longer than any calendar, in units of the frequency. */
const maxIntervals: Partial<Record<Frequency, number>> = {
  YEARLY: 10_000,
  MONTHLY: 120_000,
  WEEKLY: 522_000,
  DAILY: 3_660_000,
};

/** Refuses a rule that is invalid or would be computed wrongly: no occurrence is better than a wrong one. */
export function readRule(text: string): Rule {
  const parts = partsOf(text);
  const frequency = frequencies.find((name) => name === parts.get('FREQ'));
  if (frequency === undefined) throw ruleError('has no known FREQ');
  for (const name of parts.keys()) {
    if (!knownParts.includes(name)) throw ruleError(`uses ${partName(name)}, which is not supported`);
  }
  const rule: Rule = {
    frequency,
    // A longer interval gives no more times, and the library would count all its months.
    interval: Math.min(readNumbers(parts, 'INTERVAL', 1)?.[0] ?? 1, maxIntervals[frequency] ?? Number.MAX_SAFE_INTEGER),
    count: readNumbers(parts, 'COUNT', 1)?.[0] ?? null,
    until: readUntil(parts.get('UNTIL')),
    months: readNumbers(parts, 'BYMONTH', 1, 12),
    monthDays: readNumbers(parts, 'BYMONTHDAY', -31, 31),
    hours: readNumbers(parts, 'BYHOUR', 0, 23),
    minutes: readNumbers(parts, 'BYMINUTE', 0, 59),
    seconds: readNumbers(parts, 'BYSECOND', 0, 59),
    selectors: new Map(
      [...parts].filter(([name]) => name in selectorPatterns).map(([name, value]) => [name, readSelector(name, value)]),
    ),
  };
  checkCombination(rule);
  return rule;
}

const ruleError = (problem: string) => new CalendarError(`A rule ${problem}.`, 'RRULE');

/** Hides an unusual name: it could be any text of the calendar. */
const partName = (name: string): string => (/^[A-Z]{1,20}$/.test(name) ? name : 'a part');

function partsOf(text: string): Map<string, string> {
  const parts = new Map<string, string>();
  for (const part of text.toUpperCase().split(';')) {
    const [, name, value] = /^\s*([A-Z-]+)=(\S+)\s*$/.exec(part) ?? [];
    if (name !== undefined && value !== undefined && !parts.has(name)) parts.set(name, value);
    else if (part.trim() !== '') throw ruleError('has an invalid or repeated part');
  }
  return parts;
}

function readNumbers(parts: ReadonlyMap<string, string>, name: string, least: number, most = Number.MAX_SAFE_INTEGER) {
  const written = parts.get(name)?.split(',');
  if (written === undefined) return null;
  const read = [...new Set(written.map((number) => (/^[+-]?\d+$/.test(number) ? Number(number) : Number.NaN)))];
  if (read.every((number) => number >= least && number <= most && (number !== 0 || least === 0))) return read;
  throw ruleError(`has a ${name} with an invalid number`);
}

/** Checks the values and removes duplicates. */
function readSelector(name: string, list: string): string {
  const values = [...new Set(list.split(','))];
  if (values.some((value) => !selectorPatterns[name]?.test(value)))
    throw ruleError(`has a ${name} with an invalid value`);
  return values.join(',');
}

function readUntil(text: string | undefined): CalendarTime | null {
  if (text === undefined) return null;
  const until = calendarTime(text, null);
  if (until === null) throw ruleError('has an UNTIL that is not a time');
  return until;
}

/** Refuses what RFC 5545 forbids, and what the library computes wrongly and `recurrence.ts` does not mend. */
function checkCombination({ frequency, monthDays, hours, minutes, seconds, selectors }: Rule): void {
  const refuse = (name: string) => {
    throw ruleError(`uses ${name} in an unsupported combination`);
  };
  const monthly = frequency === 'MONTHLY';
  const yearly = frequency === 'YEARLY';
  if (monthDays !== null && frequency === 'WEEKLY') refuse('BYMONTHDAY');
  if (selectors.has('BYYEARDAY') && !yearly) refuse('BYYEARDAY');
  const days = selectors.get('BYDAY');
  // The library reads one digit: the twentieth Monday of the year would be every Monday.
  if (days !== undefined && (monthly || yearly ? /\d\d/ : /\d/).test(days)) refuse('BYDAY');
  // No month has a sixth Monday.
  if (days !== undefined && monthly && !/^([+-]?[1-5])?[A-Z]{2}(,([+-]?[1-5])?[A-Z]{2})*$/.test(days)) refuse('BYDAY');
  if (days !== undefined && selectors.has('BYYEARDAY')) refuse('BYYEARDAY');
  const timed = hours !== null || minutes !== null || seconds !== null;
  // The library ignores the interval if a rule of hours, minutes or seconds has these.
  if (timed && /^(HOURLY|MINUTELY|SECONDLY)$/.test(frequency)) refuse('BYHOUR, BYMINUTE or BYSECOND');
  const positions = selectors.get('BYSETPOS');
  if (positions === undefined) return;
  const fromEnd = positions.split(',').some((position) => Number(position) < -1);
  if (!monthly || days === undefined || monthDays !== null || timed || fromEnd) refuse('BYSETPOS');
}

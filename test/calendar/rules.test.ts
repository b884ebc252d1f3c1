import { CalendarError } from 'care-platform/calendar';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { instants, todoWith } from './calendar-text.js';
import { type DayRule, dayByDay, ruleText } from './day-by-day.js';

const dayLength = 86_400_000;
const from = (least: number, most: number) => fc.integer({ min: least, max: most }).filter((one) => one !== 0);
const some = <Value>(value: fc.Arbitrary<Value>) => fc.uniqueArray(value, { minLength: 1, maxLength: 3 });
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const byday = (nth: fc.Arbitrary<number>) =>
  fc.uniqueArray(fc.record({ nth, weekday: fc.integer({ min: 0, max: 6 }) }), {
    minLength: 1,
    maxLength: 3,
    selector: ({ nth, weekday }) => `${nth} ${weekday}`,
  });

const interval = maybe(fc.integer({ min: 1, max: 4 }));
const bymonth = some(from(1, 12));
const bymonthday = some(from(-31, 31));
const times = {
  byhour: maybe(some(fc.integer({ min: 0, max: 23 }))),
  byminute: maybe(some(fc.integer({ min: 0, max: 59 }))),
};
const every = { interval, ...times };
const plain = byday(fc.constant(0));
const nth = byday(fc.integer({ min: -5, max: 5 }));
const wkst = maybe(fc.integer({ min: 0, max: 6 }));

const shapes: Record<string, Record<string, fc.Arbitrary<unknown>>> = {
  DAILY: { ...every, bymonth: maybe(bymonth), bymonthday: maybe(bymonthday), byday: maybe(plain) },
  WEEKLY: { ...every, wkst, bymonth: maybe(bymonth), byday: maybe(plain) },
  'MONTHLY by day of the month': { ...every, bymonth: maybe(bymonth), bymonthday: maybe(bymonthday) },
  'MONTHLY by weekday': { ...every, bymonth: maybe(bymonth), bymonthday: maybe(bymonthday), byday: nth },
  'MONTHLY by weekdays': { ...every, bymonth: maybe(bymonth), bymonthday: maybe(bymonthday), byday: plain },
  'MONTHLY by position': { interval, byday: plain, bysetpos: some(from(-1, 4)) },
  'YEARLY by day of the month': { ...every, bymonth: maybe(bymonth), bymonthday: maybe(bymonthday) },
  'YEARLY by weekday': { ...every, bymonth: maybe(bymonth), bymonthday: maybe(bymonthday), byday: nth },
  'YEARLY by day of the year': { ...every, byyearday: some(from(-366, 366)), bymonth: maybe(bymonth) },
};

/** A rule of this shape, with one of its own times as the start. */
function series(shape: string) {
  const freq = fc.constant(shape.split(' ')[0]);
  const rule = fc.record({ freq, ...shapes[shape] }) as unknown as fc.Arbitrary<DayRule>;
  const minute = fc.integer({ min: 0, max: 3 * 366 * 1440 }).map((one) => Date.UTC(2023, 0, 1) + one * 60_000);
  const years = shape.startsWith('Y') ? 9 : 3;
  return fc.record({ rule, minute, skip: fc.integer({ min: 0, max: 700 }) }).map(({ rule, minute, skip }) => {
    const [start = minute] = dayByDay(rule, minute, minute + years * 366 * dayLength);
    const inStep = dayByDay(rule, start, start + 1).length === 1;
    return {
      rule,
      start,
      inStep,
      from: start + skip * dayLength,
      to: start + skip * dayLength + years * 366 * dayLength,
    };
  });
}

const utc = (time: number) => new Date(time).toISOString().replaceAll(/[-:]|\.000/g, '');

describe('a rule', () => {
  test.each(Object.keys(shapes))('%s has the same times as a check of every day', (shape) => {
    fc.assert(
      fc.property(series(shape), fc.integer({ min: 1, max: 40 }), ({ rule, start, inStep, from, to }, count) => {
        fc.pre(inStep);
        const all = dayByDay(rule, start, to);
        const timesWith = (more: string) =>
          todoWith(`DTSTART:${utc(start)}`, `RRULE:${ruleText(rule)}${more}`)
            .occurrences({ from: new Date(from), to: new Date(to) })
            .map(({ at }) => at.getTime());
        const within = (times: readonly number[]) => times.filter((time) => time >= from);
        expect(timesWith('')).toEqual(within(all));
        expect(timesWith(`;COUNT=${count}`)).toEqual(within(all.slice(0, count)));
        const until = all[count - 1] ?? to;
        expect(timesWith(`;UNTIL=${utc(until)}`)).toEqual(within(all.filter((time) => time <= until)));
      }),
      { numRuns: 40 },
    );
  });

  test.each([
    ['FREQ=HOURLY;INTERVAL=6', ['07T00', '07T06', '07T12', '07T18']],
    ['FREQ=HOURLY;INTERVAL=12;BYDAY=SU', ['07T00', '07T12']],
    ['FREQ=MINUTELY;INTERVAL=720;BYMONTHDAY=-25', ['07T00', '07T12']],
    ['FREQ=SECONDLY;INTERVAL=28800;BYMONTH=1', ['07T00', '07T08', '07T16']],
  ])('of hours or less has the right times: %s', (rule, hours) => {
    const found = instants(['DTSTART:20230101T000000Z', `RRULE:${rule}`], '2024-01-07', '2024-01-08');
    expect(found.map((at) => at.slice(8, 13))).toEqual(hours);
  });

  test('counts the start as its first time, even if it does not match', () => {
    const found = instants(
      ['DTSTART:20240102T090000Z', 'RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=3'],
      '2024-01-01',
      '2025-01-01',
    );
    expect(found).toEqual(['2024-01-02T09:00Z', '2024-01-08T09:00Z', '2024-01-15T09:00Z']);
  });

  test('that ends can be computed in a window without end', () => {
    const always = ['0001-01-01', '+275760-09-12'] as const;
    const count = (rule: string) => instants(['DTSTART:20240102T090000Z', `RRULE:${rule}`], ...always).length;
    expect(
      ['FREQ=DAILY;COUNT=9', 'FREQ=DAILY;UNTIL=20240110T090000Z', 'FREQ=WEEKLY;UNTIL=19700101'].map(count),
    ).toEqual([9, 9, 0]);
    expect(() => count('FREQ=DAILY')).toThrow(CalendarError);
    expect(instants(['DTSTART:20240102T090000Z', 'RRULE:FREQ=DAILY'], '+020000-01-01', '+275760-09-12')).toEqual([]);
  });

  test('can begin before 1970', () => {
    const old = ['DTSTART:19601229T093000Z', 'RRULE:FREQ=DAILY;BYHOUR=8,20;BYMONTHDAY=-1;COUNT=3'];
    expect(instants(old, '1960-01-01', '1970-01-01')).toEqual([
      '1960-12-29T09:30Z',
      '1960-12-31T08:30Z',
      '1960-12-31T20:30Z',
    ]);
  });

  test('can be in lower case, with spaces around it and a semicolon at its end', () => {
    const found = instants(['DTSTART:20240102T090000Z', 'RRULE: freq=daily;count=2; '], '2024-01-01', '2025-01-01');
    expect(found).toHaveLength(2);
  });

  test.each([
    'FREQ=FORTNIGHTLY',
    'INTERVAL=2',
    'FREQ=DAILY;COUNT=0',
    'FREQ=DAILY;COUNT=many',
    'FREQ=DAILY;INTERVAL=0',
    'FREQ=DAILY;FREQ=WEEKLY',
    'FREQ=DAILY;UNTIL=tomorrow',
    'FREQ=DAILY;BYHOUR=25',
    'FREQ=WEEKLY;BYDAY=XX',
    'FREQ=WEEKLY;BYDAY=1MO',
    'FREQ=WEEKLY;BYMONTHDAY=1',
    'FREQ=WEEKLY;BYDAY=MO,TU;BYSETPOS=1',
    'FREQ=MONTHLY;BYDAY=MO;BYSETPOS=-2',
    'FREQ=MONTHLY;BYDAY=9MO',
    'FREQ=YEARLY;BYWEEKNO=20',
    'FREQ=YEARLY;BYDAY=20MO',
    'FREQ=HOURLY;BYHOUR=8',
    'FREQ=DAILY;SKIP=BACKWARD',
    'nothing',
  ])('that is not supported is refused when occurrences are computed, and the rest is read: %s', (rule) => {
    const todo = todoWith('DTSTART:20240102T090000Z', 'SUMMARY:Mood', `RRULE:${rule}`);
    expect(todo).toMatchObject({ summary: 'Mood', rule });
    const window = { from: new Date('2024-01-01'), to: new Date('2026-01-01') };
    expect(() => todo.occurrences(window)).toThrow(expect.objectContaining({ name: 'CalendarError' }));
  });

  test.each([
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=HOURLY;INTERVAL=168;BYDAY=TU',
    'FREQ=MONTHLY;BYMONTHDAY=31;BYMONTH=4',
    'FREQ=YEARLY;BYMONTH=4;BYMONTHDAY=15;BYDAY=1MO',
    'FREQ=YEARLY;BYMONTH=2;BYDAY=5MO,-5TU;BYMONTHDAY=1',
  ])('that no time matches ends: %s', (rule) => {
    expect(instants(['DTSTART:20240101T090000Z', `RRULE:${rule}`], '2024-01-02', '2024-12-31')).toEqual([]);
  });

  test('with too many times is an error, not an endless loop', () => {
    const minutely = ['DTSTART:20240101T000000Z', 'RRULE:FREQ=MINUTELY'];
    expect(() => instants(minutely, '2024-01-01', '2025-01-01')).toThrow(CalendarError);
    expect(instants(minutely, '2034-01-01', '2034-01-02')).toHaveLength(24 * 60);
  });
});

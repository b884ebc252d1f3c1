import { CalendarError, parseCalendar } from 'care-platform/calendar';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { calendarText, todoWith } from './calendar-text.js';

const month = { from: new Date('2024-01-01'), to: new Date('2024-01-31') };
const start = 'DTSTART:20240101T000000Z';
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
/** From midnight, one per second. */
const stamp = (index: number) => {
  const parts = [index / 3600, (index / 60) % 60, index % 60].map((part) => Math.floor(part));
  const time = [(parts[0] ?? 0) % 24, ...parts.slice(1)].map((part) => String(part).padStart(2, '0'));
  return `2024010${1 + Math.floor(index / 86_400)}T${time.join('')}Z`;
};

/** Each of them once took seconds to minutes, or all memory. The time limit of a test catches such a case. */
describe('a hostile text is read quickly', () => {
  test('in an edge of blanks before a line separator', () => {
    const text = `BEGIN:${' '.repeat(200_000)}a\u2028${' '.repeat(200_000)}b`;
    expect(() => parseCalendar(text)).toThrow(CalendarError);
    expect(
      parseCalendar(calendarText().replace('BEGIN:VTODO', `BEGIN:VTODO${' '.repeat(200_000)}`)).todos,
    ).toHaveLength(1);
  });

  test.each(['SUMMARY:one\r\n two', 'SUMMARY:onetwo'])(
    'in carriage returns around %j, as text and as bytes',
    (line) => {
      const text = calendarText(line.replace('one', `one${'\r'.repeat(1_000_000)}`), 'CLASS:PUBLIC');
      expect(parseCalendar(text).todos[0]?.summary).toBe('onetwo');
      expect(parseCalendar(new TextEncoder().encode(text)).todos[0]?.summary).toBe('onetwo');
    },
  );

  test.each([
    ['parameters', `SUMMARY${';A=B'.repeat(500_000)}:one`],
    ['quoted parameters', `SUMMARY${';A="B"'.repeat(500_000)}:one`],
    ['quotes', `SUMMARY;A=${'"B"'.repeat(500_000)}:one`],
    ['a long value', `X-LONG:${'/diary/schema/entry#a:'.repeat(200_000)}`],
    ['escapes', `X-LONG:${'\\'.repeat(2_000_000)}`],
    ['rules', Array(100_000).fill('RRULE:FREQ=DAILY').join('\r\n')],
    ['folds', `SUMMARY:${'a\r\n '.repeat(300_000)}`],
  ])('in %s', (_, lines) => {
    expect(todoWith(lines).uid).toBe('1@care.example');
  });

  test('in parameters without end', () => {
    expect(parseCalendar(calendarText(`SUMMARY${';A=B'.repeat(500_000)}`)).problems).toHaveLength(1);
  });

  test('in changed times of one series', () => {
    const moved = numbers(20_000).map((index) => `BEGIN:VTODO\nUID:1\nRECURRENCE-ID:${stamp(index)}\nEND:VTODO`);
    const text = ['BEGIN:VCALENDAR', ...moved, 'END:VCALENDAR'].join('\n');
    expect(parseCalendar(text).todos).toHaveLength(20_000);
  });
});

describe('lists', () => {
  const many = 150_000;

  test('are counted without duplicates', () => {
    const twice = (text: string) => Array(many).fill(text).join(',');
    const todo = todoWith(
      start,
      `CATEGORIES:${twice('diary')}`,
      `EXDATE:${twice('20240102T000000Z')}`,
      'RRULE:FREQ=DAILY',
    );
    expect(todo.categories).toEqual(['diary']);
    expect(todo.occurrences(month)).toHaveLength(29);
    const rule = `RRULE:FREQ=DAILY;BYHOUR=${twice('8')};BYMINUTE=${twice('30')};BYDAY=${twice('MO')};COUNT=3`;
    expect(todoWith(start, rule).occurrences(month)).toHaveLength(3);
  });

  test.each(['EXDATE', 'RDATE'])('of too many times are an error: %s', (name) => {
    expect(() => parseCalendar(calendarText(start, `${name}:${numbers(many).map(stamp)}`))).toThrow(CalendarError);
    const lines = numbers(many).map((index) => `${name}:${stamp(index)}`);
    expect(() => parseCalendar(calendarText(start, lines.join('\n')))).toThrow(CalendarError);
  });

  test('of too many categories are an error', () => {
    expect(() => parseCalendar(calendarText(`CATEGORIES:${numbers(many)}`))).toThrow(CalendarError);
    const one = todoWith(`CATEGORIES:${'diary'.repeat(10_000_000)}`).categories;
    expect(one.map(({ length }) => length)).toEqual([50_000_000]);
  });
});

describe('the steps of a calendar', () => {
  test.each([
    `FREQ=DAILY;BYHOUR=${numbers(24)};BYMINUTE=${numbers(60)};BYSECOND=${numbers(60)}`,
    'FREQ=SECONDLY',
    'FREQ=SECONDLY;BYMONTH=2',
    'FREQ=MINUTELY;COUNT=9007199254740991;BYDAY=MO',
  ])('also count within a day: %s', (rule) => {
    const window = { from: month.from, to: new Date('2025-01-01') };
    expect(() => todoWith(start, `RRULE:${rule}`).occurrences(window)).toThrow(CalendarError);
  });

  test('add up over all todos', () => {
    const series = (index: number) => `BEGIN:VTODO\nUID:${index}\n${start}\nRRULE:FREQ=MINUTELY\nEND:VTODO`;
    const text = (count: number) => ['BEGIN:VCALENDAR', ...numbers(count).map(series), 'END:VCALENDAR'].join('\n');
    expect(parseCalendar(text(2)).occurrences(month)).toHaveLength(2 * 30 * 24 * 60);
    expect(() => parseCalendar(text(3)).occurrences(month)).toThrow(CalendarError);
  });

  test('include those of its zones', () => {
    const zone = (index: number) => [
      `BEGIN:VTIMEZONE\nTZID:${index}\nBEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:+0100`,
      'TZOFFSETTO:+0200\nRRULE:FREQ=MONTHLY\nEND:STANDARD\nEND:VTIMEZONE',
      `BEGIN:VTODO\nUID:${index}\nDTSTART;TZID=${index}:20240101T000000\nEND:VTODO`,
    ];
    const text = ['BEGIN:VCALENDAR', ...numbers(100).flatMap(zone), 'END:VCALENDAR'].join('\n');
    expect(() => parseCalendar(text)).toThrow(CalendarError);
  });

  test('include the changed times, which each series with the same UID excludes', () => {
    const changedTodo = (index: number) => `BEGIN:VTODO\nUID:1\nRECURRENCE-ID:${stamp(index)}\nEND:VTODO`;
    const series = `BEGIN:VTODO\nUID:1\n${start}\nEND:VTODO`;
    const text = (count: number) =>
      ['BEGIN:VCALENDAR', ...numbers(1000).map(changedTodo), ...Array(count).fill(series), 'END:VCALENDAR'].join('\n');
    expect(parseCalendar(text(100)).problems).toEqual([]);
    expect(() => parseCalendar(text(1000))).toThrow(CalendarError);
  });

  test.each([
    'FREQ=DAILY;INTERVAL=9007199254740991',
    'FREQ=WEEKLY;INTERVAL=9007199254740991',
    'FREQ=MONTHLY;INTERVAL=9007199254740991',
    'FREQ=YEARLY;INTERVAL=9007199254740991',
    'FREQ=HOURLY;INTERVAL=9007199254740991',
    'FREQ=SECONDLY;INTERVAL=9007199254740991;COUNT=9',
  ])('end if the next time is after the last year: %s', (rule) => {
    const always = { from: new Date('1990-01-01'), to: new Date('+275760-09-12') };
    expect(todoWith(start, `RRULE:${rule}`).occurrences(always)).toHaveLength(1);
  });
});

test('the runtime is asked once for each unknown zone, even if many todos name it', () => {
  const asked = vi.spyOn(Intl, 'DateTimeFormat');
  onTestFinished(() => asked.mockRestore());
  // More than the number that is remembered between calendars.
  const unknown = numbers(1500).map((zone) => `BEGIN:VTODO\nUID:1\nDTSTART;TZID=No ${zone}:20240101T000000\nEND:VTODO`);
  const text = ['BEGIN:VCALENDAR', ...unknown, ...unknown, ...unknown, 'END:VCALENDAR'].join('\n');
  expect(parseCalendar(text).problems).toHaveLength(4500);
  expect(asked).toHaveBeenCalledTimes(1500);
});

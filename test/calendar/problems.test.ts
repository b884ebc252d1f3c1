import { isCareError } from 'care-platform';
import { type Calendar, parseCalendar } from 'care-platform/calendar';
import { describe, expect, test } from 'vitest';

const todo = (uid: string, ...properties: string[]) => ['BEGIN:VTODO', `UID:${uid}`, ...properties, 'END:VTODO'];
const good = (uid: string) => todo(uid, 'DTSTART:20240325T090000Z', 'CATEGORIES:diary');
const calendarOf = (...todos: string[][]) =>
  parseCalendar(['BEGIN:VCALENDAR', ...todos.flat(), 'END:VCALENDAR', ''].join('\r\n'));
const day = { from: new Date('2024-03-25'), to: new Date('2024-03-26') };
const uidsOn = (calendar: Calendar) => calendar.occurrences(day).map((occurrence) => occurrence.todo.uid);

describe('a todo that cannot be read', () => {
  test.each<[string, string[], { name: string; line: number; uid: string | null }]>([
    ['a start that is not a time', todo('bad', 'DTSTART:Grief'), { name: 'DTSTART', line: 7, uid: 'bad' }],
    ['a day that does not exist', todo('bad', 'DTSTART:20240230T090000'), { name: 'DTSTART', line: 7, uid: 'bad' }],
    ['no UID', good('bad').toSpliced(1, 1), { name: 'UID', line: 7, uid: null }],
    ['a line without a name', todo('bad', 'Grief'), { name: 'VTODO', line: 9, uid: 'bad' }],
    ['an open quote', todo('bad', 'SUMMARY;X="Grief:open'), { name: 'VTODO', line: 9, uid: 'bad' }],
    ['a parameter without a value', todo('bad', 'SUMMARY;Grief:one'), { name: 'VTODO', line: 9, uid: 'bad' }],
  ])('because of %s is listed as a problem, and the others are read', (_, bad, problem) => {
    const calendar = calendarOf(good('first'), bad, good('last'));
    expect(calendar.todos.map(({ uid }) => uid)).toEqual(['first', 'last']);
    expect(uidsOn(calendar)).toEqual(['first', 'last']);
    expect(calendar.problems).toEqual([{ ...problem, message: expect.any(String) }]);
    expect(JSON.stringify(calendar.problems)).not.toContain('Grief');
  });

  test('does not replace a time of its series', () => {
    const series = todo('one', 'DTSTART:20240325T090000Z', 'RRULE:FREQ=DAILY;COUNT=2');
    const moved = todo('one', 'RECURRENCE-ID:20240325T090000Z', 'DTSTART:Grief');
    expect(uidsOn(calendarOf(series, moved))).toEqual(['one']);
  });
});

describe('a todo whose times cannot be computed', () => {
  test.each([
    ['TZID', ['DTSTART;TZID=Mars/Olympus:20240325T090000']],
    ['TZID', ['DTSTART:20240325T090000Z', 'EXDATE;TZID=Mars/Olympus:20240325T090000']],
    ['TZID', ['DTSTART:20240325T090000Z', 'RDATE;TZID=Mars/Olympus:20240325T090000']],
    ['EXDATE', ['DTSTART:20240325T090000Z', 'EXDATE:tomorrow']],
    ['RRULE', ['DTSTART:20240325T090000Z', 'RRULE:FREQ=FORTNIGHTLY']],
    ['RRULE', ['DTSTART:20240325T090000Z', 'RRULE:FREQ=WEEKLY;BYDAY=XX']],
    ['RRULE', ['DTSTART:20240325T090000Z', 'RRULE:FREQ=DAILY', 'RRULE:FREQ=WEEKLY']],
    ['RRULE', ['DTSTART:20240325', 'RRULE:FREQ=YEARLY;BYWEEKNO=20']],
  ])('because of its %s is read and listed, and the other todos have times: %j', (name, properties) => {
    const calendar = calendarOf(good('first'), todo('bad', 'SUMMARY:Grief', ...properties), good('last'));
    expect(calendar.todos.map(({ uid }) => uid)).toEqual(['first', 'bad', 'last']);
    expect(calendar.problems).toEqual([{ name, line: 7, uid: 'bad', message: expect.any(String) }]);
    expect(JSON.stringify(calendar.problems)).not.toContain('Grief');
    expect(uidsOn(calendar)).toEqual(['first', 'last']);
    const failure = (() => {
      try {
        return calendar.todos[1]?.occurrences(day);
      } catch (error) {
        return error;
      }
    })();
    expect(isCareError(failure)).toBe(true);
  });

  test('is also listed in the calendar of a category', () => {
    const bad = todo('bad', 'DTSTART;TZID=Mars/Olympus:20240325T090000', 'CATEGORIES:diary');
    const diaries = calendarOf(bad, good('good')).withCategory('diary');
    expect(diaries.problems).toHaveLength(1);
    expect(uidsOn(diaries)).toEqual(['good']);
  });
});

test('a readable calendar has no problems', () => {
  expect(calendarOf(good('one'), todo('floating', 'DTSTART:20240325T090000')).problems).toEqual([]);
});

test('a category is found in upper and lower case', () => {
  const calendar = calendarOf(todo('1', 'CATEGORIES:DIARY'), todo('2', 'CATEGORIES:Plan,Diary'), todo('3'));
  expect(calendar.withCategory('diary').todos.map(({ uid }) => uid)).toEqual(['1', '2']);
  expect(calendar.withCategory('PLAN').todos.map(({ uid }) => uid)).toEqual(['2']);
  expect(calendar.todos.map(({ categories }) => categories)).toEqual([['DIARY'], ['Plan', 'Diary'], []]);
});

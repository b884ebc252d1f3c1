import { CareError, isCareError } from 'care-platform';
import { CalendarError, parseCalendar } from 'care-platform/calendar';
import { describe, expect, test } from 'vitest';
import { calendarText, todoWith } from './calendar-text.js';

const schema = 'https://app.example.org/api/2/ns/diary/schema/entry#mood:2';

describe('a todo', () => {
  test('has the documented properties as fields', () => {
    const todo = todoWith(
      'DTSTART;TZID=Europe/Amsterdam:20240325T090000',
      'SUMMARY:Mood diary',
      'CATEGORIES:diary',
      'RRULE:FREQ=WEEKLY;BYDAY=MO',
      `X-SOMETHING:${schema}`,
    );
    expect(todo).toMatchObject({
      uid: '1@care.example',
      summary: 'Mood diary',
      categories: ['diary'],
      schemaId: schema,
      start: { kind: 'zoned', zone: 'Europe/Amsterdam', wall: '2024-03-25T09:00:00' },
      rule: 'FREQ=WEEKLY;BYDAY=MO',
      modified: new Date('2024-01-02T03:04:05Z'),
    });
  });

  test('without optional properties has nulls and no category', () => {
    expect(todoWith()).toMatchObject({ summary: null, categories: [], schemaId: null, start: null, rule: null });
  });

  test('finds its schema by the form of the value, under any property name', () => {
    const others = ['X-WEB:https://app.example.org/diary/#mood:2', 'X-COLOUR:#ff0000'];
    expect(todoWith(...others, `X-CARE-ID:${schema}`, 'URL:https://app.example.org').schemaId).toBe(schema);
    expect(todoWith(...others).schemaId).toBeNull();
    expect(todoWith(`URL:${schema}`).schemaId).toBeNull();
  });

  test('can have several categories, in several properties, and unknown ones', () => {
    const { categories } = todoWith('CATEGORIES:diary,training', 'CATEGORIES: plan,a\\,b,slash\\\\,new');
    expect(categories).toEqual(['diary', 'training', 'plan', 'a,b', 'slash\\', 'new']);
  });

  test('keeps unknown properties, even if they are named like members of `Object.prototype`', () => {
    const todo = todoWith('PRIORITY:5', 'CONSTRUCTOR:one', '__PROTO__;__PROTO__=x:two', 'X-A;X-B=c:three\\, four');
    expect(['priority', 'CONSTRUCTOR', '__proto__', 'X-A', 'X-Z'].map((name) => todo.property(name))).toEqual([
      '5',
      'one',
      'two',
      'three, four',
      null,
    ]);
  });

  test.each([
    ['DTSTART:20240325T090000Z', { kind: 'utc', at: new Date('2024-03-25T09:00:00Z') }],
    ['DTSTART:20240325T090000', { kind: 'floating', wall: '2024-03-25T09:00:00' }],
    ['DTSTART;VALUE=DATE:20240325', { kind: 'date', date: '2024-03-25' }],
    ['DTSTART:20240325', { kind: 'date', date: '2024-03-25' }],
    ['dtstart;tzid="Nowhere/At: All";value=date-time:20240325t090000', { kind: 'zoned', zone: 'Nowhere/At: All' }],
    ['DTSTART:20161231T235960Z', { kind: 'utc', at: new Date('2016-12-31T23:59:59Z') }],
  ])('starts at a time of the written kind: %s', (property, start) => {
    expect(todoWith(property).start).toMatchObject(start);
  });

  test('has `modified: null` if no instant is written', () => {
    const local = calendarText().replace('DTSTAMP:20240102T030405Z', 'DTSTAMP:20240102T030405');
    expect(parseCalendar(local).todos[0]?.modified).toBeNull();
  });
});

describe('a calendar', () => {
  const mixed = [['diary'], ['training'], ['diary', 'plan'], []].map((categories, index) =>
    ['BEGIN:VTODO', `UID:${index}`, `CATEGORIES:${categories}`, 'DTSTART:20240325T090000Z', 'END:VTODO'].join('\n'),
  );
  const calendar = parseCalendar(['BEGIN:VCALENDAR', ...mixed, 'END:VCALENDAR'].join('\n'));

  test('can be filtered by category', () => {
    const uids = (category: string) => calendar.withCategory(category).todos.map(({ uid }) => uid);
    expect(['diary', 'plan', 'mood'].map(uids)).toEqual([['0', '2'], ['2'], []]);
    const day = { from: new Date('2024-03-25'), to: new Date('2024-03-26') };
    expect(
      calendar
        .withCategory('diary')
        .occurrences(day)
        .map(({ todo }) => todo.uid),
    ).toEqual(['0', '2']);
  });

  test('ignores other components, and components inside a todo', () => {
    const alarm = ['BEGIN:VALARM', 'SUMMARY:inner', 'TRIGGER:-PT5M', 'not a property', 'END:VALARM'];
    const event = ['BEGIN:VEVENT', 'UID:2', 'END:VEVENT'];
    const text = calendarText(...alarm, 'SUMMARY:outer').replace('BEGIN:VTODO', [...event, 'BEGIN:VTODO'].join('\r\n'));
    expect(parseCalendar(text).todos.map(({ summary }) => summary)).toEqual(['outer']);
  });

  test('can be one of several in a text, and can be empty', () => {
    expect(parseCalendar(calendarText() + calendarText()).todos).toHaveLength(2);
    expect(parseCalendar('BEGIN:VCALENDAR\nEND:VCALENDAR').todos).toEqual([]);
  });

  const secret = 'SUMMARY:Grief';
  test.each<[unknown, string]>([
    [undefined, ''],
    [Promise.resolve(calendarText(secret)), ''],
    ['', ''],
    ['<html>Sign in</html>', ''],
    ['{"@type": "planning"}', ''],
    [calendarText(secret).replace('END:VCALENDAR', ''), 'END:VCALENDAR'],
    [calendarText(secret).replace(/END:.*/s, ''), 'END:VTODO'],
    [calendarText('END:VALARM'), 'Line 6 '],
  ])('that cannot be read is an error without its text: %j', (text, what) => {
    const read = () => parseCalendar(text as string);
    expect(read).toThrow(what);
    expect(read).toThrow(CalendarError);
    expect(read).not.toThrow(/Grief/);
  });

  test('has errors that `isCareError()` recognises', () => {
    const error = (() => {
      try {
        return parseCalendar('tomorrow');
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(error).toMatchObject({ name: 'CalendarError' });
    expect(isCareError(error)).toBe(true);
  });

  test('has errors with all members that `isCareError()` promises', () => {
    const error: unknown = new CalendarError('The message.', 'RRULE');
    if (!isCareError(error)) throw error;
    const missing = Object.getOwnPropertyNames(CareError.prototype).filter((name) => !(name in error));
    expect(missing).toEqual([]);
    expect(error.resourceUrl()).toBeUndefined();
    expect(error.isTransient).toBe(false);
    expect(error.toJSON()).toEqual({ name: 'CalendarError', message: 'The message.', property: 'RRULE' });
  });
});

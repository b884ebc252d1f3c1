import { parseCalendar, type TodoCategory } from 'care-platform/calendar';
import { describe, expect, test } from 'vitest';
import { calendarText } from './calendar-text.js';

const window = { from: new Date('2024-01-01T00:00:00Z'), to: new Date('2024-12-01T00:00:00Z') };
const calendars = {
  'with a todo': calendarText('DTSTART:20240325T090000Z'),
  'without todos': 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n',
};

describe.each(Object.entries(calendars))('a calendar %s', (_, text) => {
  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a date', window.from],
    ['a map', new Map(Object.entries(window))],
    ['a misspelt option', { ...window, timeZone: 'UTC' }],
    ['a name of `Object.prototype`', { ...window, constructor: 'UTC' }],
    ['a zone that is not a string', { ...window, zone: 5 }],
    ['strings as dates', { from: '2024-01-01', to: '2024-12-01' }],
    ['a window that ends before it begins', { from: window.to, to: window.from }],
  ])('refuses %s as the options of its occurrences', (_name, options) => {
    const calendar = parseCalendar(text);
    const refused = expect.objectContaining({ name: 'CalendarError' });
    expect(() => calendar.occurrences(options as typeof window)).toThrow(refused);
    for (const todo of calendar.todos) expect(() => todo.occurrences(options as typeof window)).toThrow(refused);
  });

  test('refuses a category that is not a string', () => {
    const calendar = parseCalendar(text);
    for (const category of [undefined, null, 5, {}, Symbol('diary')]) {
      expect(() => calendar.withCategory(category as TodoCategory)).toThrow(
        expect.objectContaining({ name: 'CalendarError' }),
      );
    }
  });
});

import { parseCalendar } from 'care-platform/calendar';
import { describe, expect, test } from 'vitest';
import { calendarText, instants } from './calendar-text.js';

const daily = ['DTSTART;TZID=Europe/Amsterdam:20240330T090000', 'RRULE:FREQ=DAILY;COUNT=4'];
const march = ['2024-03-01', '2024-05-01'] as const;

/** The remaining days of 30 and 31 March and 1 and 2 April. */
const daysLeft = (...exceptions: string[]) =>
  instants([...daily, ...exceptions], ...march).map((at) => at.slice(8, 10));

describe('exceptions', () => {
  test('EXDATE removes times, in its own zone or as an instant', () => {
    expect(daysLeft()).toEqual(['30', '31', '01', '02']);
    expect(daysLeft('EXDATE;TZID=Europe/Amsterdam:20240331T090000,20240402T090000')).toEqual(['30', '01']);
    expect(daysLeft('EXDATE:20240331T070000Z')).toEqual(['30', '01', '02']);
    expect(daysLeft('EXDATE;TZID=America/New_York:20240331T030000')).toEqual(['30', '01', '02']);
    expect(daysLeft('EXDATE:20240331T090000', 'EXDATE:20240401T090000')).toEqual(['30', '02']);
    expect(daysLeft('EXDATE:20240331T090001')).toEqual(['30', '31', '01', '02']);
  });

  test('EXDATE of a day removes all times of that day', () => {
    expect(daysLeft('EXDATE;VALUE=DATE:20240331')).toEqual(['30', '01', '02']);
  });

  test('EXDATE can remove the start, which still counts for COUNT', () => {
    expect(daysLeft('EXDATE;TZID=Europe/Amsterdam:20240330T090000')).toEqual(['31', '01', '02']);
  });

  test('RDATE adds times without duplicates, also periods and times of other zones', () => {
    expect(daysLeft('RDATE;TZID=Europe/Amsterdam:20240405T090000,20240331T090000')).toEqual([
      '30',
      '31',
      '01',
      '02',
      '05',
    ]);
    expect(daysLeft('RDATE;VALUE=PERIOD:20240403T070000Z/PT1H')).toEqual(['30', '31', '01', '02', '03']);
    const single = ['DTSTART:20240330T090000Z', 'RDATE:20240310T090000Z,20240320T090000Z'];
    expect(instants(single, '2024-03-15', '2024-04-01')).toEqual(['2024-03-20T09:00Z', '2024-03-30T09:00Z']);
  });

  test('a time with its own todo occurs only for that todo', () => {
    const moved = ['BEGIN:VTODO', 'UID:1@care.example', 'RECURRENCE-ID:20240331T070000Z', 'SUMMARY:Moved'];
    const text = calendarText('SUMMARY:Series', ...daily).replace(
      'END:VCALENDAR',
      [...moved, 'DTSTART:20240331T120000Z', 'END:VTODO', 'END:VCALENDAR'].join('\r\n'),
    );
    const found = parseCalendar(text).occurrences({ from: new Date('2024-03-31'), to: new Date('2024-04-02') });
    expect(found.map(({ todo, at }) => `${todo.summary} ${at.toISOString()}`)).toEqual([
      'Moved 2024-03-31T12:00:00.000Z',
      'Series 2024-04-01T07:00:00.000Z',
    ]);
  });

  test('that cannot be read are reported when occurrences are computed', () => {
    expect(() => daysLeft('EXDATE:tomorrow')).toThrow('EXDATE');
    expect(() => daysLeft('EXDATE;TZID=Mars/Olympus:20240331T090000')).toThrow('Mars/Olympus');
  });
});

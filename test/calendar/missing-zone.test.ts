import { CalendarError } from 'care-platform/calendar';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { instants, todoWith } from './calendar-text.js';

const window = ['2024-06-01', '2024-08-01'] as const;

describe.each(['Pacific/Auckland', 'UTC', 'America/Los_Angeles'])('on a machine in %s', (machine) => {
  const before = process.env.TZ;
  beforeAll(() => {
    process.env.TZ = machine;
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(machine);
  });
  afterAll(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });

  test('a floating time stays floating', () => {
    expect(todoWith('DTSTART:20240701T090000').start).toEqual({ kind: 'floating', wall: '2024-07-01T09:00:00' });
  });

  test('a day stays a day', () => {
    expect(todoWith('DTSTART;VALUE=DATE:20240701').start).toEqual({ kind: 'date', date: '2024-07-01' });
  });

  test('a floating time and a day have no occurrences without a given zone', () => {
    expect(() => instants(['DTSTART:20240701T090000'], ...window)).toThrow(CalendarError);
    expect(() => instants(['DTSTART:20240701'], ...window)).toThrow(CalendarError);
  });

  test('a floating time and a day have occurrences in a given zone', () => {
    const occurrences = (zone: string) => [
      ...instants(['DTSTART:20240701T090000'], ...window, zone),
      ...instants(['DTSTART:20240701', 'RRULE:FREQ=DAILY;COUNT=2'], ...window, zone),
    ];
    expect(occurrences('Europe/Amsterdam')).toEqual(['2024-07-01T07:00Z', '2024-06-30T22:00Z', '2024-07-01T22:00Z']);
    expect(occurrences('Asia/Tokyo')).toEqual(['2024-07-01T00:00Z', '2024-06-30T15:00Z', '2024-07-01T15:00Z']);
  });

  test('a given zone does not change times with their own zone', () => {
    const times = (start: string) => instants([start], ...window, 'Asia/Tokyo');
    expect(times('DTSTART;TZID=Europe/Amsterdam:20240701T090000')).toEqual(['2024-07-01T07:00Z']);
    expect(times('DTSTART:20240701T090000Z')).toEqual(['2024-07-01T09:00Z']);
  });

  test('a series has the same instants across changes of the machine’s zone and its own', () => {
    const series = ['DTSTART;TZID=Europe/Amsterdam:20240330T023000', 'RRULE:FREQ=DAILY'];
    const year = instants(series, '2024-03-30', '2025-03-30');
    expect(year).toHaveLength(365);
    expect(year.filter((at) => at.endsWith('T01:30Z'))).toHaveLength(155);
    expect(year.filter((at) => at.endsWith('T00:30Z'))).toHaveLength(210);
  });

  test('an UNTIL without zone, or a day, is read on the clocks of the start', () => {
    const count = (until: string) =>
      instants(['DTSTART;TZID=Asia/Tokyo:20240701T080000', `RRULE:FREQ=DAILY;UNTIL=${until}`], ...window).length;
    expect(['20240703T080000', '20240703T075959', '20240703', '20240702'].map(count)).toEqual([3, 2, 3, 2]);
  });
});

import { CalendarError } from 'care-platform/calendar';
import { describe, expect, test } from 'vitest';
import { instants, todoWith } from './calendar-text.js';

const amsterdam = (time: string) => `DTSTART;TZID=Europe/Amsterdam:${time}`;

describe('across a change to or from summer time', () => {
  test('a series keeps its clock time, and still ends at an UNTIL in UTC', () => {
    const series = [amsterdam('20240325T090000'), 'RRULE:FREQ=DAILY;UNTIL=20240401T070000Z'];
    expect(instants(series, '2024-03-01', '2024-05-01')).toEqual([
      '2024-03-25T08:00Z',
      '2024-03-26T08:00Z',
      '2024-03-27T08:00Z',
      '2024-03-28T08:00Z',
      '2024-03-29T08:00Z',
      '2024-03-30T08:00Z',
      '2024-03-31T07:00Z',
      '2024-04-01T07:00Z',
    ]);
  });

  test('an UNTIL one second earlier removes the last time', () => {
    const series = [amsterdam('20240330T090000'), 'RRULE:FREQ=DAILY;UNTIL=20240401T065959Z'];
    expect(instants(series, '2024-03-01', '2024-05-01')).toEqual(['2024-03-30T08:00Z', '2024-03-31T07:00Z']);
  });

  test('a skipped time uses the offset before the gap', () => {
    expect(instants([amsterdam('20240331T023000')], '2024-03-01', '2024-05-01')).toEqual(['2024-03-31T01:30Z']);
    const series = [amsterdam('20240330T023000'), 'RRULE:FREQ=DAILY;COUNT=3'];
    expect(instants(series, '2024-03-01', '2024-05-01')).toEqual([
      '2024-03-30T01:30Z',
      '2024-03-31T01:30Z',
      '2024-04-01T00:30Z',
    ]);
  });

  test('a time that occurs twice is the first of the two', () => {
    const series = [amsterdam('20241026T023000'), 'RRULE:FREQ=DAILY;COUNT=3'];
    expect(instants(series, '2024-10-01', '2024-12-01')).toEqual([
      '2024-10-26T00:30Z',
      '2024-10-27T00:30Z',
      '2024-10-28T01:30Z',
    ]);
  });

  test.each([
    ['America/New_York', '20240310T023000', '2024-03-10T07:30Z'],
    ['America/New_York', '20241103T013000', '2024-11-03T05:30Z'],
    ['Australia/Lord_Howe', '20241006T021500', '2024-10-05T15:45Z'],
    ['Australia/Lord_Howe', '20240407T014500', '2024-04-06T14:45Z'],
    ['America/Sao_Paulo', '20181104T000000', '2018-11-04T03:00Z'],
    ['Pacific/Apia', '20111230T090000', '2011-12-30T19:00Z'],
    ['Asia/Kathmandu', '20240701T090000', '2024-07-01T03:15Z'],
    ['UTC', '20240701T090000', '2024-07-01T09:00Z'],
  ])('in %s at %s', (zone, time, instant) => {
    expect(instants([`DTSTART;TZID=${zone}:${time}`], '2011-01-01', '2025-01-01')).toEqual([instant]);
  });

  test('two times that a gap maps to one instant count once', () => {
    const series = [amsterdam('20240330T020000'), 'RRULE:FREQ=DAILY;BYHOUR=2,3;COUNT=5'];
    expect(instants(series, '2024-03-01', '2024-05-01')).toEqual([
      '2024-03-30T01:00Z',
      '2024-03-30T02:00Z',
      '2024-03-31T01:00Z',
      '2024-04-01T00:00Z',
      '2024-04-01T01:00Z',
    ]);
    const halves = [amsterdam('20240331T013000'), 'RRULE:FREQ=DAILY;BYHOUR=1,2,3;BYMINUTE=0,30;COUNT=6'];
    expect(instants(halves, '2024-03-01', '2024-05-01')).toEqual([
      '2024-03-31T00:30Z',
      '2024-03-31T01:00Z',
      '2024-03-31T01:30Z',
      '2024-03-31T23:00Z',
      '2024-03-31T23:30Z',
      '2024-04-01T00:00Z',
    ]);
  });

  test.each([
    ['20240331T000000', 'FREQ=HOURLY;COUNT=4', ['30T23:00', '31T00:00', '31T01:00', '31T02:00']],
    ['20240331T020000', 'FREQ=HOURLY;COUNT=3', ['31T01:00', '31T02:00', '31T03:00']],
    ['20240331T013000', 'FREQ=MINUTELY;INTERVAL=30;COUNT=4', ['31T00:30', '31T01:00', '31T01:30', '31T02:00']],
    ['20240331T000000', 'FREQ=SECONDLY;INTERVAL=5400;COUNT=3', ['30T23:00', '31T00:30', '31T02:00']],
    ['20240330T220000', 'FREQ=HOURLY;INTERVAL=6;COUNT=3', ['30T21:00', '31T03:00', '31T09:00']],
    [
      '20240331T000000',
      'FREQ=HOURLY;BYDAY=SU;UNTIL=20240331T020000Z',
      ['30T23:00', '31T00:00', '31T01:00', '31T02:00'],
    ],
  ])('a rule of hours or less continues through the skipped hour: %s %s', (start, rule, expected) => {
    const found = instants([amsterdam(start), `RRULE:${rule}`], '2024-03-01', '2024-05-01');
    expect(found).toEqual(expected.map((time) => `2024-03-${time}Z`));
  });

  test.each([
    ['20241027T010000', 'FREQ=HOURLY;COUNT=4', ['26T23:00', '27T00:00', '27T01:00', '27T02:00']],
    ['20241027T023000', 'FREQ=MINUTELY;INTERVAL=30;COUNT=4', ['27T00:30', '27T01:00', '27T01:30', '27T02:00']],
    ['20241027T000000', 'FREQ=HOURLY;INTERVAL=2;COUNT=3', ['26T22:00', '27T00:00', '27T02:00']],
  ])('a rule of hours or less includes both repeated hours: %s %s', (start, rule, expected) => {
    const found = instants([amsterdam(start), `RRULE:${rule}`], '2024-10-01', '2024-12-01');
    expect(found).toEqual(expected.map((time) => `2024-10-${time}Z`));
    const day = instants([amsterdam('20241020T000000'), 'RRULE:FREQ=HOURLY'], '2024-10-26T22:00Z', '2024-10-27T23:00Z');
    expect(day).toHaveLength(25);
  });

  test('a series in UTC keeps its time in UTC', () => {
    const series = ['DTSTART:20240330T090000Z', 'RRULE:FREQ=DAILY;COUNT=3'];
    const times = ['2024-03-30T09:00Z', '2024-03-31T09:00Z', '2024-04-01T09:00Z'];
    expect(instants(series, '2024-03-01', '2024-05-01')).toEqual(times);
  });
});

describe('a window', () => {
  const endless = [amsterdam('20240101T090000'), 'RRULE:FREQ=DAILY'];

  test('is enough for a rule without end', () => {
    expect(instants(endless, '2044-06-30', '2044-07-02')).toEqual(['2044-06-30T07:00Z', '2044-07-01T07:00Z']);
  });

  test('includes its start and excludes its end', () => {
    expect(instants(endless, '2024-01-03T08:00Z', '2024-01-05T08:00Z')).toEqual([
      '2024-01-03T08:00Z',
      '2024-01-04T08:00Z',
    ]);
    expect(instants(endless, '2024-01-03T08:00Z', '2024-01-03T08:00Z')).toEqual([]);
  });

  test.each([
    ['never', '2024-01-01'],
    ['2024-01-01', 'ever'],
    ['2024-01-02', '2024-01-01'],
  ])('from %s to %s is refused', (from, to) => {
    expect(() => instants(endless, from, to)).toThrow(CalendarError);
  });

  test('is required, in types and at run time', () => {
    // @ts-expect-error -- a series may have no end
    expect(() => todoWith(...endless).occurrences({ from: new Date() })).toThrow(CalendarError);
    // @ts-expect-error -- a text could be in any zone
    expect(() => todoWith(...endless).occurrences({ from: '2024-01-01', to: '2024-02-01' })).toThrow(CalendarError);
  });
});

describe('an unknown zone', () => {
  const todo = ['DTSTART;TZID=Mars/Olympus Standard Time:20240325T090000', 'SUMMARY:Grief'];

  test('is kept as written', () => {
    expect(todoWith(...todo).start).toMatchObject({ kind: 'zoned', zone: 'Mars/Olympus Standard Time' });
  });

  test('is reported when occurrences are computed, for every window', () => {
    const message = 'Mars/Olympus Standard Time';
    expect(() => instants(todo, '2024-01-01', '2024-12-01')).toThrow(message);
    expect(() => instants(todo, '1990-01-01', '1990-12-01')).toThrow(message);
  });
});

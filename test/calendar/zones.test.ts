import { parseCalendar } from 'care-platform/calendar';
import { describe, expect, test } from 'vitest';

const outlook = [
  'BEGIN:STANDARD',
  'DTSTART:16010101T030000',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:16010101T020000',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3',
  'END:DAYLIGHT',
];

const definition = (zone: string, ...properties: string[]) => [
  'BEGIN:VTIMEZONE',
  `TZID:${zone}`,
  ...properties,
  'END:VTIMEZONE',
];

/** The times of a daily series at nine, from this day. */
function instants(zone: string, day: string, count: number, definitions: string[] = []): string[] {
  const series = ['BEGIN:VTODO', 'UID:1', `DTSTART;TZID="${zone}":${day}T090000`, `RRULE:FREQ=DAILY;COUNT=${count}`];
  const calendar = parseCalendar(
    ['BEGIN:VCALENDAR', ...series, 'END:VTODO', ...definitions, 'END:VCALENDAR'].join('\n'),
  );
  expect(calendar.problems).toEqual([]);
  expect(calendar.todos[0]?.start).toMatchObject({ zone });
  const window = { from: new Date('1990-01-01'), to: new Date('2900-01-01') };
  return calendar.occurrences(window).map(({ at }) => at.toISOString().slice(0, 13));
}

const spring = ['2024-03-30T08', '2024-03-31T07', '2024-04-01T07'];

describe('a zone', () => {
  test.each([
    'Europe/Amsterdam',
    'europe/amsterdam',
    '/vendor/Europe/Amsterdam',
    '/freeassociation.sourceforge.net/Tzfile/Europe/Amsterdam',
    '/mozilla.org/20070129_1/Europe/Amsterdam',
    'W. Europe Standard Time',
    'Romance Standard Time',
    'w. europe standard time',
    'Central European Standard Time',
  ])('is known by name: %s', (zone) => {
    expect(instants(zone, '20240330', 3)).toEqual(spring);
  });

  test.each([
    ['GMT Standard Time', '09'],
    ['UTC', '09'],
    ['tzone://Microsoft/Utc', '09'],
    ['Eastern Standard Time', '14'],
    ['US Eastern Standard Time', '14'],
    ['Central Standard Time (Mexico)', '15'],
    ['Tokyo Standard Time', '00'],
    ['/vendor/America/Argentina/Buenos_Aires', '12'],
    ['UTC-02', '11'],
  ])('of another country is known by name: %s', (zone, hour) => {
    expect(instants(zone, '20240115', 1)).toEqual([`2024-01-15T${hour}`]);
  });

  test('is found by the name of its definition in the file', () => {
    expect(instants('My zone', '20240330', 3, definition('My zone', 'X-LIC-LOCATION:Europe/Amsterdam'))).toEqual(
      spring,
    );
  });

  test.each([1997, 2024, 2290, 2650])('follows its definition in the file in %i', (year) => {
    const zone = definition('Custom, of the ward', ...outlook);
    const march = instants('Custom, of the ward', `${year}0325`, 8, zone);
    expect(march).toEqual(instants('Europe/Amsterdam', `${year}0325`, 8));
    const october = instants('Custom, of the ward', `${year}1024`, 9, zone);
    expect(october).toEqual(instants('Europe/Amsterdam', `${year}1024`, 9));
  });

  test('follows a definition with successive rules', () => {
    const american = [
      ['DAYLIGHT', '19870405T020000', '-0500', '-0400', 'RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=1SU;UNTIL=20060402T070000Z'],
      ['DAYLIGHT', '20070311T020000', '-0500', '-0400', 'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU'],
      [
        'STANDARD',
        '19671029T020000',
        '-0400',
        '-0500',
        'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU;UNTIL=20061029T060000Z',
      ],
      ['STANDARD', '20071104T020000', '-0400', '-0500', 'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU'],
    ].flatMap(([kind, start, from, to, rule]) => [
      `BEGIN:${kind}`,
      `DTSTART:${start}`,
      `TZOFFSETFROM:${from}`,
      `TZOFFSETTO:${to}`,
      `${rule}`,
      `END:${kind}`,
    ]);
    const zone = definition('East', ...american);
    for (const day of ['20060331', '20061027', '20070309', '20071102', '20240308']) {
      expect(instants('East', day, 4, zone)).toEqual(instants('America/New_York', day, 4));
    }
  });

  test('follows a definition by dates, with the first offset before all of them', () => {
    const dated = ['BEGIN:STANDARD', 'DTSTART:20240101T000000', 'RDATE:20240301T000000', 'TZOFFSETFROM:+0130'];
    const zone = definition('Dated', ...dated, 'TZOFFSETTO:-033015', 'END:STANDARD');
    expect(instants('Dated', '20231230', 3, zone)).toEqual(['2023-12-30T07', '2023-12-31T07', '2024-01-01T12']);
  });

  test('with an unreadable definition counts as unknown', () => {
    const broken = [
      definition('Broken'),
      definition('Broken', ...outlook).map((line) => line.replace(/^TZOFFSETTO.*/, 'TZOFFSETTO:soon')),
      definition('Broken', ...outlook).map((line) => line.replace(/^RRULE.*/, 'RRULE:FREQ=SOMETIMES')),
      definition('Broken', 'X-LIC-LOCATION:Mars/Olympus'),
    ];
    for (const zone of broken) {
      const text = ['BEGIN:VCALENDAR', ...zone, 'BEGIN:VTODO', 'UID:1', 'DTSTART;TZID=Broken:20240325T090000'];
      const calendar = parseCalendar([...text, 'END:VTODO', 'END:VCALENDAR'].join('\n'));
      expect(calendar.problems).toMatchObject([{ name: 'TZID', uid: '1' }]);
    }
  });
});

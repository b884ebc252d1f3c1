import { runInNewContext } from 'node:vm';
import { type Application, type ChartedEntry, connect, type DiaryChart, DiarySchema } from 'care-platform';
import { createSandbox } from 'care-platform/sandbox';
import { beforeAll, describe, expect, test } from 'vitest';

let care: Application;

beforeAll(async () => {
  const sandbox = createSandbox({ limits: false });
  care = await connect({ baseUrl: sandbox.baseUrl, token: sandbox.tokens.apiUser, fetch: sandbox.fetch });
});

const id = 'https://care.example/ns/diary/schema/entry#mood:2';
const byMood = { field: 'mood', 'bucket-function': 'tally' };

/** A schema with this chart; a mood of three, and a number. */
function charted(chart: Partial<DiaryChart> = {}): DiarySchema {
  const choices = ['good', 'neutral', 'bad'].map((value) => ({ value, name: value.toUpperCase() }));
  const fields = [
    { name: 'mood', title: 'Mood', type: 'choice', choices },
    { name: 'tension', title: 'Tension', type: 'integer' },
    { name: 'photo', title: 'Photo', type: 'image' },
  ];
  const charts = [{ title: 'Per day', type: 'bar', buckets: 'day', series: [byMood], ...chart }];
  return new DiarySchema({ '@id': id, title: 'Moods', fields, charts }, new URL('https://care.example/'));
}

const entry = (dt: string, values: object = { mood: 'good' }, type = id): ChartedEntry => ({
  type,
  data: { dt: new Date(dt), ...values },
});

/** The first chart, day by day: `2026-03-01 1 0 2`. */
function days(schema: DiarySchema, entries: ChartedEntry[], options: Parameters<DiarySchema['chart']>[1]): string[] {
  const [chart] = schema.chart(entries, options);
  if (chart?.known !== true) throw new Error('not known');
  return chart.buckets.map((day, index) => [day, ...chart.series.map(({ counts }) => counts[index])].join(' '));
}

describe('a chart', () => {
  test('of the moods of a diary counts how often each was chosen on each day', async () => {
    const client = await care.client({ id: 'EHR-1042' });
    const [mood] = await client.diarySchemas();
    const entries = await client.diaryEntries().toArray();
    const [chart] = mood?.chart(entries, { zone: 'Europe/Amsterdam' }) ?? [];
    if (chart?.known !== true) throw new Error('not known');
    expect(chart).toMatchObject({ title: 'Moods per day', type: 'bar' });
    expect(chart.buckets).toHaveLength(20);
    expect([chart.buckets[0], chart.buckets.at(-1)]).toEqual(['2026-02-10', '2026-03-01']);
    expect(chart.series.map(({ field, value, name }) => [field, value, name])).toEqual([
      ['mood', 'good', 'Good'],
      ['mood', 'neutral', 'Neither good nor bad'],
      ['mood', 'bad', 'Bad'],
    ]);
    const ofSchema = entries.filter((one) => one.type === mood?.['@id']);
    for (const { value, counts } of chart.series) {
      const chosen = ofSchema.filter((one) => one.data.mood === value).length;
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(chosen);
    }
  });

  test('counts the days of the given zone', () => {
    const late = [entry('2026-03-01T22:30:00Z'), entry('2026-03-01T23:30:00Z', { mood: 'bad' })];
    expect(days(charted(), late, { zone: 'UTC' })).toEqual(['2026-03-01 1 0 1']);
    expect(days(charted(), late, { zone: 'Europe/Amsterdam' })).toEqual(['2026-03-01 1 0 0', '2026-03-02 0 0 1']);
    expect(days(charted(), late, { zone: 'Pacific/Kiritimati' })).toEqual(['2026-03-02 1 0 1']);
    expect(days(charted(), late, { zone: 'Pacific/Pago_Pago' })).toEqual(['2026-03-01 1 0 1']);
  });

  test('has each day once when the clocks are changed', () => {
    const zone = 'Europe/Amsterdam';
    const spring = [entry('2026-03-28T22:59:59Z'), entry('2026-03-29T21:59:59Z'), entry('2026-03-29T22:00:00Z')];
    expect(days(charted(), spring, { zone })).toEqual(['2026-03-28 1 0 0', '2026-03-29 1 0 0', '2026-03-30 1 0 0']);
    const autumn = [entry('2026-10-24T22:00:00Z'), entry('2026-10-25T22:59:59Z'), entry('2026-10-25T23:00:00Z')];
    expect(days(charted(), autumn, { zone })).toEqual(['2026-10-25 2 0 0', '2026-10-26 1 0 0']);
  });

  test('has the days without an entry, and exactly those between `from` and `to`', () => {
    const entries = [entry('2026-02-27T12:00:00Z'), entry('2026-03-01T12:00:00Z')];
    expect(days(charted(), entries, { zone: 'UTC' })).toEqual([
      '2026-02-27 1 0 0',
      '2026-02-28 0 0 0',
      '2026-03-01 1 0 0',
    ]);
    expect(days(charted(), entries, { zone: 'UTC', from: '2026-03-01', to: '2026-03-02' })).toEqual([
      '2026-03-01 1 0 0',
      '2026-03-02 0 0 0',
    ]);
    expect(days(charted(), [], { zone: 'UTC' })).toEqual([]);
  });

  test('leaves out other schemas, other versions and fields without a value', () => {
    const entries = [
      entry('2026-03-01T12:00:00Z', { mood: 7 }, id.replace(':2', ':1')),
      entry('2026-03-01T12:00:00Z', { mood: null }),
      entry('2026-03-01T12:00:00Z', {}),
    ];
    expect(days(charted(), entries, { zone: 'UTC' })).toEqual(['2026-03-01 0 0 0']);
  });

  test('counts values of numbers in their order, and choices that are no longer offered after the others', () => {
    const numbers = charted({ series: [{ field: 'tension', 'bucket-function': 'tally' }] });
    const entries = [10, 9, 10].map((tension) => entry('2026-03-01T12:00:00Z', { tension, mood: 'mixed' }));
    const [chart] = numbers.chart(entries, { zone: 'UTC' });
    expect(chart).toMatchObject({
      series: [
        { value: 9, counts: [1] },
        { value: 10, name: '10', counts: [2] },
      ],
    });
    expect(days(charted(), entries, { zone: 'UTC' })).toEqual(['2026-03-01 0 0 0 3']);
  });
});

describe('a chart of an unknown kind', () => {
  test.each([
    ['a type', { type: 'line' }, ["type 'line'"]],
    ['buckets', { buckets: 'week' }, ["buckets 'week'"]],
    ['a function', { series: [{ field: 'mood', 'bucket-function': 'mean' }] }, ["bucket-function 'mean' of 'mood'"]],
    ['a field', { series: [{ ...byMood, field: 'gone' }] }, ["field 'gone'"]],
    ['a tally of images', { series: [byMood, { ...byMood, field: 'photo' }] }, ["tally of 'photo', of type 'image'"]],
    ['no series', { series: null as unknown as [] }, ['series that are not a list of objects']],
    ['a series that is none', { series: [null] as unknown as [] }, ['series that are not a list of objects']],
  ])('is reported as such, for %s', (_, chart, unknown) => {
    const evaluated = charted(chart).chart([entry('2026-03-01T12:00:00Z')], { zone: 'UTC' });
    expect(evaluated).toEqual([{ known: false, title: 'Per day', unknown }]);
  });

  test('leaves the others as they are', () => {
    expect(
      new DiarySchema({ '@id': id, title: 'X', fields: [] }, new URL('https://x.example')).chart([], { zone: 'UTC' }),
    ).toEqual([]);
  });
});

test.each([
  ['zone', { zone: 'Europe/Nowhere' }],
  ['zone', { zone: '' }],
  ['from', { zone: 'UTC', from: '1 March' }],
  ['to', { zone: 'UTC', to: '2026-02-30' }],
  ['from', { zone: 'UTC', from: '0001-01-01' }],
])('a chart is refused for a %s that cannot be: %o', (name, options) => {
  const chart = () => charted().chart([entry('2026-03-01T12:00:00Z')], options);
  expect(chart).toThrow(expect.objectContaining({ name: 'InputError', problems: [expect.objectContaining({ name })] }));
});

test.each([
  ['a date that is none', new Date(Number.NaN)],
  ['a text', '2026-03-01T12:00:00Z'],
  ['nothing', undefined],
])('a chart names the entry whose time is %s, by its place among all', (_, dt) => {
  const others = [entry('2026-03-01T12:00:00Z'), entry('x', {}, id.replace(':2', ':1'))];
  const chart = () => charted().chart([...others, { type: id, data: { dt: dt as Date } }], { zone: 'UTC' });
  const problems = [expect.objectContaining({ name: 'entries.2.dt', code: 'wrong-type' })];
  expect(chart).toThrow(expect.objectContaining({ name: 'InputError', problems }));
});

test('a chart takes the time of another realm', () => {
  const dt = runInNewContext("new Date('2026-03-01T12:00:00Z')") as Date;
  expect(days(charted(), [{ type: id, data: { dt, mood: 'bad' } }], { zone: 'UTC' })).toEqual(['2026-03-01 0 0 1']);
});

import { type ChartedEntry, type DiaryChart, DiarySchema } from 'care-platform';
import { expect, test } from 'vitest';

const id = 'https://care.example/ns/diary/schema/entry#mood:2';
const tally = (field: string) => ({ field, 'bucket-function': 'tally' });

function schemaOf(chart: object = {}): DiarySchema {
  const choices = [
    { value: 'good', name: 'Good' },
    { value: 'bad', name: 'Bad' },
  ];
  const fields = [
    { name: 'mood', title: 'Mood', type: 'choice', choices },
    { name: 'tension', title: 'Tension', type: 'integer' },
    { name: 'note', title: 'Note', type: 'text' },
    { name: 'photo', title: 'Photo', type: 'image' },
  ];
  const charts = [{ title: 'Per day', type: 'bar', buckets: 'day', series: [tally('mood')], ...chart }];
  return new DiarySchema({ '@id': id, title: 'Moods', fields, charts }, new URL('https://care.example/'));
}

const entry = (dt: string, values: object): ChartedEntry => ({ type: id, data: { dt: new Date(dt), ...values } });
const utc = { zone: 'UTC' };

test.each([
  ['2026-03-01', '2026-03-01', ['2026-03-01']],
  ['2026-03-01', '2026-03-03', ['2026-03-01', '2026-03-02', '2026-03-03']],
  ['2026-03-02', '2026-03-01', []],
])('a chart from %s to %s has these days', (from, to, buckets) => {
  const [chart] = schemaOf().chart([entry('2026-03-01T12:00:00Z', { mood: 'good' })], { ...utc, from, to });
  expect(chart).toMatchObject({ known: true, buckets });
});

test('a chart without entries and days is empty', () => {
  expect(schemaOf().chart([], utc)).toMatchObject([
    { known: true, buckets: [], series: [{ counts: [] }, { counts: [] }] },
  ]);
});

test('a chart spans a hundred years at most', () => {
  const [chart] = schemaOf().chart([], { ...utc, from: '1926-01-01', to: '2025-12-31' });
  expect(chart).toHaveProperty('buckets.length', 36_525);
  const long = () => schemaOf().chart([], { ...utc, from: '1926-01-01', to: '2026-01-01' });
  expect(long).toThrow(
    expect.objectContaining({ name: 'InputError', problems: [expect.objectContaining({ name: 'from' })] }),
  );
});

test.each([
  ['from', '2026-3-1'],
  ['to', '2026-03-01T00:00'],
  ['from', '2026-02-30'],
  ['to', '2026-13-01'],
  ['from', ''],
  ['to', 'today'],
  ['from', '2026-03'],
])('%s is a day, not %j', (name, text) => {
  const call = () => schemaOf().chart([], { ...utc, from: '2026-03-01', to: '2026-03-01', [name]: text });
  expect(call).toThrow(expect.objectContaining({ name: 'InputError', problems: [expect.objectContaining({ name })] }));
});

test.each([[''], ['Mars/Olympus'], ['Europe']])('%j is no zone', (zone) => {
  expect(() => schemaOf().chart([], { zone })).toThrow(
    expect.objectContaining({ name: 'InputError', problems: [expect.objectContaining({ name: 'zone' })] }),
  );
});

test('values that are no choices come after these: numbers by size, then texts', () => {
  const day = '2026-03-01T12:00:00Z';
  const values = ['poor', 10, 'fine', 9, 'good', 100].map((mood) => entry(day, { mood }));
  const [chart] = schemaOf().chart(values, utc);
  if (chart?.known !== true) throw new Error('The chart is unknown.');
  expect(chart.series.slice(0, 2).map(({ value, name, counts }) => [value, name, counts])).toEqual([
    ['good', 'Good', [1]],
    ['bad', 'Bad', [0]],
  ]);
  expect(chart.series.map(({ value }) => value).filter((value) => typeof value === 'number')).toEqual([9, 10, 100]);
  expect(chart.series.slice(2).map(({ value, name }) => String(value) === name)).toEqual([
    true,
    true,
    true,
    true,
    true,
  ]);
});

test('a field that is no text and no number is not counted, and each that is adds one', () => {
  const at = (hour: number, mood: unknown) => entry(`2026-03-01T${hour}:00:00Z`, { mood });
  const [chart] = schemaOf().chart([at(10, 'good'), at(11, 'good'), at(12, null), at(13, {}), at(14, true)], utc);
  expect(chart).toMatchObject({ series: [{ counts: [2] }, { counts: [0] }] });
});

test.each<[string, object, string[]]>([
  ['another type', { type: 'line' }, ["type 'line'"]],
  ['other buckets', { buckets: 'week' }, ["buckets 'week'"]],
  ['no list of series', { series: 'mood' }, ['series that are not a list of objects']],
  ['series that are texts', { series: ['mood'] }, ['series that are not a list of objects']],
  [
    'another function',
    { series: [{ field: 'mood', 'bucket-function': 'mean' }] },
    ["bucket-function 'mean' of 'mood'"],
  ],
  ['a field that is not there', { series: [tally('sleep')] }, ["field 'sleep'"]],
  ['a field of images', { series: [tally('photo')] }, ["tally of 'photo', of type 'image'"]],
  ['all of that', { type: 'line', buckets: 'week', series: [] }, ["type 'line'", "buckets 'week'"]],
])('a chart with %s is unknown, and names why', (_title, chart: Partial<DiaryChart> & object, unknown) => {
  expect(schemaOf(chart).chart([], utc)).toEqual([{ known: false, title: 'Per day', unknown }]);
});

test('numbers and texts of fields without choices can be counted', () => {
  const schema = schemaOf({ series: [tally('tension'), tally('note')] });
  const [chart] = schema.chart([entry('2026-03-01T12:00:00Z', { tension: 3, note: 'Fine' })], utc);
  expect(chart).toMatchObject({
    series: [
      { field: 'tension', value: 3, name: '3', counts: [1] },
      { field: 'note', value: 'Fine', name: 'Fine', counts: [1] },
    ],
  });
});

import { DiarySchema } from 'care-platform';
import { expect, test } from 'vitest';

const id = 'https://care.example/ns/diary/schema/entry#mood:2';
const schema = new DiarySchema(
  {
    '@id': id,
    title: 'Moods',
    fields: [{ name: 'mood', title: 'Mood', type: 'choice', choices: [{ value: 'good', name: 'Good' }] }],
    charts: [
      { title: 'Per day', type: 'bar', buckets: 'day', series: [{ field: 'mood', 'bucket-function': 'tally' }] },
    ],
  },
  new URL('https://care.example/'),
);

test('entries of the days before and after a chart add nothing to it', () => {
  const entries = ['2026-02-28', '2026-03-01', '2026-03-02', '2026-03-03'].map((date) => ({
    type: id,
    data: { dt: new Date(`${date}T12:00:00Z`), mood: date === '2026-03-01' ? 'good' : `mood of ${date}` },
  }));
  const [chart] = schema.chart(entries, { zone: 'UTC', from: '2026-03-01', to: '2026-03-02' });
  expect(chart).toMatchObject({
    buckets: ['2026-03-01', '2026-03-02'],
    series: [
      { value: 'good', counts: [1, 0] },
      { value: 'mood of 2026-03-02', counts: [0, 1] },
    ],
  });
  expect(chart).toHaveProperty('series.length', 2);
});

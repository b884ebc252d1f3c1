import type { DiaryEntry } from 'care-platform';
import { describe, expect, test, vi } from 'vitest';
import { baseUrl, clientDocument, listDocument, namespace } from '../support/documents.js';
import { json, scriptedPlatform } from '../support/platform.js';

const platform = scriptedPlatform();
const url = `${baseUrl}/c/1`;

async function entryAt(dt: unknown): Promise<DiaryEntry> {
  const care = await platform.connect();
  platform.on('GET', '/c/1/diary/entries/e', json({ '@type': `${namespace}/diary/schema/entry#mood:1`, dt }));
  return (await care.open(`${url}/diary/entries/e`)) as unknown as DiaryEntry;
}

async function client(fields = {}) {
  const care = await platform.connect();
  platform.on('GET', '/c/1', json(clientDocument('1', fields)));
  return care.client({ url });
}

describe.each(['UTC', 'Europe/Amsterdam', 'Pacific/Auckland', 'America/Los_Angeles'])('on a machine in %s', (zone) => {
  test.each([
    ['a summer’s morning', '2024-07-01T10:00:00', Date.UTC(2024, 6, 1, 10)],
    ['a time within the spring gap of Amsterdam', '2024-03-31T02:30:00', Date.UTC(2024, 2, 31, 2, 30)],
    ['a time within the autumn overlap', '2024-10-27T02:30:00', Date.UTC(2024, 9, 27, 2, 30)],
    ['a time with a zone that says UTC', '2024-07-01T10:00:00Z', Date.UTC(2024, 6, 1, 10)],
    ['a time with a fraction', '2024-07-01T10:00:00.250', Date.UTC(2024, 6, 1, 10, 0, 0, 250)],
  ])('%s is read as UTC', async (_, text, instant) => {
    vi.stubEnv('TZ', zone);
    const entry = await entryAt(text);
    expect(entry.data.dt).toEqual(new Date(instant));
    expect(entry.attribute('dt')).toBe(text);
  });

  test('the zone is that of the program', () => {
    vi.stubEnv('TZ', zone);
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
  });

  test('a day stays the day that it is', async () => {
    vi.stubEnv('TZ', zone);
    expect((await client({ date_of_birth: '1990-03-31' })).data.date_of_birth).toBe('1990-03-31');
  });

  test('an instant is sent as UTC, cut to whole seconds', async () => {
    vi.stubEnv('TZ', zone);
    const dt = new Date('2024-03-31T01:30:59.999Z');
    platform.on(
      'POST',
      '/c/1/diary/entries',
      json({ '@type': 'mood', '@url': `${url}/e`, dt: '2024-03-31T01:30:59' }, 201),
    );
    await (await client()).addDiaryEntry('mood', { dt });
    expect(JSON.parse(platform.seen.at(-1)?.body ?? '')).toEqual({ '@type': 'mood', dt: '2024-03-31T01:30:59' });
  });
});

test('an instant in a query has no sign that would be read as a blank', async () => {
  const care = await platform.connect();
  platform.on('GET', '/changes', json(listDocument([])));
  await care.changes({ type: 'tasks', since: new Date('2024-07-01T10:00:00.900+02:00') }).toArray();
  expect(platform.seen[0]?.url.searchParams.get('since')).toBe('2024-07-01T08:00:00');
});

test('an instant before 1970 is cut downwards as every other', async () => {
  const care = await platform.connect();
  platform.on('GET', '/changes', json(listDocument([])));
  await care.changes({ type: 'tasks', since: new Date(-500) }).toArray();
  expect(platform.seen[0]?.url.searchParams.get('since')).toBe('1969-12-31T23:59:59');
});

test.each([
  '2024-07-01',
  '2024-07-01 10:00:00',
  '2024-07-01T10:00',
  '2024-07-01T10:00:00+02:00',
  '2024-13-01T10:00:00',
  '2024-02-30T10:00:00',
  '1719828000',
  1719828000,
  null,
])('a text that is no date with time (%j) is not read as one', async (dt) => {
  await expect(entryAt(dt)).rejects.toMatchObject({ name: 'ResponseValidationError', problems: [{ name: 'dt' }] });
});

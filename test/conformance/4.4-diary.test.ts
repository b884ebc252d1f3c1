import { DiaryEntry } from 'care-platform';
import { expect } from 'vitest';
import { recorded } from './recorded.js';
import { readingRules, rule } from './rule.js';
import { frozenClock } from './scene-options.js';
import { asked, get, invalidJson, json, refusal, requestsOf } from './wire.js';
import { writtenEntry } from './written-entry.js';

const _links = ['configuration', 'entries', 'entries.items', 'entries.schemas'];

readingRules('4.4-diary');

rule(
  'EPD-3',
  'entries come in batches, with the schemas of those in the batch',
  async ({ care, raw, sandbox, clientId }) => {
    const client = await care.client({ id: clientId });
    const url = client.links.get('diary.entries.items').url;
    const all = await get(raw, url);
    expect(Object.keys(all).toSorted()).toEqual(['@items', '@links', '@schemas']);
    const { '@items': items, '@schemas': schemas } = await get(raw, asked(url, { start: '6', limit: '2' }));
    expect(items).toEqual(all['@items'].slice(6, 8));
    const ids = (schemas as { '@id': string }[]).map((schema) => schema['@id']);
    expect(ids.toSorted()).toEqual([...new Set(items.map((item) => item['@type']))].toSorted());

    let entries: DiaryEntry[] = [];
    const requests = await requestsOf(sandbox, async () => {
      entries = await client.diaryEntries({ start: 6, limit: 2 }).toArray({ max: 2 });
    });
    expect(requests.map((request) => request.split('?')[1])).toEqual(['start=6&limit=2']);
    expect(entries.map((entry) => entry.toJSON())).toEqual(items);
    expect(entries.map((entry) => entry.schema?.['@id'])).toEqual(items.map((item) => item['@type']));
    expect((await client.diaryEntries({ limit: 5 }).toArray()).map((entry) => entry.url)).toEqual(
      all['@items'].map((item) => item['@url']),
    );
  },
);

rule(
  'EPD-4',
  'entries can be limited to those changed after a time',
  async (scene) => {
    const { client, entry } = await writtenEntry(scene);
    const url = client.links.get('diary.entries.items').url;
    const since = async (text: string) => {
      const { '@items': items } = await get(scene.raw, asked(url, { modified_after: text }));
      const modifiedAfter = new Date(`${text}Z`);
      const read = await client.diaryEntries({ modifiedAfter }).toArray();
      expect(read.map((one) => one.url)).toEqual(items.map((item) => item['@url']));
      const inDiary = await (await client.diary()).entries({ modifiedAfter }).toArray();
      expect(inDiary.map((one) => one.url)).toEqual(read.map((one) => one.url));
      return read.map((one) => one.url);
    };
    expect(await since('2026-03-02T08:59:59')).toEqual([entry.url]);
    expect(await since('2026-03-02T09:00:00')).toEqual([]);
    scene.sandbox.clock.advance({ seconds: 1 });
    await entry.update({ note: 'later' });
    expect(await since('2026-03-02T09:00:00')).toEqual([entry.url]);
    const { sent, care } = await recorded(scene.sandbox);
    const modifiedAfter = new Date('2026-03-02T10:00:00.900+01:00');
    await (await care.client({ id: scene.clientId })).diaryEntries({ modifiedAfter }).first();
    const { query = '' } = sent.at(-1) ?? {};
    expect(new URLSearchParams(query).get('modified_after')).toBe('2026-03-02T09:00:00');
    for (const modified_after of ['yesterday', '2026-03-02T10:00:00+01:00']) {
      expect((await scene.raw('GET', asked(url, { modified_after }))).status).toBe(400);
    }
  },
  frozenClock,
);

rule('EPD-5', 'the response to a new entry is 201 with the entry and its location', async (scene) => {
  const { client, schema, values, entry } = await writtenEntry(scene);
  const body = { '@type': schema['@id'], dt: '2026-03-01T13:00:00', ...values };
  const response = await scene.raw('POST', client.links.get('diary.entries').url, { json: body });
  expect(response.status).toBe(201);
  const wire = await json(response);
  expect(wire).toMatchObject(body);
  expect(response.headers.get('location')).toBe(wire['@url']);
  expect(wire['@url']).toMatch(/\/diary\/entries\/[^/]+$/);
  expect(await get(scene.raw, wire['@url'])).toEqual({ ...wire, '@links': [] });
  expect(entry).toBeInstanceOf(DiaryEntry);
  expect([entry.existed, entry.type, entry.data.mood]).toEqual([false, schema['@id'], 'good']);
  const diary = await client.diary();
  const added = await diary.addEntry(schema, { dt: new Date('2026-03-01T14:00:00Z'), ...values });
  expect((await get(scene.raw, added.url)).dt).toBe('2026-03-01T14:00:00');
});

rule('EPD-6', 'an entry can be read by its URL', async (scene) => {
  const { entry } = await writtenEntry(scene);
  const wire = await get(scene.raw, entry.url);
  expect(wire).toMatchObject({ '@url': entry.url, '@links': [], note: 'fine' });
  const opened = await scene.care.open(entry.url);
  expect(opened).toBeInstanceOf(DiaryEntry);
  expect(opened).toMatchObject({ data: entry.data });
  expect((await entry.refresh()).toJSON()).toEqual(wire);
});

rule('EPD-7', 'a change of an entry sends some of its fields and leaves the others alone', async (scene) => {
  const { entry } = await writtenEntry(scene);
  expect((await scene.raw('PATCH', entry.url, { json: { tension: 9 } })).status).toBe(204);
  expect(await get(scene.raw, entry.url)).toMatchObject({ mood: 'good', tension: 9, note: 'fine' });
  const { care, sent } = await recorded(scene.sandbox);
  const opened = await care.open(entry.url);
  if (!(opened instanceof DiaryEntry)) throw new Error('no diary entry');
  const changed = await opened.update({ note: null, mood: undefined });
  expect(sent.at(-1)).toMatchObject({ method: 'PATCH', body: { note: null } });
  expect(changed.data).toMatchObject({ mood: 'good', tension: 9, note: null });
  expect(await get(scene.raw, entry.url)).toMatchObject({ mood: 'good', tension: 9, note: null });
  expect(opened.data.note).toBe('fine');
  const required = invalidJson(['mood', 'Required input is missing.']);
  expect(await refusal(scene.raw('PATCH', entry.url, { json: { mood: null } }))).toEqual(required);
});

rule('EPD-8', 'only the fields of its own schema can be changed, neither dt nor the schema', async (scene) => {
  const { client, entry } = await writtenEntry(scene);
  const before = await get(scene.raw, entry.url);
  const patch = { '@type': `${entry.type}0`, dt: '2020-01-01T00:00:00', hours: 7 };
  expect((await scene.raw('PATCH', entry.url, { json: patch })).status).toBe(204);
  expect(scene.sandbox.journal.at(-1)?.ignored.toSorted()).toEqual(['@type', 'dt', 'hours']);
  expect(await get(scene.raw, entry.url)).toEqual(before);
  const listed = (await client.diaryEntries().toArray()).at(-1);
  const requests = await requestsOf(scene.sandbox, async () => {
    for (const one of [entry, listed]) {
      for (const [name, value] of [
        ['@type', 'other'],
        ['dt', new Date()],
      ] as const) {
        const refused = { name: 'InputError', problems: [{ name }] };
        await expect(one?.update({ [name]: value })).rejects.toMatchObject(refused);
      }
    }
    await expect(listed?.update({ hours: 7 })).rejects.toMatchObject({
      name: 'InputError',
      problems: [{ name: 'hours' }],
    });
  });
  expect(requests).toEqual([]);
  const changed = await listed?.update({ tension: 1 });
  await expect(changed?.update({ hours: 7 })).rejects.toMatchObject({ name: 'InputError' });
});

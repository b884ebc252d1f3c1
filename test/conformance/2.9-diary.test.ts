import { DiaryEntry } from 'care-platform';
import { expect } from 'vitest';
import { readingRules, rule } from './rule.js';
import { asError, get, invalidJson, json } from './wire.js';

readingRules('2.9-diary');

rule('DIA-2', 'the diary is configured per client, so the client requests it per client', async (scene) => {
  const { care, raw, sandbox, clientId } = scene;
  const [first, second] = await Promise.all([care.client({ id: clientId }), care.client({ id: 'EHR-1043' })]);
  const [, sleep] = sandbox.control.diaryConfiguration(first.url);
  if (sleep === undefined) throw new Error('no sleep diary');
  sandbox.control.configureDiary(first.url, [sleep]);

  const titles = async (client: typeof first) => (await client.diarySchemas()).map((schema) => schema.title);
  expect(await titles(first)).toEqual(['Sleep diary']);
  expect(await titles(second)).toEqual(['Mood diary', 'Sleep diary']);
  for (const client of [first, second]) {
    const { '@schemas': schemas } = await get(raw, client.links.get('diary.configuration').url);
    expect(await client.diarySchemas()).toEqual(schemas);
  }
});

rule(
  'DIA-3',
  'a configuration that changed is seen at the next asking, and old entries stay as they were',
  async (scene) => {
    const { care, raw, sandbox, clientId } = scene;
    const client = await care.client({ id: clientId });
    const before = await client.diaryEntries().toArray();
    const [mood, sleep] = await client.diarySchemas();
    const [, kept] = sandbox.control.diaryConfiguration(client.url);
    if (mood === undefined || kept === undefined) throw new Error('no two schemas');
    sandbox.control.configureDiary(client.url, [kept]);

    expect(await client.diarySchemas()).toEqual([sleep]);
    const after = await client.diaryEntries().toArray();
    expect(after.map((entry) => entry.toJSON())).toEqual(before.map((entry) => entry.toJSON()));
    const old = after.find((entry) => entry.type === mood['@id']);
    expect(old?.schema).toEqual(mood);
    expect((await get(raw, old?.url ?? ''))['@type']).toBe(mood['@id']);
    await old?.update({ note: 'looked at again' });
    expect((await get(raw, old?.url ?? '')).note).toBe('looked at again');
    await expect(client.addDiaryEntry(mood, { dt: new Date(), mood: 'good', tension: 1 })).rejects.toMatchObject(
      asError(invalidJson(['@type', 'Unknown value.'])),
    );
    sandbox.control.configureDiary(client.url, [kept, { ...kept, version: 2 }]);
    const newer = `${sleep?.['@id'].split(':').slice(0, -1).join(':')}:2`;
    const added = await client.addDiaryEntry(newer, { dt: new Date('2026-03-01T07:00:00Z'), hours: 7 });
    expect([added.existed, added.type]).toEqual([false, newer]);
  },
);

rule('DIA-4', 'each entry keeps the schema it was written with', async ({ care, raw, clientId }) => {
  const client = await care.client({ id: clientId });
  const entries = await client.diaryEntries().toArray();
  expect(new Set(entries.map((entry) => entry.type.split('#')[1]))).toEqual(new Set(['mood:1', 'mood:2', 'sleep:1']));
  for (const entry of entries) {
    expect(entry).toBeInstanceOf(DiaryEntry);
    expect(entry.schema?.['@id']).toBe(entry.type);
    const fields = entry.schema?.fields.map((field) => field.name) ?? [];
    expect(Object.keys(entry.data).toSorted()).toEqual(['dt', ...fields].toSorted());
  }
  const schema = entries.find((entry) => entry.type.endsWith('#sleep:1'))?.type;
  const body = { '@type': schema, dt: '2026-03-02T07:00:00', hours: 8 };
  const created = await json(raw('POST', client.links.get('diary.entries').url, { json: body }));
  expect(created['@type']).toBe(schema);
  const other = { '@type': entries[0]?.type, hours: 9 };
  expect((await raw('PATCH', created['@url'], { json: other })).status).toBe(204);
  expect(await get(raw, created['@url'])).toMatchObject({ '@type': schema, hours: 9 });
});

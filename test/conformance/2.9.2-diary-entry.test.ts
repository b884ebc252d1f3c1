import { DiaryEntry, type FileReference, inlineFile } from 'care-platform';
import { expect } from 'vitest';
import { recorded } from './recorded.js';
import { rule, type Scene } from './rule.js';
import { asError, get, invalidJson, json, refusal } from './wire.js';

const noon = '2026-03-01T12:00:00';

/** The first client's diary, and the schema of moods: `mood` and `tension` are required, `note` and `photo` are not. */
async function moods({ care, raw, clientId }: Scene) {
  const client = await care.client({ id: clientId });
  const [schema] = await client.diarySchemas();
  if (schema === undefined) throw new Error('a schema is seeded');
  const values = { mood: 'good', tension: 3 };
  const post = (body: object) => raw('POST', client.links.get('diary.entries').url, { json: body });
  const whole = { '@type': schema['@id'], dt: noon, ...values };
  return { client, schema, values, whole, post, add: (more: object) => json(post({ ...whole, ...more })) };
}

async function opened({ care }: Scene, url: string): Promise<DiaryEntry> {
  const entry = await care.open(url);
  if (!(entry instanceof DiaryEntry)) throw new Error('no diary entry');
  return entry;
}

rule('DEN-1', 'the fields of its schema stand beside dt and the meta attributes, all on one level', async (scene) => {
  const { add } = await moods(scene);
  const { '@url': url } = await add({ note: 'fine' });
  const entry = await get(scene.raw, url);
  const fields = ['mood', 'tension', 'note', 'photo'];
  expect(Object.keys(entry).toSorted()).toEqual(['@changes', '@links', '@type', '@url', 'dt', ...fields].toSorted());
  const { data } = await opened(scene, url);
  expect(data).toEqual({ dt: new Date(`${noon}Z`), mood: 'good', tension: 3, note: 'fine', photo: null });
});

rule('DEN-2', 'a new entry names its schema', async (scene) => {
  const { schema, values, post } = await moods(scene);
  const missing = 'Required input is missing.';
  expect(await refusal(post({ dt: noon, ...values }))).toEqual(invalidJson(['@type', missing]));
  expect(await refusal(post({}))).toEqual(invalidJson(['@type', missing], ['dt', missing]));
  const { care, sent } = await recorded(scene.sandbox);
  const client = await care.client({ id: scene.clientId });
  const added = await client.addDiaryEntry(schema, { dt: new Date(`${noon}Z`), ...values });
  expect(sent.at(-1)?.body).toEqual({ '@type': schema['@id'], dt: noon, ...values });
  expect(added.type).toBe(schema['@id']);
});

rule('DEN-3', 'only a schema of the configuration is taken', async (scene) => {
  const { client, values, whole, post } = await moods(scene);
  const unknown = invalidJson(['@type', 'Unknown value.']);
  const old = whole['@type'].replace('mood:2', 'mood:1');
  for (const type of [old, 'mood:2', `${old}0`]) {
    expect(await refusal(post({ ...whole, '@type': type }))).toEqual(unknown);
  }
  const entry = client.addDiaryEntry(old, { dt: new Date(), ...values });
  await expect(entry).rejects.toMatchObject(asError(unknown));
});

rule('DEN-4', 'dt is required, and comes back cut to the whole second', async (scene) => {
  const { schema, values, whole, post, add } = await moods(scene);
  const { dt: _, ...without } = whole;
  expect(await refusal(post(without))).toEqual(invalidJson(['dt', 'Required input is missing.']));
  expect((await add({ dt: '2026-03-01T12:00:01.999' })).dt).toBe('2026-03-01T12:00:01');
  const { care, sent } = await recorded(scene.sandbox);
  const client = await care.client({ id: scene.clientId });
  const entry = await client.addDiaryEntry(schema, { dt: new Date('2026-03-01T12:00:02.999Z'), ...values });
  expect(sent.at(-1)?.body).toMatchObject({ dt: '2026-03-01T12:00:02' });
  expect(entry.data.dt).toEqual(new Date('2026-03-01T12:00:02Z'));
  // @ts-expect-error dt is required
  const lacking = client.addDiaryEntry(schema, values);
  await expect(lacking).rejects.toMatchObject({ name: 'InputError', problems: [{ name: 'dt' }] });
});

rule('DEN-5', 'an entry has a URL below the entries, and callers cannot choose it', async (scene) => {
  const { client, schema, values, add } = await moods(scene);
  const chosen = `${client.links.get('diary.entries').url}/chosen`;
  const entry = await add({ '@url': chosen });
  expect(entry['@url']).toMatch(/\/diary\/entries\/[^/]+$/);
  expect(entry['@url']).not.toBe(chosen);
  expect((await scene.raw('GET', chosen)).status).toBe(404);
  expect((await opened(scene, entry['@url'])).url).toBe(entry['@url']);
  const sent = client.addDiaryEntry(schema, { dt: new Date(), ...values, '@url': chosen });
  await expect(sent).rejects.toMatchObject({ name: 'InputError', problems: [{ name: '@url' }] });
});

rule(
  'DEN-6',
  'only the platform sets the times of creation and change of an entry',
  async (scene) => {
    const { client, schema, values, add } = await moods(scene);
    const changes = { creation_time: '2020-01-01T00:00:00', modification_time: '2020-01-01T00:00:00' };
    const now = '2026-03-02T09:00:00';
    expect((await add({ '@changes': changes }))['@changes']).toEqual({ creation_time: now, modification_time: now });
    const entry = await client.addDiaryEntry(schema, { dt: new Date('2026-03-01T13:00:00Z'), ...values });
    scene.sandbox.clock.advance({ minutes: 1 });
    const later = await entry.update({ note: 'more' }, { reread: true });
    expect([later.createdAt, later.modifiedAt]).toEqual([new Date(`${now}Z`), new Date('2026-03-02T09:01:00Z')]);
    const sent = client.addDiaryEntry(schema, { dt: new Date(), ...values, '@changes': changes });
    await expect(sent).rejects.toMatchObject({ name: 'InputError', problems: [{ name: '@changes' }] });
  },
  { clock: { frozen: true } },
);

rule('DEN-7', 'an image that is not set is null, and one that is set is a reference to the file', async (scene) => {
  const { client, schema, values, add } = await moods(scene);
  expect((await add({})).photo).toBeNull();
  const bytes = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>');
  const dt = new Date('2026-03-01T13:00:00Z');
  const entry = await client.addDiaryEntry(schema, { dt, ...values, photo: await inlineFile(bytes, 'dot.svg') });
  const reference = {
    '@type': 'link',
    url: expect.stringMatching(/^https:\/\/sandbox\.example\//),
    size: bytes.length,
    content_type: 'image/svg+xml',
    filename: 'dot.svg',
  };
  expect(entry.data.photo).toEqual(reference);
  const { photo } = await get(scene.raw, entry.url);
  expect(photo).toEqual(reference);
  const file = await scene.raw('GET', (photo as { url: string }).url);
  expect(new Uint8Array(await file.arrayBuffer())).toEqual(bytes);
  expect(await (await scene.care.file(entry.data.photo as FileReference)).bytes()).toEqual(bytes);
  const { client: itself, unrelatedProfessional } = scene.sandbox.tokens;
  for (const [token, status] of [[itself, 200] as const, [unrelatedProfessional, 403] as const]) {
    expect((await scene.raw('GET', (photo as { url: string }).url, { token })).status).toBe(status);
  }
  expect((await scene.raw('PATCH', entry.url, { json: { photo } })).status).toBe(400);
  const without = await entry.update({ photo: null }, { reread: true });
  expect(without.data.photo).toBeNull();
});

rule('DEN-8', 'a single entry has a list of links, an entry in the list has none', async (scene) => {
  const { client, add } = await moods(scene);
  const { '@url': url } = await add({});
  expect((await get(scene.raw, url))['@links']).toEqual([]);
  const { '@items': items } = await get(scene.raw, client.links.get('diary.entries.items').url);
  expect(items.map((item) => '@links' in item)).toEqual(items.map(() => false));
  const last = (await client.diaryEntries().toArray()).at(-1);
  expect([last?.url, last?.links.names()]).toEqual([url, []]);
  expect((await last?.refresh())?.links.names()).toEqual([]);
});

import { Client, Friend, Task } from 'care-platform';
import { expect } from 'vitest';
import { newClient } from '../support/people.js';
import { checkSandbox } from './check-sandbox.js';
import { recorded } from './recorded.js';
import { readingRules, rule } from './rule.js';
import { asError, get, invalidJson, json, refusal, requestsOf } from './wire.js';

const address = { id: 'EHR-1042' };
const path = '/aux/client/id/EHR-1042';

rule('META-1', 'an attribute that begins with @ is no field of the resource and is never sent back', async (scene) => {
  const { sandbox, raw } = scene;
  const { care, sent } = await recorded(sandbox);
  const client = await care.client(address);
  expect(Object.keys(client.data).filter((name) => name.startsWith('@'))).toEqual([]);
  const received = Object.keys(await get(raw, path)).filter((name) => !name.startsWith('@'));
  expect(received.toSorted()).toEqual(Object.keys(client.data).toSorted());
  expect(client.attribute('@type')).toBe(client.type);

  const again = { ...client.toJSON(), last_name: 'Anders' };
  await expect(client.update(again)).rejects.toMatchObject({ name: 'InputError' });
  await client.update({ last_name: 'Anders' });
  expect(Object.keys(sent.at(-1)?.body ?? {})).toEqual(['last_name']);
});

readingRules('2.2-meta-attributes');

rule('META-2', 'the check requests no task by its URL, which is no documented endpoint', async () => {
  const faults = [{ kind: 'response', status: 405, path: /\/tasks\/(?!items$)/, times: 100 }] as const;
  expect(await checkSandbox({ faults })).toEqual([]);
});

rule('META-2', 'changes and refreshes go to the URL a resource carries', async ({ care, sandbox }) => {
  const client = await care.client(address);
  const own = sandbox.control.users('client')[0]?.path;
  await client.update({ infix: null });
  await client.refresh();
  expect(sandbox.journal.slice(-2).map((one) => `${one.method} ${one.path}`)).toEqual([`PATCH ${own}`, `GET ${own}`]);
});

rule('META-2', 'an item that came without links is read once, by its URL, to find them', async (scene) => {
  const { care, raw, sandbox } = scene;
  expect((await json(raw('POST', '/c/items', { json: address })))['@items'][0]).not.toHaveProperty('@links');
  const [user] = await care.searchClients(address).toArray();
  if (!(user instanceof Client)) throw new Error('No client was found');
  const own = sandbox.control.user(user.url).path;
  const requests = await requestsOf(sandbox, async () => {
    await user.tasks().toArray();
    await user.diary();
  });
  expect(requests).toEqual([`GET ${own}`, `GET ${own}/tasks/items`, `GET ${own}/diary`]);
});

rule('META-3', 'every resource names its type, and the client opens it as that', async ({ care, raw, sandbox }) => {
  const ns = sandbox.settings.typeNs;
  const client = await get(raw, path);
  const link = (name: string) => client['@links'].find((one) => one.name === name)?.url ?? '';
  const friend = `${sandbox.baseUrl}${sandbox.control.users('friend')[0]?.path}`;
  expect(
    [
      ...(await Promise.all(['', path, friend, '/aux/professional/id/PRO-1'].map((url) => get(raw, url)))),
      ...(await Promise.all(['diary', 'planning', 'tasks', 'relations'].map((name) => get(raw, link(name))))),
      ...(await get(raw, '/configuration/labels/items'))['@items'].slice(0, 1),
      ...(await get(raw, link('tasks.items')))['@items'].slice(0, 1),
      ...(await get(raw, link('relations.items')))['@items'].slice(0, 1),
    ].map((document) => document['@type'].replace(`${ns}/`, '')),
  ).toEqual([
    ...['application', 'client', 'friend', 'professional', 'diary', 'planning', 'tasks', 'relations/client'],
    ...['configuration/label', 'task', 'relation'],
  ]);
  expect(await care.open(friend)).toBeInstanceOf(Friend);
  const [first] = await (await care.client(address)).tasks().toArray();
  expect(await care.open(first?.url ?? '')).toBeInstanceOf(Task);
  await expect(care.client({ url: friend })).rejects.toMatchObject({ name: 'ResponseValidationError' });
});

rule(
  'META-4',
  'a resource has the times of its creation and last change',
  async ({ care, raw, sandbox }) => {
    const created = await care.createClient(newClient);
    const start = '2026-03-02T09:00:00';
    expect(created.attribute('@changes')).toEqual({ creation_time: start, modification_time: start });
    sandbox.clock.advance({ minutes: 5, seconds: 7 });
    await created.update({ infix: 'van' });
    expect((await get(raw, created.url))['@changes']).toEqual({
      ...{ creation_time: start, modification_time: '2026-03-02T09:05:07' },
    });
    const changed = await created.refresh();
    expect([changed.createdAt, changed.modifiedAt]).toEqual([
      ...[new Date('2026-03-02T09:00:00Z'), new Date('2026-03-02T09:05:07Z')],
    ]);
    sandbox.clock.advance({ minutes: 1 });
    await changed.activate({ sendEmail: 'no' });
    expect((await get(raw, created.url))['@changes'].modification_time).toBe('2026-03-02T09:06:07');
  },
  { clock: { frozen: true } },
);

rule('META-5', 'not every resource has the times of its changes', async ({ care, raw }) => {
  const client = await care.client(address);
  const [label] = await care.labels().toArray();
  for (const resource of [label, await client.diary(), await client.relations().first()]) {
    expect(await get(raw, resource?.url ?? '')).not.toHaveProperty('@changes');
    expect([resource?.createdAt, resource?.modifiedAt]).toEqual([undefined, undefined]);
  }
  for (const resource of [care, client, await client.tasks().first(), await client.diaryEntries().first()]) {
    expect(await get(raw, resource?.url ?? '')).toHaveProperty('@changes');
    expect(resource?.createdAt).toBeInstanceOf(Date);
  }
});

rule('META-6', 'a collection lists what is in it, also when that is nothing', async ({ care, raw, sandbox }) => {
  const client = await care.client(address);
  const { url } = client.links.get('tasks.items');
  const items = (await get(raw, url))['@items'];
  expect(items.length).toBe(3);
  expect((await client.tasks().toArray()).map((task) => task.toJSON())).toEqual(items);
  for (const item of items) sandbox.control.completeTask(item['@url'].split('/').at(-1) ?? '');
  expect((await get(raw, url))['@items']).toEqual([]);
  expect(await client.tasks().toArray()).toEqual([]);
  expect(await client.tasks().first()).toBeUndefined();
});

const paged = ['/c/items', '/catalogue/items?limit=5', '/export/items', '/configuration/apiusers/errorlog/items'];
const whole = ['/p/items', '/configuration/labels/items', '/changes?type=tasks&since=2026-03-02T00:00:00'];

rule('META-8, META-9', 'only a batched collection describes its batch, in four numbers or nulls', async (scene) => {
  const { care, raw, sandbox } = scene;
  const client = await care.client(address);
  const own = (name: string, query = '') => `${client.links.get(name).url}${query}`;
  const pages = [
    ...paged,
    own('conversations', '?limit=5'),
    own('tasks.items'),
    own('catalogue.selfhelp.items', '?limit=5'),
  ];
  for (const url of pages) {
    const paging = (await get(raw, url))['@paging'] as Record<string, unknown>;
    expect(Object.keys(paging), url).toEqual(['found', 'limit', 'start', 'total']);
    for (const value of Object.values(paging)) expect([null, expect.any(Number)], url).toContainEqual(value);
  }
  for (const url of [...whole, own('relations.items'), own('diary.entries.items')]) {
    expect(await get(raw, url), url).not.toHaveProperty('@paging');
  }
  for await (const page of care.clients({ limit: 50 }).pages()) expect(page.total).toBe(page.items.length);
  for await (const page of care.professionals().pages()) expect(page.total).toBeNull();
  const paging = { found: null, limit: null, start: null, total: null };
  const [item] = (await get(raw, '/c/items'))['@items'];
  const body = JSON.parse(JSON.stringify({ '@items': [item], '@links': [], '@paging': paging }));
  sandbox.faults.add(
    { kind: 'response', status: 200, body },
    { kind: 'response', status: 200, body: { ...body, '@items': [] } },
  );
  expect(await care.clients().toArray()).toHaveLength(1);
});

rule('META-10', 'a list of diary entries brings the schemas they use, and no other', async ({ care, raw }) => {
  const client = await care.client(address);
  const { url } = client.links.get('diary.entries.items');
  for (const query of ['', '?limit=1', '?limit=3&start=6', '?limit=5&start=20', '?start=1000']) {
    const { '@items': items, '@schemas': schemas } = await get(raw, `${url}${query}`);
    const used = new Set(items.map((item) => item['@type']));
    const brought = (schemas as { '@id': string }[]).map((schema) => schema['@id']);
    expect(brought.toSorted(), query).toEqual([...used].toSorted());
  }
  const entries = await client.diaryEntries().toArray();
  expect(new Set(entries.map(({ type }) => type)).size).toBe(3);
  for (const entry of entries) expect(entry.schema?.['@id']).toBe(entry.type);
});

rule('META-11', 'the type says which kind to create if several are possible', async ({ sandbox, raw }) => {
  const { care, sent } = await recorded(sandbox);
  const ns = sandbox.settings.typeNs;
  const client = await care.client(address);
  const missing = invalidJson(['@type', 'Required input is missing.']);
  const unknown = invalidJson(['@type', 'Unknown value.']);
  const relation = { professional: { id: 'PRO-2' }, predicate: 'attends' };
  const entry = { dt: '2026-03-01T10:00:00', mood: 'good', tension: 1 };
  for (const [place, body] of [
    ['relations', relation],
    ['diary.entries', entry],
  ] as const) {
    const { url } = client.links.get(place);
    expect(await refusal(raw('POST', url, { json: body }))).toEqual(missing);
    expect(await refusal(raw('POST', url, { json: { '@type': `${ns}/client`, ...body } }))).toEqual(unknown);
  }
  const added = await client.addRelation({ professional: { id: 'PRO-2' }, predicate: 'attends' });
  expect(sent.at(-1)?.body).toHaveProperty('@type', added.type);
  const [schema] = await client.diarySchemas();
  await client.addDiaryEntry(schema ?? '', { dt: new Date('2026-03-01T10:00:00Z'), mood: 'good', tension: 1 });
  expect(sent.at(-1)?.body).toHaveProperty('@type', schema?.['@id']);
  await expect(client.addDiaryEntry(`${ns}/client`, { dt: new Date() })).rejects.toMatchObject(asError(unknown));
});

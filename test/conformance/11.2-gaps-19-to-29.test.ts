import {
  ApiErrorRecord,
  ClientAccessRecord,
  ForbiddenError,
  Friend,
  PlannedEvent,
  Relation,
  Resource,
  Task,
  Tool,
} from 'care-platform';
import { expect } from 'vitest';
import { failureOf } from '../support/failure.js';
import { respondOnce } from './respond-once.js';
import { rule } from './rule.js';
import { get, requestsOf } from './wire.js';

const mood = 'https://care.example/ns/diary/schema/entry#mood:2';

const verb = (request: string) => request.split(' ')[0];

rule(
  'GAP-19',
  'a change of a friend refers to it as to a client, by its own address',
  async ({ sandbox, care, raw }) => {
    const url = `${sandbox.baseUrl}${sandbox.control.users('friend')[0]?.path}`;
    sandbox.control.assignTask(url);
    const since = new Date('2026-03-02T08:59:00Z');
    const list = await get(raw, '/changes?type=tasks&since=2026-03-02T08:59:00');
    const user = { '@type': 'https://care.example/ns/user-reference/client', url, id: null };
    expect(list['@items']).toMatchObject([{ user }]);
    const change = await care.changes({ type: 'tasks', since }).first();
    expect(change?.user).toEqual(user);
    expect(await care.open(change?.user.url ?? '')).toBeInstanceOf(Friend);

    const other = { ...user, '@type': 'https://care.example/ns/user-reference/friend' };
    const items = list['@items'].map((item) => ({ ...item, user: other }));
    respondOnce(sandbox, `${sandbox.baseUrl}/changes`, { toJSON: () => list }, { '@items': items });
    expect((await care.changes({ type: 'tasks', since }).first())?.user).toEqual(other);
  },
);

rule('GAP-20', 'users without access get a 403, and labels are for staff', async (scene) => {
  const { sandbox, as, raw } = scene;
  const { tokens } = sandbox;
  const labels = '/configuration/labels/items';
  const status = async (path: string, token: string) => (await raw('GET', path, { token })).status;
  for (const token of [tokens.professional, tokens.secretary, tokens.apiUserPlain])
    expect(await status(labels, token)).toBe(200);
  for (const token of [tokens.client, tokens.friend]) expect(await status(labels, token)).toBe(403);
  const hidden = ['/aux/client/id/EHR-1043', '/p/items', '/c/items', '/configuration/apiusers/errorlog/items'];
  for (const path of hidden) expect([path, await status(path, tokens.client)]).toEqual([path, 403]);

  const own = await as(tokens.client);
  const calls = [
    () => own.labels().first(),
    () => own.client({ id: 'EHR-1043' }),
    () => own.professionals().first(),
    () => own.clients().first(),
    () => own.apiErrors().first(),
  ];
  for (const call of calls) expect(await failureOf(call())).toMatchObject({ name: 'ForbiddenError', status: 403 });
});

rule('GAP-21', 'two rights without a name are given to users one by one', async ({ sandbox, as, raw }) => {
  const token = sandbox.tokens.apiUserPlain;
  const user = sandbox.control.users('apiUser').find(({ name }) => name === 'sandbox-portal');
  const plain = await as(token);
  const client = await plain.client({ id: 'EHR-1042' });
  const changes = () => plain.changes({ type: 'tasks', since: new Date() }).toArray();
  const statuses = async () => [
    (await raw('GET', '/changes?type=tasks&since=2026-03-02T09:00:00', { token })).status,
    (await raw('POST', `${client.url}/tools`, { token, json: { id: 'content-020' } })).status,
  ];
  expect(await statuses()).toEqual([403, 403]);
  await expect(changes()).rejects.toThrow(ForbiddenError);
  sandbox.control.setPermissions(user?.key ?? '', ['changes']);
  expect([await statuses(), await changes()]).toEqual([[200, 403], []]);
  expect(client.links.has('tools')).toBe(false);
  sandbox.control.setPermissions(user?.key ?? '', ['tools']);
  expect(await statuses()).toEqual([403, 201]);
  expect(await (await client.refresh()).addTool({ id: 'content-020' })).toBeInstanceOf(Tool);
});

rule('GAP-22', 'mode and warning of the application hold any text or none', async ({ sandbox, care, raw }) => {
  expect(await get(raw, '')).toMatchObject({ mode: null, warning: null });
  expect(care.data).toMatchObject({ mode: null, warning: null });
  sandbox.settings.mode = 'demonstration';
  sandbox.settings.warning = 'Maintenance tonight.';
  const shown = { mode: 'demonstration', warning: 'Maintenance tonight.' };
  expect(await get(raw, '')).toMatchObject(shown);
  expect((await care.refresh()).data).toMatchObject(shown);
});

rule(
  'GAP-23',
  'a name is put together from its parts there, and taken as it is here',
  async ({ sandbox, care, raw }) => {
    const client = await care.client({ id: 'EHR-1043' });
    expect(await get(raw, client.url)).toMatchObject({ name: 'Joris van der Verzonnen', age: 69 });
    expect(client.data).toMatchObject({ name: 'Joris van der Verzonnen', age: 69 });
    respondOnce(sandbox, client.url, client, { name: 'Verzonnen, J. van der', age: 12 });
    expect((await client.refresh()).data).toMatchObject({ name: 'Verzonnen, J. van der', age: 12, infix: 'van der' });
  },
);

rule('GAP-24', 'a merge moves everything and leaves the survivor its own fields', async ({ sandbox, care, raw }) => {
  const { control } = sandbox;
  const [survivor, duplicate] = [await care.client({ id: 'EHR-1043' }), await care.client({ id: 'EHR-1042' })];
  const tool = await duplicate.addTool({ id: 'content-020' });
  const window = { after: '2026-03-02', before: '2026-03-09' };
  const counts = async (client: typeof survivor) => [
    (await client.tasks().toArray()).length,
    (await client.conversations().toArray()).length,
    (await client.diaryEntries().toArray()).length,
    (await client.plannedEvents(window).toArray()).length,
  ];
  const [kept, moved] = [await counts(survivor), await counts(duplicate)];
  await survivor.mergeIn(duplicate);
  expect(await counts(survivor)).toEqual(kept.map((count, index) => count + (moved[index] ?? 0)));
  const { labels: merged, ...after } = (await survivor.refresh()).data;
  const { labels, ...before } = survivor.data;
  expect([after, merged]).toEqual([before, duplicate.data.labels]);
  expect(labels).toHaveLength(1);
  const relations = await survivor.relations().toArray();
  const professionals = relations.map(({ data }) => `${data.professional.id} ${data.predicate}`);
  expect(professionals.toSorted()).toEqual(['PRO-1 attends', 'PRO-7 supervises']);
  for (const { data } of relations) expect(data.client).toMatchObject({ url: survivor.url, id: 'EHR-1043' });
  const { '@items': changes } = await get(raw, '/changes?type=tasks&since=2026-03-02T09:00:00');
  expect(changes.map(({ url }) => url)).toEqual([survivor.links.get('tasks.items').url]);
  expect((await raw('GET', '/c/items', { token: sandbox.tokens.client })).status).toBe(401);
  expect((await raw('GET', tool.url)).status).toBe(404);
  const own = tool.url.replace(duplicate.url, survivor.url);
  expect((await get(raw, own))['@url']).toBe(own);
  expect(control.users('client').map(({ id }) => id)).not.toContain('EHR-1042');
});

rule('GAP-25', 'the addresses that create entries and labels cannot be read', async ({ sandbox, care, raw }) => {
  const client = await care.client({ id: 'EHR-1042' });
  const places = [client.links.get('diary.entries').url, care.links.get('configuration.labels').url];
  for (const url of places) {
    const response = await raw('GET', url);
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  }
  const requests = await requestsOf(sandbox, async () => {
    await care.ensureLabel('Nieuw');
    await client.diaryEntries().first();
    await (await client.diary()).entries().first();
    await client.addDiaryEntry(mood, { dt: new Date('2026-03-01T20:00:00Z'), mood: 'good', tension: 3 });
  });
  const paths = places.map((url) => url.slice(sandbox.baseUrl.length));
  expect(requests.filter((request) => paths.some((path) => request.endsWith(path))).map(verb)).toEqual([
    'POST',
    'POST',
  ]);
});

rule('GAP-26', 'each listed resource can be read by its address', async ({ care, raw }) => {
  const client = await care.client({ id: 'EHR-1042' });
  await raw('GET', '/nowhere');
  const window = { after: '2026-03-02', before: '2026-03-04' };
  const kinds = [
    [await client.relations().first(), Relation],
    [await client.tasks().first(), Task],
    [await client.plannedEvents(window).first(), PlannedEvent],
    [await care.clientAccessLog().first(), ClientAccessRecord],
    [await care.apiErrors().first(), ApiErrorRecord],
  ] as const;
  for (const [listed, kind] of kinds) {
    const { '@links': _, ...alone } = await get(raw, listed?.url ?? '');
    expect(alone).toEqual(listed?.toJSON());
    const opened = await care.open(listed?.url ?? '');
    expect(opened).toBeInstanceOf(kind);
    expect(opened instanceof Resource && opened.data).toEqual(listed?.data);
  }
});

rule('GAP-27', 'entries, tools and tasks stay', async ({ care, raw }) => {
  const client = await care.client({ id: 'EHR-1042' });
  const tool = await client.addTool({ id: 'content-020' });
  for (const one of [await client.diaryEntries().first(), tool, await client.tasks().first()]) {
    const response = await raw('DELETE', one?.url ?? '');
    expect([response.status, response.headers.get('allow')?.includes('DELETE')]).toEqual([405, false]);
    for (const name of ['delete', 'remove', 'complete']) expect(one).not.toHaveProperty(name);
    expect((await raw('GET', one?.url ?? '')).status).toBe(200);
  }
});

rule('GAP-28', 'a list has links of its own, none of them, or not even a place for them', async (scene) => {
  const { sandbox, care, raw } = scene;
  const client = await care.client({ id: 'EHR-1042' });
  const lists = ['/c/items', '/p/items', '/export/items', '/configuration/labels/items', '/catalogue/items?limit=1'];
  for (const name of ['tasks.items', 'relations.items', 'diary.entries.items']) lists.push(client.links.get(name).url);
  for (const url of lists) expect([url, (await get(raw, url))['@links']]).toEqual([url, []]);

  const labels = await get(raw, '/configuration/labels/items');
  for (const links of [undefined, null, [{ name: 'future', url: 'https://elsewhere.example/' }]]) {
    const url = `${sandbox.baseUrl}/configuration/labels/items`;
    respondOnce(sandbox, url, { toJSON: () => labels }, { '@links': links });
    expect(await care.labels().toArray()).toHaveLength(3);
  }
});

rule('GAP-29', 'a list goes on by start, not by a link', async ({ sandbox, care, raw }) => {
  const page = await get(raw, '/c/items?start=0&limit=6');
  expect([page['@links'], Object.keys(page)]).toEqual([[], ['@items', '@links', '@paging']]);
  const next = { name: 'next', url: `${sandbox.baseUrl}/c/items?start=12&limit=6` };
  respondOnce(sandbox, `${sandbox.baseUrl}/c/items`, { toJSON: () => page }, { '@links': [next] });
  const requests = await requestsOf(sandbox, async () => {
    expect(await care.clients({ limit: 6 }).toArray()).toHaveLength(14);
  });
  const starts = requests.map((request) => Number(new URLSearchParams(request.split('?')[1]).get('start')));
  expect(starts).toEqual([0, 5, 10]);
});

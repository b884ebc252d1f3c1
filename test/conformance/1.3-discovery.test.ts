import { type Application, isCareError } from 'care-platform';
import type { SandboxOptions } from 'care-platform/sandbox';
import { expect } from 'vitest';
import { failureOf } from '../support/failure.js';
import { readingRules, rule } from './rule.js';
import { get, json, requestsOf } from './wire.js';

readingRules('1.3-discovery');

// Shapes of these are not shown, so a platform need not serve them.
const notShown = ['authenticate', 'logout', 'account', 'favorites.items'];
const actions = ['activation', 'tools', 'diary.entries', 'configuration.labels'];
const queries: Record<string, string> = {
  'catalogue.items': '?limit=1',
  'catalogue.selfhelp.items': '?limit=1',
  changes: '?type=tasks&since=2026-03-02T00:00:00',
  conversations: '?limit=1',
  'planning.items': '?after=2026-03-02&before=2026-03-09',
};

rule('DIS-2', 'every link leads somewhere: reading works, or is an action that needs a POST', async (scene) => {
  const { care, raw, sandbox } = scene;
  const [friend] = sandbox.control.users('friend');
  const owners = [
    ...[care, await care.client({ id: 'EHR-1042' }), await care.professional({ id: 'PRO-1' })],
    await care.friend({ url: `${sandbox.baseUrl}${friend?.path}` }),
  ];
  for (const { links } of owners) {
    for (const name of links.names().filter((one) => !notShown.includes(one))) {
      const { url } = links.get(name);
      const { status } = await raw('GET', `${url}${queries[name] ?? ''}`);
      expect(status, url).toBe(actions.includes(name) ? 405 : 200);
      if (actions.includes(name)) expect((await raw('POST', url, { json: {} })).status, url).toBe(400);
    }
  }
});

const elsewhere: SandboxOptions = {
  paths: {
    ...{ catalogue: 'shelf', changes: 'news', labels: 'tags', diary: 'Journal', planning: 'agenda', ics: 'feed' },
    ...{ relations: 'ties', tasks: 'todo', tools: 'kit', conversations: 'talks', activation: 'switch' },
    ...{ groups: 'teams', roles: 'hats', entries: 'pages' },
  },
};

rule(
  'DIS-3',
  'paths may change behind the links, and the client goes along',
  async ({ care, raw, sandbox }) => {
    const client = await care.client({ id: 'EHR-1042' });
    for (const path of ['/diary', '/planning', '/tasks/items', '/relations', '/conversations?limit=1']) {
      expect((await raw('GET', `${client.url}${path}`)).status, path).toBe(404);
    }
    const requests = await requestsOf(sandbox, () => workThrough(care));
    expect(requests.length).toBeGreaterThan(20);
    const documented =
      /\/(catalogue|changes|labels|diary|planning|ics|relations|tasks|tools|conversations|activation)\b/;
    expect(requests.filter((request) => documented.test(request))).toEqual([]);
  },
  elsewhere,
);

async function workThrough(care: Application): Promise<void> {
  const client = await care.client({ id: 'EHR-1042' });
  const professional = await care.professional({ id: 'PRO-1' });
  await client.tasks().toArray();
  await (await client.planning()).plannedEvents({ after: '2026-03-02', before: '2026-03-09' }).toArray();
  await client.calendar();
  await client.conversations({ limit: 1 }).first();
  const diary = await client.diary();
  const [schema] = await diary.schemas();
  const values = { dt: new Date('2026-03-01T10:00:00Z'), mood: 'good', tension: 1 };
  await (await diary.addEntry(schema ?? '', values)).update({ tension: 2 });
  await client.diaryEntries({ limit: 50 }).first();
  const relation = await client.addRelation({ professional: { id: 'PRO-2' }, predicate: 'attends' });
  await relation.delete();
  await client.relations().toArray();
  const item = await client.catalogue({ limit: 1 }).first();
  await client.addTool({ id: item?.data.id ?? '' });
  await client.deactivate({ sendEmail: 'no' });
  await professional.setGroups(['therapists']);
  await professional.roles();
  await (await care.createLabel('Nieuw')).rename('Anders');
  await care.labels().toArray();
  await care.changes({ type: 'tasks', since: new Date('2026-03-02T00:00:00Z') }).toArray();
  await care.catalogue({ limit: 1 }).first();
}

rule('DIS-4', 'a URL that was reported keeps its resource, also for another connection', async (scene) => {
  const { care, raw, sandbox, as } = scene;
  const client = await care.client({ id: 'EHR-1042' });
  const { url: tasks } = client.links.get('tasks.items');
  await client.update({ id: 'EHR-9', last_name: 'Anders', email: 'anders@mail.example' });
  await client.deactivate({ sendEmail: 'no' });
  await client.activate({ sendEmail: 'no' });

  const later = await as(sandbox.tokens.apiUserPlain);
  expect((await later.client({ url: client.url })).data.id).toBe('EHR-9');
  expect(await later.open(client.url)).toHaveProperty('url', client.url);
  expect(await get(raw, tasks)).toHaveProperty('@items');
  const again = await get(raw, '/aux/client/id/EHR-9');
  expect([again['@url'], again['@links'].find(({ name }) => name === 'tasks.items')?.url]).toEqual([client.url, tasks]);
  const listed = (await json(raw('GET', '/c/items')))['@items'].map((item) => item['@url']);
  expect(listed).toContain(client.url);
});

rule('DIS-5', 'a link that is missing is an error that says so, and costs no request', async ({ care, sandbox }) => {
  const [{ path }] = [sandbox.control.addClient({}, { planning: false })];
  const client = await care.client({ url: `${sandbox.baseUrl}${path}` });
  const before = sandbox.journal.length;
  const failure = await failureOf(client.planning());
  expect(isCareError(failure, 'LinkNotFoundError') && failure.wanted).toBe('planning');
  expect(isCareError(failure, 'LinkNotFoundError') && failure.offered).toEqual(client.links.names());
  expect(String(failure)).toMatch(/offers no link 'planning'.*no access/);
  await expect(client.calendar()).rejects.toMatchObject({ wanted: 'planning.ics' });
  await expect(client.follow('no such link')).rejects.toMatchObject({ wanted: 'no such link' });
  expect(sandbox.journal).toHaveLength(before);
});

rule('DIS-6', 'a client links to what lies below its diary, planning, relations and tasks', async (scene) => {
  const { care, sandbox } = scene;
  const client = await care.client({ id: 'EHR-1042' });
  const own = new URL(client.url).pathname.slice('/api/2'.length);
  const requests = await requestsOf(sandbox, async () => {
    await client.diaryEntries({ limit: 1 }).first();
    await client.diarySchemas();
    await client.plannedEvents({ after: '2026-03-02', before: '2026-03-09' }).first();
    await client.relations().first();
    await client.tasks().first();
  });
  expect(requests.map((request) => request.replace(/\?.*/, ''))).toEqual([
    ...[`GET ${own}/diary/entries/items`, `GET ${own}/diary/configuration`, `GET ${own}/planning/items`],
    ...[`GET ${own}/relations/items`, `GET ${own}/tasks/items`],
  ]);
});

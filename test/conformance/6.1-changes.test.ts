import { ConversationsChange, Resource, TasksChange } from 'care-platform';
import { expect, onTestFinished, vi } from 'vitest';
import { rule, type Scene } from './rule.js';
import { get, json, requestsOf, type WireDocument } from './wire.js';

const typeNs = 'https://care.example/ns';
const start = '2026-03-02T09:00:00';
const since = new Date(`${start}Z`);

type ChangeType = 'tasks' | 'conversations';

/** The change objects as the platform writes them. */
async function changes({ raw }: Scene, type: ChangeType, from = start): Promise<readonly WireDocument[]> {
  return (await get(raw, `/changes?type=${type}&since=${from}`))['@items'];
}

const clientUrl = async ({ care }: Scene, id = 'EHR-1042') => (await care.client({ id })).url;

rule('EVT-1', 'changes come to those who ask, each time with one request', async (scene) => {
  const { sandbox, care } = scene;
  const url = await clientUrl(scene);
  const feed = care.changes({ type: 'tasks', since });
  const before = sandbox.journal.length;
  sandbox.control.assignTask(url);
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(sandbox.journal).toHaveLength(before);
  vi.useRealTimers();
  const requests = await requestsOf(sandbox, async () => {
    expect(await feed.toArray()).toHaveLength(1);
    sandbox.control.assignTask(await clientUrl(scene, 'EHR-1043'));
    expect(await feed.toArray()).toHaveLength(2);
  });
  const asked = `GET /changes?type=tasks&since=${encodeURIComponent(start)}`;
  expect(requests).toEqual([asked, 'GET /aux/client/id/EHR-1043', asked]);
});

rule('CHG-1', 'a change says whose things changed, not what happened', async (scene) => {
  const { control } = scene.sandbox;
  control.completeTask(control.assignTask(await clientUrl(scene), { title: 'Secret' }));
  const items = await changes(scene, 'tasks');
  expect(items.map((one) => Object.keys(one))).toEqual([['@type', 'url', 'user']]);
  const [change] = await scene.care.changes({ type: 'tasks', since }).toArray();
  expect(Object.keys(change?.data ?? {})).toEqual(['url', 'user']);
});

rule('CHG-2', 'several events of one user are one change', async (scene) => {
  const { control } = scene.sandbox;
  const url = await clientUrl(scene);
  for (const title of ['one', 'two', 'three']) control.assignTask(url, { title });
  expect(await changes(scene, 'tasks')).toHaveLength(1);
  const [change, ...others] = await scene.care.changes({ type: 'tasks', since }).toArray();
  expect([change?.data.user.url, others]).toEqual([url, []]);
});

rule(
  'CHG-3',
  'a user is in a response once at most for tasks, and once for conversations',
  async (scene) => {
    const { control } = scene.sandbox;
    const urls = [await clientUrl(scene), await clientUrl(scene, 'EHR-1043')];
    for (const url of [...urls, ...urls]) {
      control.assignTask(url);
      control.newMessage(control.addConversation(url));
    }
    const seen = (await changes(scene, 'tasks')).map((one) => [one['@type'], (one.user as { url: string }).url]);
    expect(seen).toEqual([
      ...urls.map((url) => [`${typeNs}/change/tasks`, url]),
      ...urls.map((url) => [`${typeNs}/change/conversations`, url]),
    ]);
  },
  { settings: { mixedChangeTypes: true } },
);

rule('CHG-4', 'a change is reported for 24 hours', async (scene) => {
  const { clock, control } = scene.sandbox;
  clock.freeze();
  const at = clock.now();
  control.assignTask(await clientUrl(scene));
  clock.set(new Date(at.getTime() + 24 * 3_600_000));
  expect(await changes(scene, 'tasks')).toHaveLength(1);
  clock.advance({ seconds: 1 });
  expect(await changes(scene, 'tasks')).toEqual([]);
  expect(await scene.care.changes({ type: 'tasks', since }).toArray()).toEqual([]);
});

rule('CHG-5', 'asking for more than 24 hours is no error and brings no more', async (scene) => {
  const { clock, control } = scene.sandbox;
  control.assignTask(await clientUrl(scene));
  clock.advance({ hours: 30 });
  control.assignTask(await clientUrl(scene, 'EHR-1043'));
  const response = await scene.raw('GET', '/changes?type=tasks&since=2020-01-01T00:00:00');
  expect([response.status, (await json(response))['@items'].length]).toEqual([200, 1]);
  const [change, ...others] = await scene.care.changes({ type: 'tasks', since: new Date(0) }).toArray();
  expect([change?.data.user.id, others]).toEqual(['EHR-1043', []]);
});

rule('CHG-9', 'asking twice from the same time brings the same changes again', async (scene) => {
  const { clock, control } = scene.sandbox;
  control.assignTask(await clientUrl(scene));
  clock.advance({ minutes: 5 });
  const feed = scene.care.changes({ type: 'tasks', since });
  const once = (await feed.toArray()).map((one) => one.toJSON());
  const twice = (await feed.toArray()).map((one) => one.toJSON());
  expect([once.length, twice]).toEqual([1, once]);
  expect(await changes(scene, 'tasks', '2026-03-02T09:02:00')).toEqual([]);
});

rule('CHG-11', 'a change of a kind of its own needs nothing but its type', async ({ sandbox, care }) => {
  const items = [{ '@type': `${typeNs}/change/labels` }];
  sandbox.faults.add({ kind: 'response', status: 200, body: { '@items': items, '@links': [] }, path: '/changes' });
  const [change, ...others] = await care.changes({ type: 'tasks', since }).toArray();
  expect(change).toBeInstanceOf(Resource);
  expect([change?.type, change?.toJSON(), others]).toEqual([`${typeNs}/change/labels`, items[0], []]);
});

rule('CHG-12', 'the type of a change ends in the type that was asked for', async (scene) => {
  const { control } = scene.sandbox;
  const url = await clientUrl(scene);
  control.assignTask(url);
  control.addConversation(url);
  for (const [type, kind] of [['tasks', TasksChange] as const, ['conversations', ConversationsChange] as const]) {
    expect((await changes(scene, type)).map((one) => one['@type'])).toEqual([`${typeNs}/change/${type}`]);
    const [change] = await scene.care.changes({ type, since }).toArray();
    expect(change).toBeInstanceOf(kind);
  }
});

rule('CHG-13', 'changes of other types in a response are distinguished, unknown ones too', async (scene) => {
  const { control, settings } = scene.sandbox;
  const url = await clientUrl(scene);
  control.assignTask(url);
  control.addConversation(url);
  Object.assign(settings, { mixedChangeTypes: true, unknownTypes: true });
  const types = [`${typeNs}/change/future`, `${typeNs}/change/tasks`, `${typeNs}/change/conversations`];
  expect((await changes(scene, 'tasks')).map((one) => one['@type'])).toEqual(types);
  const seen = await scene.care.changes({ type: 'tasks', since }).toArray();
  expect(seen.map((one) => one.constructor)).toEqual([Resource, TasksChange, ConversationsChange]);
  expect(seen.map((one) => one.type)).toEqual(types);
  expect(seen[0]?.attribute('url')).toMatch(/\/future\/things$/);
});

rule('CHG-14', 'a change of tasks leads to the tasks of a user', async (scene) => {
  const { sandbox, care } = scene;
  const [client, professional] = [await care.client({ id: 'EHR-1042' }), await care.professional({ id: 'PRO-2' })];
  const friendUrl = `${sandbox.baseUrl}${sandbox.control.users('friend')[0]?.path}`;
  for (const url of [client.url, professional.url, friendUrl]) sandbox.control.assignTask(url, { title: 'New' });
  const reference = (kind: string, url: string, id: string | null) => ({
    '@type': `${typeNs}/change/tasks`,
    url: `${url}/tasks/items`,
    user: { '@type': `${typeNs}/user-reference/${kind}`, url, id },
  });
  expect(await changes(scene, 'tasks')).toEqual([
    reference('client', client.url, 'EHR-1042'),
    reference('professional', professional.url, 'PRO-2'),
    reference('client', friendUrl, null),
  ]);
  const counts: number[] = [];
  for (const change of await care.changes({ type: 'tasks', since }).toArray()) {
    if (!(change instanceof TasksChange)) continue;
    const requests = await requestsOf(sandbox, async () => counts.push((await change.items().toArray()).length));
    expect(requests).toEqual([`GET ${change.user.url.slice(sandbox.baseUrl.length)}/tasks/items`]);
  }
  expect(counts).toEqual([4, 1, 2]);
});

rule('CHG-15', 'a task that is created, completed or deleted is a change', async (scene) => {
  const { clock, control } = scene.sandbox;
  const url = await clientUrl(scene);
  const events = [
    () => control.assignTask(url, { title: 'one' }),
    () => control.completeTask(one),
    () => control.deleteTask(two),
  ];
  const [one, two] = [control.assignTask(url), control.assignTask(url)];
  for (const happens of events) {
    clock.advance({ minutes: 1 });
    const from = clock.now().toISOString().slice(0, 19);
    clock.advance({ minutes: 1 });
    expect(await changes(scene, 'tasks', from)).toEqual([]);
    happens();
    expect(await changes(scene, 'tasks', from)).toHaveLength(1);
  }
});

rule('CHG-16', 'one task of several users is a change for each of them', async (scene) => {
  const { control } = scene.sandbox;
  const { key } = control.addProfessional({ id: 'PRO-20' }, ['secretaries']);
  const task = control.assignGroupTask({ group: 'secretaries' });
  const ids = async () => (await scene.care.changes({ type: 'tasks', since }).toArray()).map((one) => one.data.user.id);
  expect(await ids()).toEqual(['PRO-3', 'PRO-20']);
  expect((await changes(scene, 'tasks')).map((one) => one.url)).toContain(
    `${scene.sandbox.baseUrl}/p/${key}/tasks/items`,
  );
  scene.sandbox.clock.advance({ hours: 23 });
  control.completeTask(task);
  expect((await get(scene.raw, `/p/${key}/tasks/items`))['@items']).toEqual([]);
  scene.sandbox.clock.advance({ hours: 23 });
  expect(await ids()).toEqual(['PRO-3', 'PRO-20']);
});

rule('CHG-17', 'a change of conversations leads to them, and a limit is added to its address', async (scene) => {
  const { sandbox, care, raw } = scene;
  const client = await care.client({ id: 'EHR-1043' });
  sandbox.control.addConversation(client.url, { subject: 'New' });
  const user = { '@type': `${typeNs}/user-reference/client`, url: client.url, id: 'EHR-1043' };
  const url = `${client.url}/conversations`;
  expect(await changes(scene, 'conversations')).toEqual([{ '@type': `${typeNs}/change/conversations`, url, user }]);
  expect((await raw('GET', url)).status).toBe(400);
  const [change] = await care.changes({ type: 'conversations', since }).toArray();
  expect(change).toMatchObject({ user });
  if (!(change instanceof ConversationsChange)) throw new TypeError('not a change of conversations');
  const path = url.slice(sandbox.baseUrl.length);
  const requests = await requestsOf(sandbox, async () => {
    expect((await change.items().toArray()).map(({ data }) => data.subject)).toContain('New');
  });
  expect(requests[0]).toMatch(new RegExp(`^GET ${path}\\?(?:start=0&)?limit=\\d+$`));
});

rule('CHG-18', 'a new conversation and a new message are changes, a call is none', async (scene) => {
  const { clock, control } = scene.sandbox;
  const url = await clientUrl(scene);
  let talk = '';
  const counts: number[] = [];
  const events = [
    () => (talk = control.addConversation(url)),
    () => control.newMessage(talk),
    () => control.startCall(talk),
    () => control.missCall(talk),
  ];
  for (const happens of events) {
    clock.advance({ minutes: 1 });
    const from = clock.now().toISOString().slice(0, 19);
    happens();
    counts.push((await changes(scene, 'conversations', from)).length);
    const seen = await scene.care.changes({ type: 'conversations', since: clock.now() }).toArray();
    expect(seen).toHaveLength(counts.at(-1) ?? -1);
    clock.advance({ minutes: 1 });
  }
  expect(counts).toEqual([1, 1, 0, 0]);
});

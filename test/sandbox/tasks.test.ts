import { createSandbox, type Sandbox } from 'care-platform/sandbox';
import { describe, expect, test } from 'vitest';
import { ask, firstClient } from './api.js';
import { at, link, NS, names } from './wire.js';

const since = (text: string, type = 'tasks') => `/changes?type=${type}&since=${text}`;

async function changes(sandbox: Sandbox, from: string, type = 'tasks') {
  return (await ask(sandbox, 'GET', since(from, type))).body['@items'];
}

describe('tasks', () => {
  test('EPK-1, TSK-7: the container has its type and the link items, for clients, friends and professionals', async () => {
    const sandbox = createSandbox();
    for (const kind of ['client', 'friend', 'professional'] as const) {
      const [user] = sandbox.control.users(kind);
      const resource = (await ask(sandbox, 'GET', user?.path ?? '')).body;
      const { body } = await ask(sandbox, 'GET', link(resource, 'tasks'));
      expect(body['@type']).toBe(`${NS}/tasks`);
      expect(names(body)).toEqual(['items']);
      expect(link(body, 'items')).toBe(link(resource, 'tasks.items'));
      expect((await ask(sandbox, 'GET', link(body, 'items'))).body['@items'].length).toBeGreaterThan(0);
    }
  });

  test('EPK-2, EPK-3: pending tasks come with a paging that is null but for found', async () => {
    const sandbox = createSandbox();
    const { body } = await ask(sandbox, 'GET', link(await firstClient(sandbox), 'tasks.items'));
    expect(body['@items']).toHaveLength(3);
    expect(body['@paging']).toEqual({ found: 3, limit: null, start: null, total: null });
    const task = at(body['@items']);
    expect(task['@type']).toBe(`${NS}/task`);
    expect(Object.keys(task['@changes'])).toEqual(['creation_time', 'modification_time']);
    expect(task.url).toMatch(/^https:\/\/sandbox\.example\/tasks\//);
    expect((await ask(sandbox, 'GET', task['@url'])).body).toMatchObject({ title: task.title });
  });

  test('TRAP-24: start and limit are honoured when sent', async () => {
    const sandbox = createSandbox();
    const url = link(await firstClient(sandbox), 'tasks.items');
    const all = (await ask(sandbox, 'GET', url)).body['@items'];
    const { body } = await ask(sandbox, 'GET', `${url}?start=1&limit=1`);
    expect(body['@items']).toEqual([all[1]]);
    expect(body['@paging']).toEqual({ found: 1, limit: 1, start: 1, total: null });
  });

  test('TST-1 to TST-3: an assigned task is listed, a completed one is not, and both are changes', async () => {
    const sandbox = createSandbox({ clock: { frozen: true } });
    const client = await firstClient(sandbox);
    const titles = async () =>
      (await ask(sandbox, 'GET', link(client, 'tasks.items'))).body['@items'].map((one) => one.title);
    expect(await changes(sandbox, '2026-03-02T00:00:00')).toEqual([]);
    const task = sandbox.control.assignTask(client['@url'], { title: 'New' });
    expect(await titles()).toContain('New');
    expect(await changes(sandbox, '2026-03-02T09:00:00')).toHaveLength(1);
    sandbox.clock.advance({ minutes: 1 });
    expect(await changes(sandbox, '2026-03-02T09:00:30')).toEqual([]);
    sandbox.control.completeTask(task);
    expect(await titles()).not.toContain('New');
    expect(await changes(sandbox, '2026-03-02T09:00:30')).toHaveLength(1);
  });

  test('AUT-10, AUT-12: a client sees only its own tasks, a secretary none of a client', async () => {
    const sandbox = createSandbox();
    const [first, second] = sandbox.control.users('client');
    const status = async (path: string | null | undefined, token: string) =>
      (await ask(sandbox, 'GET', `${path}/tasks/items`, { token })).status;
    expect(await status(first?.path, sandbox.tokens.client)).toBe(200);
    expect(await status(second?.path, sandbox.tokens.client)).toBe(403);
    expect(await status(first?.path, sandbox.tokens.secretary)).toBe(403);
    expect(names(await firstClient(sandbox, sandbox.tokens.secretary))).not.toContain('tasks');
  });

  test('TST-2: a seeded task is completed by the URL it was listed with, and is 404 from then on', async () => {
    const sandbox = createSandbox();
    const url = link(await firstClient(sandbox), 'tasks.items');
    const task = at((await ask(sandbox, 'GET', url)).body['@items']);
    sandbox.control.completeTask(task['@url']);
    expect((await ask(sandbox, 'GET', url)).body['@items']).toHaveLength(2);
    expect((await ask(sandbox, 'GET', task['@url'])).status).toBe(404);
    expect(() => sandbox.control.completeTask(task['@url'])).toThrow('no pending task');
  });
});

describe('changes', () => {
  test('CHG-12, CHG-14: a tasks change names the view to read again and the user', async () => {
    const sandbox = createSandbox();
    const client = await firstClient(sandbox);
    sandbox.control.assignTask(client['@url']);
    expect(await changes(sandbox, '2026-03-02T09:00:00')).toEqual([
      {
        '@type': `${NS}/change/tasks`,
        url: link(client, 'tasks.items'),
        user: { '@type': `${NS}/user-reference/client`, url: client['@url'], id: 'EHR-1042' },
      },
    ]);
  });

  test('CHG-2, CHG-3: several events of a user collapse into one entry per type', async () => {
    const sandbox = createSandbox();
    const { '@url': url } = await firstClient(sandbox);
    const task = sandbox.control.assignTask(url);
    sandbox.control.deleteTask(task);
    sandbox.control.assignTask(url);
    sandbox.control.newMessage(sandbox.control.addConversation(url));
    expect(await changes(sandbox, '2026-03-02T09:00:00')).toHaveLength(1);
    expect(await changes(sandbox, '2026-03-02T09:00:00', 'conversations')).toHaveLength(1);
  });

  test('CHG-4, CHG-5: an earlier since is no error, but changes older than 24 hours are not reported', async () => {
    const sandbox = createSandbox({ clock: { frozen: true } });
    const { '@url': url } = await firstClient(sandbox);
    sandbox.control.assignTask(url);
    sandbox.clock.advance({ hours: 24 });
    expect(await changes(sandbox, '2020-01-01T00:00:00')).toHaveLength(1);
    sandbox.clock.advance({ seconds: 1 });
    expect(await changes(sandbox, '2020-01-01T00:00:00')).toEqual([]);
  });

  test('CHG-16: a task for a group is a change of every member, and leaves all their lists when it is done', async () => {
    const sandbox = createSandbox();
    const secretary = sandbox.control.users('professional').find((one) => one.id === 'PRO-3');
    const other = sandbox.control.addProfessional({}, ['secretaries']);
    const task = sandbox.control.assignGroupTask({ group: 'secretaries' }, { title: 'Call back' });
    const found = await changes(sandbox, '2026-03-02T09:00:00');
    expect(found.map((one) => new URL(one.url).pathname)).toEqual([
      `/api/2${secretary?.path}/tasks/items`,
      `/api/2${other.path}/tasks/items`,
    ]);
    expect(found[0]?.user).toMatchObject({ '@type': `${NS}/user-reference/professional` });
    sandbox.control.completeTask(task);
    expect((await ask(sandbox, 'GET', `${other.path}/tasks/items`)).body['@items']).toEqual([]);
  });

  test('GAP-19: a friend is referred to as a client with its own URL', async () => {
    const sandbox = createSandbox();
    const [friend] = sandbox.control.users('friend');
    sandbox.control.assignTask(friend?.key ?? '');
    const change = at(await changes(sandbox, '2026-03-02T09:00:00'));
    expect(change.user).toEqual({
      '@type': `${NS}/user-reference/client`,
      url: `${sandbox.baseUrl}${friend?.path}`,
      id: null,
    });
  });

  test('EPH-1, EPH-3: type and since are required, and batching parameters are ignored', async () => {
    const sandbox = createSandbox();
    const { status, body } = await ask(sandbox, 'GET', '/changes?type=other');
    expect(status).toBe(400);
    expect(body.extra).toEqual([
      { name: 'type', message: 'Unknown value.' },
      { name: 'since', message: 'Required input is missing.' },
    ]);
    for (const user of sandbox.control.users('client').slice(0, 3)) sandbox.control.assignTask(user.key);
    const list = (await ask(sandbox, 'GET', `${since('2026-03-02T09:00:00Z')}&limit=1&start=x`)).body;
    expect(list['@items']).toHaveLength(3);
    expect(list['@paging']).toBeUndefined();
  });

  test('AUT-18: without the permission changes are 403', async () => {
    const sandbox = createSandbox();
    for (const token of [sandbox.tokens.apiUserPlain, sandbox.tokens.client, sandbox.tokens.applicationManager]) {
      expect((await ask(sandbox, 'GET', since('2026-03-02T09:00:00'), { token })).status).toBe(403);
    }
  });

  test('TRAP-3, CHG-13: singular spelling, mixed types and an unknown type are settings', async () => {
    const sandbox = createSandbox({ settings: { changeType: 'singular', mixedChangeTypes: true, unknownTypes: true } });
    const { '@url': url } = await firstClient(sandbox);
    sandbox.control.addConversation(url);
    sandbox.control.assignTask(url);
    const types = (await changes(sandbox, '2026-03-02T09:00:00')).map((one) => one['@type']);
    expect(types).toEqual([`${NS}/change/future`, `${NS}/change/tasks`, `${NS}/change/conversation`]);
  });
});

describe('merging', () => {
  test('EPU-19, GAP-24: everything of the duplicate is with the survivor, and the change points to the survivor', async () => {
    const sandbox = createSandbox();
    const [, duplicate] = sandbox.control.users('client');
    const survivor = await firstClient(sandbox);
    const count = async (name: string, query = '') =>
      (await ask(sandbox, 'GET', `${link(survivor, name)}${query}`)).body['@items'].length;
    const counts = async () => [
      await count('tasks.items'),
      await count('conversations', '?limit=99'),
      await count('diary.entries.items'),
      await count('planning.items', '?after=2026-03-02&before=2026-03-09'),
    ];
    const before = await counts();
    const merge = await ask(sandbox, 'POST', `${new URL(survivor['@url']).pathname.slice(6)}/merge`, {
      body: { id: duplicate?.id },
    });
    expect(merge.status).toBe(204);
    const after = await counts();
    for (const [index, value] of before.entries()) expect(after[index]).toBeGreaterThan(value);
    const found = await changes(sandbox, '2026-03-02T09:00:00');
    expect(found.map((one) => one.url)).toEqual([link(survivor, 'tasks.items')]);
  });
});

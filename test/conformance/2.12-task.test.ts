import { Task } from 'care-platform';
import { expect } from 'vitest';
import { readingRules, rule, type Scene } from './rule.js';
import { get } from './wire.js';

/** The first task of the first client, read and as written. */
async function firstTask({ care, raw, clientId }: Scene) {
  const client = await care.client({ id: clientId });
  const { '@items': items } = await get(raw, client.links.get('tasks.items').url);
  const [wire] = items;
  const task = await client.tasks().first();
  if (task === undefined || wire === undefined) throw new Error('tasks are seeded');
  return { client, task, wire };
}

rule('TSK-1', 'a task has a type of its own', async (scene) => {
  const { task, wire } = await firstTask(scene);
  expect(task).toBeInstanceOf(Task);
  const type = scene.care.type.replace(/application$/, 'task');
  expect([task.type, wire['@type']]).toEqual([type, type]);
});

rule('TSK-2', 'a task has a URL in the API, apart from the one for people', async (scene) => {
  const { task, wire } = await firstTask(scene);
  expect(wire['@url']).toMatch(new RegExp(`^${scene.care.url}/`));
  expect(task.url).toBe(wire['@url']);
  expect(task.url).not.toBe(task.data.url);
  expect((await scene.care.open(task.url)) instanceof Task).toBe(true);
});

rule(
  'TSK-3',
  'a task has the times of its creation and last change',
  async (scene) => {
    const { client } = await firstTask(scene);
    scene.sandbox.control.assignTask(client.url);
    const task = (await client.tasks().toArray()).at(-1);
    const now = '2026-03-02T09:00:00';
    const wire = await get(scene.raw, task?.url ?? '');
    expect(wire['@changes']).toEqual({ creation_time: now, modification_time: now });
    expect([task?.createdAt, task?.modifiedAt]).toEqual([new Date(`${now}Z`), new Date(`${now}Z`)]);
  },
  { clock: { frozen: true } },
);

rule('TSK-4', 'a task has a title and a message for people', async (scene) => {
  const { client } = await firstTask(scene);
  const text = { title: 'Bel ons <b>even</b>', message: 'Vóór vrijdag' };
  scene.sandbox.control.assignTask(client.url, text);
  const { '@items': items } = await get(scene.raw, client.links.get('tasks.items').url);
  expect(items.at(-1)).toMatchObject(text);
  expect((await client.tasks().toArray()).at(-1)?.data).toMatchObject(text);
  const type = scene.care.type.replace(/application$/, 'task');
  const body = { '@items': [{ '@type': type, title: null, message: null, url: 'https://x.example' }], '@links': [] };
  scene.sandbox.faults.add({ kind: 'response', status: 200, body });
  expect((await client.tasks().first())?.data).toMatchObject({ title: null, message: null });
});

rule('TSK-5', 'people do a task at its URL in the web application', async (scene) => {
  const { task, wire } = await firstTask(scene);
  const { web_url } = scene.care.data;
  expect(wire.url).toMatch(new RegExp(`^${web_url}/`));
  expect(wire.url).not.toContain('/api/2');
  expect(task.data.url).toBe(wire.url);
});

rule('TSK-6', 'clients, friends and professionals can have tasks', async ({ care, raw, sandbox, clientId }) => {
  const [friend] = sandbox.control.users('friend');
  const users = [
    await care.client({ id: clientId }),
    await care.friend({ url: `${care.url}${friend?.path}` }),
    await care.professional({ id: 'PRO-1' }),
  ];
  for (const [index, user] of users.entries()) {
    const title = `Task ${index}`;
    sandbox.control.assignTask(user.url, { title });
    expect((await user.tasks().toArray()).at(-1)?.data.title).toBe(title);
    const { '@items': items } = await get(raw, user.links.get('tasks.items').url);
    expect(items.map((item) => item.title).filter((one) => one === title)).toEqual([title]);
  }
});

readingRules('2.12-task');

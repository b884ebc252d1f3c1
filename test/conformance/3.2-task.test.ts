import { Task } from 'care-platform';
import { expect } from 'vitest';
import { rule, type Scene } from './rule.js';
import { frozenClock } from './scene-options.js';
import { get } from './wire.js';

/** The first client's pending tasks and the tasks changes of the last hour, as both sides see them. */
async function looking({ care, raw, sandbox, clientId }: Scene) {
  const client = await care.client({ id: clientId });
  const since = () => new Date(sandbox.clock.now().getTime() - 1000);
  const titles = async () => {
    const read = (await client.tasks().toArray()).map((task) => task.data.title);
    const { '@items': items } = await get(raw, client.links.get('tasks.items').url);
    expect(items.map((item) => item.title)).toEqual(read);
    return read;
  };
  const changed = async () => {
    const read = (await care.changes({ type: 'tasks', since: since() }).toArray()).map((change) => change.data.url);
    const query = `?type=tasks&since=${since().toISOString().slice(0, 19)}`;
    const { '@items': items } = await get(raw, `/changes${query}`);
    expect(items.map((item) => item.url)).toEqual(read);
    return read;
  };
  return { client, titles, changed };
}

rule(
  'TST-1',
  'a new task is among the pending ones, and its user among the changes',
  async (scene) => {
    const { client, titles, changed } = await looking(scene);
    const before = await titles();
    expect(await changed()).toEqual([]);
    scene.sandbox.control.assignTask(client.url, { title: 'Bel terug' });
    expect(await titles()).toEqual([...before, 'Bel terug']);
    expect(await changed()).toEqual([client.links.get('tasks.items').url]);
  },
  frozenClock,
);

rule(
  'TST-2',
  'a task that is done leaves the pending ones, and its user is among the changes again',
  async (scene) => {
    const { client, titles, changed } = await looking(scene);
    const before = await titles();
    const key = scene.sandbox.control.assignTask(client.url, { title: 'Bel terug' });
    const task = (await client.tasks().toArray()).at(-1);
    scene.sandbox.clock.advance({ hours: 1 });
    expect(await changed()).toEqual([]);
    scene.sandbox.control.completeTask(key);
    expect(await titles()).toEqual(before);
    expect(await changed()).toEqual([client.links.get('tasks.items').url]);
    expect((await scene.raw('GET', task?.url ?? '')).status).toBe(404);
    await expect(scene.care.open(task?.url ?? '')).rejects.toMatchObject({ name: 'NotFoundError' });
    // The user does it in the web application: there is nothing here to do it with.
    for (const method of ['POST', 'PATCH', 'DELETE']) {
      const { '@items': items } = await get(scene.raw, client.links.get('tasks.items').url);
      const json = method === 'DELETE' ? {} : { json: {} };
      expect((await scene.raw(method, items[0]?.['@url'] ?? '', json)).status).toBe(405);
    }
    const own = Object.getOwnPropertyNames(Task.prototype).filter((name) => name !== 'constructor');
    expect(own).toEqual([]);
  },
  frozenClock,
);

rule('TST-3', 'only pending tasks are listed, so a task has no state', async (scene) => {
  const { client, titles } = await looking(scene);
  const keys = ['One', 'Two', 'Three'].map((title) => scene.sandbox.control.assignTask(client.url, { title }));
  scene.sandbox.control.completeTask(keys[1] ?? '');
  scene.sandbox.control.deleteTask(keys[2] ?? '');
  expect((await titles()).slice(3)).toEqual(['One']);
  const task = (await client.tasks().toArray()).at(-1);
  expect(Object.keys(task?.data ?? {})).toEqual(['title', 'message', 'url']);
  const wire = await get(scene.raw, task?.url ?? '');
  expect(Object.keys(wire).toSorted()).toEqual(['@changes', '@links', '@type', '@url', 'message', 'title', 'url']);
});

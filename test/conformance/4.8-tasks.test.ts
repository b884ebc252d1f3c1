import { Collection, Resource } from 'care-platform';
import { expect } from 'vitest';
import { readingRules, rule, type Scene } from './rule.js';
import { get, linkNames, requestsOf } from './wire.js';

/** A client, a friend and a professional. */
async function people({ care, sandbox, clientId }: Scene) {
  const [friend] = sandbox.control.users('friend');
  return [
    await care.client({ id: clientId }),
    await care.friend({ url: `${care.url}${friend?.path}` }),
    await care.professional({ id: 'PRO-1' }),
  ] as const;
}

rule('EPK-1', 'the tasks of clients, friends and professionals have a container that leads to them', async (scene) => {
  for (const user of await people(scene)) {
    const url = user.links.get('tasks').url;
    const wire = await get(scene.raw, url);
    const type = scene.care.type.replace(/application$/, 'tasks');
    expect(wire).toEqual({ '@type': type, '@url': url, '@links': [{ name: 'items', url: `${url}/items` }] });
    const container = await user.follow('tasks');
    if (!(container instanceof Resource)) throw new Error('a container has no items itself');
    expect(container.toJSON()).toEqual(wire);
    const items = await container.follow('items');
    if (!(items instanceof Collection)) throw new Error('a list has items');
    const tasks = await user.tasks().toArray();
    expect((await items.toArray()).map((task) => task.url)).toEqual(tasks.map((task) => task.url));
    expect(tasks.length).toBeGreaterThan(0);
  }
});

rule('EPK-2', 'the pending tasks of clients, friends and professionals are one list each', async (scene) => {
  for (const user of await people(scene)) {
    const url = user.links.get('tasks.items').url;
    const wire = await get(scene.raw, url);
    expect(Object.keys(wire).toSorted()).toEqual(['@items', '@links', '@paging']);
    const requests = await requestsOf(scene.sandbox, async () => {
      const tasks = await user.tasks().toArray();
      expect(tasks.map((task) => task.toJSON())).toEqual(wire['@items']);
    });
    expect(requests).toEqual([`GET ${new URL(url).pathname.replace('/api/2', '')}`]);
    const key = scene.sandbox.control.assignTask(user.url, { title: 'Nog een' });
    expect((await get(scene.raw, url))['@items'].at(-1)?.title).toBe('Nog een');
    scene.sandbox.control.completeTask(key);
    expect(await get(scene.raw, url)).toEqual(wire);
  }
});

readingRules('4.8-tasks');

rule('EPK-4', 'clients, friends and professionals lead to their tasks', async (scene) => {
  for (const user of await people(scene)) {
    const names = linkNames(await get(scene.raw, user.url));
    expect(names).toEqual(expect.arrayContaining(['tasks', 'tasks.items']));
    expect(user.links.names()).toEqual(names);
    expect(await user.follow('tasks.items')).toBeInstanceOf(Collection);
  }
});

import { type MirrorRecord, memoryCursor } from 'care-platform';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FeedWorld, feedWorld } from '../support/feed-world.js';
import { clientUrl, runMirror } from '../support/task-mirror.js';

const minute = 60_000;

let world: FeedWorld;
beforeEach(async () => {
  world = await feedWorld();
});
afterEach(() => world.end());

const tasksOfClient = () => new RegExp(`${new URL(clientUrl(world)).pathname.replace('/api/2', '')}/tasks/items$`);
const breakClient = () =>
  world.sandbox.faults.add({ kind: 'response', status: 500, path: tasksOfClient(), times: 100_000 });
const others = async () => {
  const { [clientUrl(world)]: _, ...tasks } = await world.tasks();
  return tasks;
};

describe('a user whose tasks always fail', () => {
  test('holds up nobody else, is read again in each round, and comes once they can be read', async () => {
    breakClient();
    const cursor = memoryCursor();
    const running = runMirror(world, { cursor });
    await world.pass(5 * minute);
    const [other = ''] = Object.keys(running.held());
    world.sandbox.control.assignTask(other);
    await world.pass(5 * minute);
    world.sandbox.faults.clear();
    expect(running.held()).toEqual(await others());
    expect(await cursor.get()).toBeUndefined();
    await world.pass(5 * minute);
    expect(running.held()).toEqual(await world.tasks());
    expect(await cursor.get()).toBeDefined();
    await running.stop();
  });

  test('ends a run with `once` after all others, whose cursor does not move', async () => {
    breakClient();
    const cursor = memoryCursor();
    const held = new Set<string>();
    const run = async () => {
      for await (const { user } of world.care.mirrorTasks({ once: true, cursor })) held.add(user.url);
    };
    await expect(world.during(run())).rejects.toMatchObject({ name: 'ServerError' });
    expect(held).toEqual(new Set(world.people.filter((url) => url !== clientUrl(world))));
    expect(await cursor.get()).toBeUndefined();
  });
});

test('an outage of the tasks of all users ends no mirror', async () => {
  world.end();
  world = await feedWorld({ clients: 40 });
  world.sandbox.faults.add({ kind: 'response', status: 503, path: /\/tasks\/items$/, times: 100_000 });
  const running = runMirror(world);
  await world.pass(30 * minute);
  expect(running.events).toEqual([]);
  world.sandbox.faults.clear();
  await world.pass(30 * minute);
  expect(running.held()).toEqual(await world.tasks());
  expect(await running.stop()).toMatchObject({ message: 'stopped' });
});

test('a user that a moving list did not contain keeps its tasks, which a mirror reads', async () => {
  const state = new Map<string, MirrorRecord>();
  const run = async () => {
    const events = new Map<string, readonly unknown[]>();
    for await (const { user, removed } of world.care.mirrorTasks({ once: true, state })) {
      events.set(user.url, removed ?? []);
    }
    return events;
  };
  await world.during(run());
  const headers = { authorization: `svc-token ${world.sandbox.tokens.apiUser}` };
  const list = (await (await world.sandbox.fetch(`${world.sandbox.baseUrl}/c/items`, { headers })).json()) as {
    readonly '@items': readonly { readonly '@url': string }[];
  };
  const items = list['@items'].filter((item) => item['@url'] !== clientUrl(world));
  world.sandbox.faults.add({ kind: 'response', status: 200, body: { ...list, '@items': items }, path: '/c/items' });
  const events = await world.during(run());
  expect(events.get(clientUrl(world))).toEqual([]);
  expect(state.get(clientUrl(world))?.tasks).toHaveLength(3);
});

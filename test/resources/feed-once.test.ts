import { type FeedEvent, memoryCursor, type WatchOptions } from 'care-platform';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FeedWorld, feedWorld } from '../support/feed-world.js';
import { clientUrl } from '../support/task-mirror.js';

const minute = 60_000;

let world: FeedWorld;
beforeEach(async () => {
  world = await feedWorld();
});
afterEach(() => world.end());

/** The kinds of the events of one run, which ends by itself. */
async function run(options: WatchOptions, work?: (event: FeedEvent) => unknown): Promise<string[]> {
  const kinds: string[] = [];
  const events = world.care.watchChanges({ types: ['tasks'], once: true, ...options });
  const read = async () => {
    for await (const event of events) {
      kinds.push(event.kind);
      await work?.(event);
    }
  };
  await world.during(read());
  return kinds;
}

function mirrorOnce(options: { cursor: ReturnType<typeof memoryCursor> }) {
  const read = async () => {
    const users: string[] = [];
    for await (const { user } of world.care.mirrorTasks({ once: true, ...options })) users.push(user.url);
    return users;
  };
  return world.during(read());
}

const assignTask = () => world.sandbox.control.assignTask(clientUrl(world));
const polls = () => world.sandbox.journal.filter(({ path }) => path === '/changes').length;

describe('a feed that runs once', () => {
  test('ends after one poll of each type and stores its cursor', async () => {
    const cursor = memoryCursor();
    expect(await run({ cursor, types: ['tasks', 'conversations'] })).toEqual(['resync']);
    expect(polls()).toBe(2);
    expect(await cursor.get()).toBeDefined();
  });

  test('goes on at the cursor of the run before', async () => {
    const cursor = memoryCursor();
    await run({ cursor });
    await world.pass(10 * minute);
    assignTask();
    await world.pass(10 * minute);
    expect(await run({ cursor })).toEqual(['change']);
    await world.pass(10 * minute);
    expect(await run({ cursor })).toEqual([]);
  });

  test('ends although changes keep coming, and leaves those to the next run', async () => {
    const cursor = memoryCursor();
    await run({ cursor });
    await world.pass(10 * minute);
    for (const user of world.people) world.sandbox.control.assignTask(user);
    await world.pass(5000);
    const first = await run({ cursor, overlap: 1000 }, async () => {
      assignTask();
      await world.pass(minute);
    });
    expect(first).toHaveLength(world.people.length);
    expect(await run({ cursor, overlap: 1000 })).toEqual(['change']);
  });

  test('leaves its cursor if the consumer ends the loop, so that the event comes again', async () => {
    const cursor = memoryCursor();
    await run({ cursor });
    const before = await cursor.get();
    await world.pass(10 * minute);
    assignTask();
    for await (const _ of world.care.watchChanges({ types: ['tasks'], once: true, cursor })) break;
    expect(await cursor.get()).toBe(before);
    expect(await run({ cursor })).toEqual(['change']);
  });

  test('reports a gap of more than 24 hours', async () => {
    const cursor = memoryCursor();
    await run({ cursor });
    world.sandbox.clock.advance({ hours: 25 });
    expect(await run({ cursor })).toEqual(['resync']);
  });
});

describe('a mirror of tasks that runs once', () => {
  test('reads all users in its first run, and those with changes in the next', async () => {
    const cursor = memoryCursor();
    expect((await mirrorOnce({ cursor })).toSorted()).toEqual(world.people.toSorted());
    await world.pass(10 * minute);
    assignTask();
    expect(await mirrorOnce({ cursor })).toEqual([clientUrl(world)]);
    expect(polls()).toBe(2);
  });

  test('starts again with all users if it was ended among them', async () => {
    const cursor = memoryCursor();
    let events = 0;
    for await (const _ of world.care.mirrorTasks({ once: true, cursor })) if (++events === 3) break;
    expect(await cursor.get()).toBeUndefined();
    expect(await mirrorOnce({ cursor })).toHaveLength(world.people.length);
  });
});

describe('a run during an outage', () => {
  const outage = { kind: 'response', status: 503, times: 100_000 } as const;
  const unavailable = { name: 'ServerError', status: 503, isTransient: true };

  test('fails after the retries of its call, and leaves its cursor', async () => {
    const cursor = memoryCursor();
    await run({ cursor });
    const before = await cursor.get();
    world.sandbox.faults.add({ ...outage, path: '/changes' });
    const began = polls();
    await expect(run({ cursor })).rejects.toMatchObject({ ...unavailable, attempts: 3 });
    expect(polls() - began).toBe(3);
    expect(await cursor.get()).toBe(before);
    world.sandbox.faults.clear();
    expect(await run({ cursor })).toEqual([]);
  });

  test('waits with `retry: { until }`, and no longer than that', async () => {
    const cursor = memoryCursor();
    const retry = { until: '5m' } as const;
    world.sandbox.faults.add({ ...outage, path: '/changes', times: 8 });
    expect(await run({ cursor, retry })).toEqual(['resync']);
    world.sandbox.faults.add({ ...outage, path: '/changes' });
    const began = world.sandbox.clock.now().getTime();
    await expect(run({ cursor, retry })).rejects.toMatchObject(unavailable);
    expect(world.sandbox.clock.now().getTime() - began).toBeGreaterThanOrEqual(5 * minute);
  });

  test.each([
    ['the list of users', '/c/items'],
    ['the tasks of a user', /tasks\/items$/],
  ])('of a mirror fails too if it cannot read %s, and the next run reads all', async (_, path) => {
    const cursor = memoryCursor();
    world.sandbox.faults.add({ ...outage, path });
    await expect(mirrorOnce({ cursor })).rejects.toMatchObject(unavailable);
    expect(await cursor.get()).toBeUndefined();
    world.sandbox.faults.clear();
    expect(await mirrorOnce({ cursor })).toHaveLength(world.people.length);
  });
});

import {
  type Application,
  type CursorStore,
  type FeedEvent,
  type Fetch,
  memoryCursor,
  type WatchOptions,
} from 'care-platform';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type FeedWorld, feedWorld } from '../support/feed-world.js';

const minute = 60_000;

let world: FeedWorld;
let warnings: string[];

beforeEach(async () => {
  world = await feedWorld();
  warnings = [];
});
afterEach(() => world.end());

/** A connection to which no response shows the time, as a page of another origin, or one behind some gateways, has it. */
function connectWithoutTime(): Promise<Application> {
  const fetch: Fetch = async (url, init) => {
    const response = await world.sandbox.fetch(url, init);
    const headers = new Headers(response.headers);
    headers.delete('date');
    return new Response(response.body, { status: response.status, headers });
  };
  return world.connect({ fetch, logger: { warn: (message) => void warnings.push(message) } });
}

/** Sets the program's clock to that of the platform, and so much further. */
const setOurClock = (ahead: number) => vi.setSystemTime(world.sandbox.clock.now().getTime() + ahead);

/** The users whose changes came, in order, and `resync`s. */
function follow(care: Application, options: WatchOptions = {}) {
  const controller = new AbortController();
  const events: FeedEvent[] = [];
  void (async () => {
    const feed = care.watchChanges({ types: ['tasks'], signal: controller.signal, ...options });
    for await (const event of feed) events.push(event);
  })().catch(() => undefined);
  return {
    seen: () => events.map((event) => (event.kind === 'resync' ? event.reason : event.change.user.id)),
    stop: () => controller.abort(),
  };
}

const clients = () => world.sandbox.control.users('client').slice(0, 12);

/** Each of the clients gets a task, some time after the one before. */
async function assignInTurn(): Promise<unknown[]> {
  for (const { key } of clients()) {
    world.sandbox.control.assignTask(key);
    await world.pass(20_000);
  }
  await world.pass(minute);
  return clients().map(({ id }) => id);
}

describe('a feed that cannot read the time of the platform', () => {
  test.each([
    ['two minutes ahead', 2 * minute],
    ['nine minutes ahead', 9 * minute],
    ['right', 0],
    ['two minutes behind', -2 * minute],
    ['an hour behind', -60 * minute],
  ])('brings every change if our clock is %s', async (_, ahead) => {
    setOurClock(ahead);
    const feed = follow(await connectWithoutTime());
    await world.pass(5000);
    const changed = await assignInTurn();
    expect(feed.seen()[0]).toBe('start');
    expect(new Set(feed.seen().slice(1))).toEqual(new Set(changed));
    feed.stop();
  });

  test('loses nothing to the process that goes on from its cursor', async () => {
    setOurClock(2 * minute);
    const cursor = memoryCursor();
    const care = await connectWithoutTime();
    const first = follow(care, { cursor });
    await world.pass(2 * minute);
    first.stop();
    const [client] = clients();
    world.sandbox.control.assignTask(client?.key ?? '');
    await world.pass(minute);
    const second = follow(care, { cursor });
    await world.pass(5000);
    expect(second.seen()).toEqual([client?.id]);
    second.stop();
  });

  test('needs no resync if the time can be read later', async () => {
    setOurClock(2 * minute);
    const cursor = memoryCursor();
    const first = follow(await connectWithoutTime(), { cursor });
    await world.pass(minute);
    first.stop();
    const second = follow(world.care, { cursor });
    await world.pass(minute);
    expect(second.seen()).toEqual([]);
    second.stop();
  });

  test.each<[string, WatchOptions]>([
    ['once', {}],
    ['once for both types', { types: ['tasks', 'conversations'] }],
    ['once with a long overlap', { overlap: 60 * minute }],
  ])('warns %s', async (_, options) => {
    const feed = follow(await connectWithoutTime(), options);
    await world.pass(5 * minute);
    expect(warnings).toHaveLength(1);
    feed.stop();
  });

  test('mirrors every task', async () => {
    setOurClock(2 * minute);
    const care = await connectWithoutTime();
    const controller = new AbortController();
    const tasks: Record<string, readonly string[]> = {};
    void (async () => {
      for await (const { user, tasks: pending } of care.mirrorTasks({ signal: controller.signal })) {
        tasks[user.url] = pending.map(({ url }) => url);
      }
    })().catch(() => undefined);
    await world.pass(minute);
    await assignInTurn();
    expect(tasks).toEqual(await world.tasks());
    controller.abort();
  });
});

test('a feed that reads the time of the platform does not warn', async () => {
  const care = await world.connect({ logger: { warn: (message) => void warnings.push(message) } });
  const feed = follow(care);
  await world.pass(2 * minute);
  expect(warnings).toEqual([]);
  feed.stop();
});

test('the cursor of a feed that reads the time is that of its last poll', async () => {
  const written: string[] = [];
  const cursor: CursorStore = { get: () => undefined, set: (text) => void written.push(text) };
  const feed = follow(world.care, { cursor });
  await world.pass(5000);
  const behind = world.sandbox.clock.now().getTime() - new Date(written.at(-1) ?? '').getTime();
  expect(behind).toBeLessThan(10_000);
  feed.stop();
});

import { type CursorStore, connect, type FeedEvent, memoryCursor, type WatchOptions } from 'care-platform';
import { RedisUnavailableError } from 'care-platform/redis';
import { createSandbox } from 'care-platform/sandbox';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FeedWorld, feedWorld } from '../support/feed-world.js';
import { OpenThrottle } from '../support/open-throttle.js';

const minute = 60_000;
const hour = 60 * minute;

let world: FeedWorld;
let said: string[];

beforeEach(async () => {
  said = [];
  const logger = { warn: (message: string) => void said.push(message) };
  world = await feedWorld({}, { logger, retry: 0 });
});
afterEach(() => world.end());

/** A consumer that notes each event and asks for the next at once. */
function follow(options: WatchOptions = {}) {
  const controller = new AbortController();
  const events: FeedEvent[] = [];
  const ended = (async () => {
    const feed = world.care.watchChanges({ types: ['tasks'], signal: controller.signal, ...options });
    for await (const event of feed) events.push(event);
  })().catch((reason: unknown) => reason);
  const reported = () => events.map((event) => (event.kind === 'resync' ? event.reason : event.change.user.id));
  return { reported, ended, stop: () => controller.abort(new Error('stopped')) };
}

const at = (milliseconds: number) => new Date(world.sandbox.clock.now().getTime() + milliseconds).toISOString();
const assign = () => world.sandbox.control.assignTask(world.sandbox.control.users('client')[0]?.key ?? '');
const someone = () => world.sandbox.control.users('client')[0]?.id;

describe('a feed in trouble', () => {
  test('resyncs if one of its types could not be read for a day, though the other could', async () => {
    const cursor = memoryCursor(at(-minute));
    world.sandbox.faults.add({ kind: 'response', status: 503, path: '/changes', skip: 1, times: 100_000 });
    const feed = follow({ types: ['tasks', 'conversations'], cursor });
    await world.pass(5000);
    world.sandbox.clock.advance({ hours: 25 });
    world.sandbox.faults.clear();
    await world.pass(10 * minute);
    expect(feed.reported()).toEqual(['gap']);
    feed.stop();
  });

  test('waits for a gateway to stop showing its page, but not for ever', async () => {
    const page = { kind: 'response', status: 200, body: '<html>Maintenance</html>', path: '/changes' } as const;
    world.sandbox.faults.add({ ...page, times: 4 });
    const feed = follow({ cursor: memoryCursor(at(-minute)) });
    assign();
    await world.pass(10 * minute);
    expect(feed.reported()).toContain(someone());
    world.sandbox.faults.add({ ...page, times: 1000 });
    await world.pass(90 * minute);
    expect(await feed.ended).toMatchObject({ name: 'UnexpectedResponseError' });
  });

  test('of another user waits for the root too, which has the link to the changes', async () => {
    const { sandbox, care } = world;
    sandbox.faults.add({ kind: 'response', status: 503, path: '/', times: 2 });
    const before = sandbox.journal.length;
    const first = care.as(sandbox.tokens.apiUser).watchChanges().next();
    await world.pass(minute);
    expect(await first).toMatchObject({ value: { kind: 'resync', reason: 'start' } });
    const paths = sandbox.journal.slice(before).map(({ path }) => path);
    expect(paths).toEqual(['/', '/', '/', '/changes', '/changes']);
  });

  test('waits for a shared throttle whose Redis is away, and not for one that refuses', async () => {
    const throttle = new OpenThrottle();
    const acquire = throttle.acquire.bind(throttle);
    const baseUrl = 'https://redis-feed.example/api/2';
    const sandbox = createSandbox({ limits: false, baseUrl });
    const care = await connect({ baseUrl, token: sandbox.tokens.apiUser, fetch: sandbox.fetch, throttle });
    const failures = [new RedisUnavailableError('It is away.'), new RedisUnavailableError('It is away.')];
    throttle.acquire = (options) => {
      const failure = failures.shift();
      return failure === undefined ? acquire(options) : Promise.reject(failure);
    };
    const feed = care.watchChanges();
    const first = feed.next();
    await world.pass(minute);
    expect(await first).toMatchObject({ value: { kind: 'resync' } });
    failures.push(new RedisUnavailableError('The password is wrong.', true));
    const refused = feed.next().catch((reason: unknown) => reason);
    await world.pass(minute);
    expect(await refused).toMatchObject({ name: 'RedisUnavailableError', isTransient: false });
    care.close();
  });

  test('logs each failure that it waits out, and no person', async () => {
    world.sandbox.faults.add({ kind: 'response', status: 500, path: '/changes', times: 2 });
    const feed = follow();
    await world.pass(2 * minute);
    feed.stop();
    expect(said.map((message) => message.match(/ServerError|\d+ s/g))).toEqual([
      ['ServerError', '10 s'],
      ['ServerError', '20 s'],
    ]);
  });
});

describe('a cursor', () => {
  test('ahead of the clock of the platform means a resync, since what lies between is not known', async () => {
    const feed = follow({ cursor: memoryCursor(at(hour)) });
    assign();
    await world.pass(5000);
    assign();
    await world.pass(minute);
    expect(feed.reported()).toEqual(['gap', someone()]);
    feed.stop();
  });

  test('of a store that returns null for a missing value is a first start', async () => {
    const nothing: CursorStore = { get: () => null, set: () => undefined };
    const feed = follow({ cursor: nothing });
    await world.pass(5000);
    expect(feed.reported()).toEqual(['start']);
    feed.stop();
  });

  test.each(['', '5', '2026-03-02', 'Mon, 02 Mar 2026 09:00:00 GMT'])('with the value %j is refused', async (text) => {
    const feed = world.care.watchChanges({ cursor: memoryCursor(text) });
    await expect(feed.next()).rejects.toMatchObject({ name: 'InputError', problems: [{ name: 'cursor' }] });
  });

  test('lets nothing be lost to a process that goes on with a shorter overlap', async () => {
    const cursor = memoryCursor(at(-minute));
    const first = follow({ cursor, overlap: 5 * minute });
    assign();
    await world.pass(20_000);
    // Within the overlap it may be the same change once more, so it is held back.
    assign();
    await world.pass(40_000);
    expect(first.reported()).toEqual([someone()]);
    first.stop();
    await world.pass(minute);
    const second = follow({ cursor, overlap: 1000 });
    await world.pass(5000);
    expect(second.reported()).toEqual([someone()]);
    second.stop();
  });
});

test.each([
  ['interval', { interval: 13 * hour }],
  ['interval', { interval: Number.POSITIVE_INFINITY }],
  ['overlap', { overlap: 13 * hour }],
  ['overlap', { overlap: 999 }],
  ['types', { types: [] }],
  ['types', { types: 'tasks' as never }],
  ['cursor', { cursor: 'cursor.txt' as never }],
  ['cursor.set', { cursor: { get: () => undefined } as never }],
])('%s that cannot be are refused: %o', async (name, options) => {
  await expect(world.care.watchChanges(options).next()).rejects.toMatchObject({
    name: 'InputError',
    problems: [{ name }],
  });
});

test('a state that cannot keep anything is refused before any user is read', async () => {
  const state = { get: () => undefined, set: () => undefined } as never;
  const before = world.sandbox.journal.length;
  await expect(world.care.mirrorTasks({ state }).next()).rejects.toMatchObject({
    name: 'InputError',
    problems: [{ name: 'state.keys' }],
  });
  expect(world.sandbox.journal).toHaveLength(before);
});

import { type Application, connect, type FeedEvent, type WatchOptions } from 'care-platform';
import { createSandbox, type Sandbox } from 'care-platform/sandbox';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { followFakeTimers, moveTime } from '../support/virtual-time.js';

const minute = 60_000;

let sandbox: Sandbox;
let care: Application;
let client: string;
let origins = 0;

/** Time goes only when a test lets it, for the platform and for us alike; ours may differ from the platform's. */
const pass = (milliseconds: number) => moveTime(sandbox, milliseconds);

/** A consumer that notes each event and asks for the next at once. */
function follow(options: WatchOptions = {}) {
  const events: FeedEvent[] = [];
  const controller = new AbortController();
  const feed = care.watchChanges({ types: ['tasks'], signal: controller.signal, ...options });
  const ended = (async () => {
    for await (const event of feed) events.push(event);
  })().catch((reason: unknown) => reason);
  return {
    events,
    kinds: () => events.map((event) => event.kind),
    stop: () => controller.abort(new Error('stopped')),
    ended,
  };
}

function store(initial?: string) {
  const written: string[] = [];
  return { written, get: () => written.at(-1) ?? initial, set: (cursor: string) => void written.push(cursor) };
}

beforeEach(async () => {
  vi.useFakeTimers({ now: new Date('2026-03-02T09:00:00Z') });
  followFakeTimers();
  // An origin of its own: a throttle outlives its connections, and its timers must not be those of an earlier test.
  const baseUrl = `https://sandbox-${origins++}.example/api/2`;
  const clock = { start: new Date('2026-03-02T09:00:00Z'), frozen: true };
  sandbox = createSandbox({ limits: false, baseUrl, clock });
  care = await connect({ baseUrl: sandbox.baseUrl, token: sandbox.tokens.apiUser, fetch: sandbox.fetch });
  client = (await care.client({ id: 'EHR-1042' })).url;
  sandbox.clock.advance({ hours: 25 });
});

afterEach(() => {
  care.close();
  vi.useRealTimers();
});

describe('a feed', () => {
  test('starts with a resync, then gives what changes', async () => {
    const feed = follow();
    await pass(5000);
    expect(feed.events).toEqual([{ kind: 'resync', reason: 'start' }]);
    sandbox.control.assignTask(client);
    await pass(minute);
    expect(feed.kinds().slice(0, 2)).toEqual(['resync', 'change']);
    const [, event] = feed.events;
    if (event?.kind !== 'change') throw new Error('no change');
    expect(event.change.user.id).toBe('EHR-1042');
    expect(await event.change.items().toArray()).toHaveLength(4);
    feed.stop();
  });

  test('gives one change at most twice, however often its window is requested', async () => {
    const feed = follow({ overlap: 5 * minute });
    await pass(5000);
    sandbox.control.assignTask(client);
    await pass(20 * minute);
    expect(feed.kinds().filter((kind) => kind === 'change').length).toBeLessThanOrEqual(2);
    feed.stop();
  });

  test('gives a second change of the same user, also one within the overlap', async () => {
    const mirrored: number[] = [];
    const controller = new AbortController();
    const feed = care.watchChanges({ types: ['tasks'], overlap: 2 * minute, signal: controller.signal });
    const ended = (async () => {
      for await (const event of feed) {
        if (event.kind === 'change') mirrored.push((await event.change.items().toArray()).length);
      }
    })().catch((reason: unknown) => reason);
    await pass(5000);
    for (let more = 0; more < 4; more++) {
      sandbox.control.assignTask(client);
      await pass(40_000);
    }
    await pass(5 * minute);
    expect(mirrored.at(-1)).toBe(3 + 4);
    controller.abort(new Error('stopped'));
    await ended;
  });

  test('polls each type once an interval, one poll at a time', async () => {
    const before = sandbox.journal.length;
    const feed = follow({ types: ['tasks', 'conversations'] });
    await pass(5 * minute);
    const polls = sandbox.journal.slice(before).filter((entry) => entry.path === '/changes').length;
    expect(polls).toBeGreaterThanOrEqual(18);
    expect(polls).toBeLessThanOrEqual(22);
    feed.stop();
  });

  test('ends at once with the reason of its signal, and polls no more', async () => {
    const feed = follow();
    await pass(5000);
    const before = sandbox.journal.length;
    feed.stop();
    expect(await feed.ended).toMatchObject({ message: 'stopped' });
    await pass(5 * minute);
    expect(sandbox.journal).toHaveLength(before);
  });

  test('goes on after the platform failed for a while', async () => {
    const feed = follow();
    await pass(5000);
    sandbox.faults.add({ kind: 'response', status: 500, path: '/changes', times: 6 });
    sandbox.control.assignTask(client);
    await pass(10 * minute);
    expect(feed.kinds()).toContain('change');
    feed.stop();
  });

  test('passes on that its user may not read changes', async () => {
    const other = await connect({ baseUrl: sandbox.baseUrl, token: sandbox.tokens.apiUserPlain, fetch: sandbox.fetch });
    await expect(other.watchChanges().next()).rejects.toMatchObject({ name: 'ForbiddenError' });
  });

  test('refuses to poll more often than the platform expects', async () => {
    const refusal = { name: 'InputError', problems: [{ name: 'interval' }] };
    await expect(care.watchChanges({ interval: 5000, types: ['tasks'] }).next()).rejects.toMatchObject(refusal);
    await expect(care.watchChanges({ interval: 15_000 }).next()).rejects.toMatchObject(refusal);
  });
});

describe('the cursor of a feed', () => {
  test('moves when the consumer asks for the event after the last one', async () => {
    const cursor = store(sandbox.clock.now().toISOString());
    sandbox.control.assignTask(client);
    const feed = care.watchChanges({ types: ['tasks'], cursor });
    expect((await feed.next()).value).toMatchObject({ kind: 'change' });
    expect(cursor.written).toEqual([]);
    const next = feed.next();
    await vi.advanceTimersByTimeAsync(1000);
    expect(cursor.written).toHaveLength(1);
    care.close();
    await expect(next).rejects.toMatchObject({ name: 'ClosedError' });
  });

  test('lets another process go on without a resync, and brings unhandled changes again', async () => {
    const cursor = store(sandbox.clock.now().toISOString());
    sandbox.control.assignTask(client);
    for await (const event of care.watchChanges({ types: ['tasks'], cursor })) {
      expect(event.kind).toBe('change');
      break;
    }
    for await (const event of care.watchChanges({ types: ['tasks'], cursor })) {
      expect(event.kind).toBe('change');
      break;
    }
  });

  test('older than 24 hours means a resync', async () => {
    const old = new Date(sandbox.clock.now().getTime() - 25 * 60 * minute);
    const feed = care.watchChanges({ types: ['tasks'], cursor: store(old.toISOString()) });
    expect((await feed.next()).value).toEqual({ kind: 'resync', reason: 'gap' });
  });

  test('follows the clock of the platform when ours is an hour ahead', async () => {
    vi.setSystemTime(sandbox.clock.now().getTime() + 60 * minute);
    const feed = follow();
    await pass(5000);
    sandbox.control.assignTask(client);
    await pass(minute);
    expect(feed.kinds()).toEqual(['resync', 'change']);
    feed.stop();
  });

  test('that this feed never wrote is refused', async () => {
    const refusal = { name: 'InputError', problems: [{ name: 'cursor' }] };
    await expect(care.watchChanges({ cursor: store('yesterday') }).next()).rejects.toMatchObject(refusal);
  });
});

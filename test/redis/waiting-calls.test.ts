import { getEventListeners } from 'node:events';
import { InputError, type Permit, type Priority } from 'care-platform';
import type { RedisThrottle } from 'care-platform/redis';
import { expect, test } from 'vitest';
import { fakeClock, grants, pass, RedisInProcess } from './redis-in-process.js';

/** A throttle whose only connection is in use, and the granted calls in their order. */
async function busy(connections = 1): Promise<{ throttle: RedisThrottle; permit: Permit; order: string[] }> {
  fakeClock();
  const throttle = new RedisInProcess().throttle({ requestsPerSecond: 1000, connections });
  const waiting = throttle.acquire();
  await pass(10);
  return { throttle, permit: await waiting, order: [] };
}

test('interactive calls go first, and after nine of them the call that waits longest', async () => {
  const { throttle, permit, order } = await busy();
  const wait = (call: string, priority?: Priority) => {
    void throttle.acquire(priority === undefined ? {} : { priority }).then((granted) => {
      order.push(call);
      granted.release();
    });
  };
  wait('b', 'bulk');
  wait('n');
  for (let call = 1; call <= 12; call++) wait(`i${call}`, 'interactive');
  permit.release();
  await pass(1000);
  expect(order.join(' ')).toBe('i1 i2 i3 i4 i5 i6 i7 i8 i9 b i10 i11 i12 n');
});

test('a retried call keeps its position before later calls', async () => {
  const { throttle, permit, order } = await busy();
  const wait = (call: string, again?: Permit) => {
    void throttle.acquire(again === undefined ? {} : { again }).then((granted) => {
      order.push(call);
      granted.release();
    });
  };
  wait('later');
  wait('last');
  wait('again', permit);
  permit.release();
  await pass(1000);
  expect(order).toEqual(['again', 'later', 'last']);
});

test('a call with an unknown priority is refused, and the queue does not change', async () => {
  const { throttle, permit } = await busy();
  await expect(throttle.acquire({ priority: 'urgent' as Priority })).rejects.toBeInstanceOf(InputError);
  expect(throttle.stats().queued).toBe(0);
  const granted = grants(throttle, 1);
  permit.release();
  await pass(100);
  expect(granted).toHaveLength(1);
});

test('a call with an aborted signal does not wait, and a call whose signal aborts leaves the queue', async () => {
  const { throttle } = await busy();
  const stop = new AbortController();
  const waiting = throttle.acquire({ signal: stop.signal });
  expect(throttle.stats()).toMatchObject({ queued: 1, running: 1 });
  const reason = new Error('enough');
  stop.abort(reason);
  await expect(waiting).rejects.toBe(reason);
  await expect(throttle.acquire({ signal: stop.signal })).rejects.toBe(reason);
  expect(throttle.stats()).toMatchObject({ queued: 0, running: 1 });
});

test('a granted call no longer listens to its signal', async () => {
  const { throttle, permit } = await busy();
  const stop = new AbortController();
  const waiting = throttle.acquire({ signal: stop.signal });
  expect(getEventListeners(stop.signal, 'abort')).toHaveLength(1);
  permit.release();
  await pass(10);
  await waiting;
  expect(getEventListeners(stop.signal, 'abort')).toHaveLength(0);
});

test('the calls of one owner are removed, and those of others stay', async () => {
  const { throttle, permit } = await busy();
  const owner = {};
  const reason = new Error('gone');
  const own = throttle.acquire({ owner });
  const other = grants(throttle, 1);
  throttle.release(owner, reason);
  await expect(own).rejects.toBe(reason);
  expect(throttle.stats().queued).toBe(1);
  permit.release();
  await pass(10);
  expect(other).toHaveLength(1);
});

test('a connection is free once its response was read, and 300 ms after an aborted request', async () => {
  const { throttle, permit } = await busy();
  const first = throttle.acquire();
  permit.release();
  permit.release('aborted');
  await pass(10);
  const aborted = await first;
  expect(throttle.stats()).toMatchObject({ running: 1, connections: 1 });
  aborted.release('aborted');
  aborted.release();
  const granted = grants(throttle, 1);
  const start = performance.now();
  await pass(299);
  expect(throttle.stats()).toMatchObject({ running: 1, queued: 1 });
  await pass(10);
  expect(granted).toEqual([start + 300]);
});

test('a process runs at most as many calls as it has connections', async () => {
  const { throttle } = await busy(3);
  for (let call = 0; call < 5; call++) void throttle.acquire().catch(() => undefined);
  await pass(1000);
  expect(throttle.stats()).toMatchObject({ running: 3, queued: 3, sent: 3, connections: 3 });
});

test('each process has its share of the connections, rounded down', () => {
  const throttle = new RedisInProcess().throttle({ connections: 20, processes: 3 });
  expect(throttle.stats()).toMatchObject({ connections: 6, requestsPerSecond: 30, running: 0, queued: 0, sent: 0 });
});

test.each([
  ['the limit of five seconds', {}, 5000],
  ['the shorter limit of the client', { connectTimeout: 800 }, 800],
  ['five seconds instead of a longer one', { connectTimeout: 60_000 }, 5000],
])('the connections of a budget have their own settings, and %s to connect', async (_title, own, connectTimeout) => {
  fakeClock();
  const redis = new RedisInProcess();
  const throttle = redis.throttle({ key: '{budget}' }, { keyPrefix: 'care:', lazyConnect: true, ...own });
  grants(throttle, 1);
  await pass(0);
  expect([...redis.hashes.keys()]).toEqual(['b_care:{budget}_settings']);
  expect(redis.connections).toHaveLength(2);
  for (const { options, scripts } of redis.connections) {
    expect(options).toMatchObject({
      ...{ lazyConnect: false, keyPrefix: '', enableAutoPipelining: false, reconnectOnError: null },
      ...{ connectTimeout, socketTimeout: 5000 },
    });
    expect((options as { retryStrategy(): unknown }).retryStrategy()).toBe(null);
    // The clock of this machine may be wrong: all scripts use that of Redis.
    expect(scripts.filter((lua) => !lua.includes("redis.call('time')"))).toEqual([]);
  }
});

import { expect, test, vi } from 'vitest';
import { fakeClock, grants, pass, RedisInProcess } from './redis-in-process.js';

const times = (attempts: readonly number[]) => attempts.filter((_, index) => index % 2 === 0);

test('tokens are evenly spaced without a burst, and a token without a waiting call is not saved', async () => {
  fakeClock();
  const throttle = new RedisInProcess().throttle({ requestsPerSecond: 10 });
  const first = grants(throttle, 4);
  await pass(1000);
  expect(first).toEqual([0, 100, 200, 300]);
  const second = grants(throttle, 3);
  await pass(1000);
  expect(second.map((at) => at - 1000)).toEqual([0, 100, 200]);
  expect(throttle.stats()).toMatchObject({ sent: 7, queued: 0, running: 0, rateLimited: 0, waited: 900 });
});

test('an unreachable Redis is retried after 100 ms, then after doubled pauses up to a second', async () => {
  fakeClock();
  const redis = new RedisInProcess();
  redis.goAway();
  const throttle = redis.throttle();
  const granted = grants(throttle, 1);
  await pass(4499);
  expect(times(redis.attempts)).toEqual([0, 100, 300, 700, 1500, 2500, 3500]);
  redis.unreachable = undefined;
  await pass(10);
  expect(granted).toEqual([4500]);
  redis.attempts.length = 0;
  redis.goAway();
  grants(throttle, 1);
  await pass(300);
  // The first token ended the series of failures, so the pauses start again at 100 ms.
  expect(times(redis.attempts).map((at) => at - 4509)).toEqual([100, 300]);
});

test('a connection that breaks while a call waits is replaced, and the call is granted', async () => {
  fakeClock();
  const redis = new RedisInProcess();
  const throttle = redis.throttle({ requestsPerSecond: 1 });
  const granted = grants(throttle, 3);
  await pass(500);
  for (const connection of redis.open) connection.close();
  await pass(4000);
  // Two requested tokens were lost with the connection.
  expect(granted).toEqual([0, 3000, 4000]);
  expect(times(redis.attempts)).toEqual([0, 600]);
});

test('a Redis that disconnects while no call waits is not retried before the next call', async () => {
  fakeClock();
  const redis = new RedisInProcess();
  const throttle = redis.throttle();
  grants(throttle, 1);
  await pass(1000);
  redis.goAway();
  await pass(0);
  // The timer that ends the membership, and none for a new attempt.
  expect(vi.getTimerCount()).toBe(1);
  await pass(20_000);
  expect(times(redis.attempts)).toEqual([0]);
  redis.unreachable = undefined;
  const granted = grants(throttle, 1);
  await pass(0);
  expect(times(redis.attempts)).toEqual([0, 21_000]);
  expect(granted).toEqual([21_000]);
});

test('a budget disconnects from Redis ten seconds after the last call, and connects again for the next one', async () => {
  fakeClock();
  const redis = new RedisInProcess();
  const throttle = redis.throttle();
  grants(throttle, 1);
  await pass(9999);
  expect(redis.open).toHaveLength(2);
  grants(throttle, 1);
  await pass(9999);
  expect(redis.open).toHaveLength(2);
  await pass(1);
  expect(redis.open).toHaveLength(0);
  expect(vi.getTimerCount()).toBe(0);
  const granted = grants(throttle, 1);
  await pass(0);
  expect(granted).toHaveLength(1);
  expect(redis.open).toHaveLength(2);
});

test('connections keep the process alive only while a call waits', async () => {
  fakeClock();
  const redis = new RedisInProcess();
  const throttle = redis.throttle({ requestsPerSecond: 1 });
  const heldSockets = () => redis.open.map(({ stream }) => stream.isHeld);
  grants(throttle, 2);
  await pass(1);
  expect(heldSockets()).toEqual([true, true]);
  await pass(1000);
  expect(heldSockets()).toEqual([false, false]);
  grants(throttle, 1);
  expect(heldSockets()).toEqual([true, true]);
  await pass(1000);
  expect(heldSockets()).toEqual([false, false]);
});

test.each([
  ['aborted', (stop: AbortController) => stop.abort('enough')],
  ['taken back', (_stop: AbortController, takeBack: () => void) => takeBack()],
])('connections stop keeping the process alive once the last call was %s, also in a pause', async (_title, leave) => {
  fakeClock();
  const redis = new RedisInProcess();
  const throttle = redis.throttle({ requestsPerSecond: 1 });
  grants(throttle, 1);
  await pass(5000);
  for (const paused of [false, true]) {
    if (paused) throttle.rateLimited(20_000);
    else grants(throttle, 1);
    const stop = new AbortController();
    const owner = {};
    const waiting = throttle.acquire({ signal: stop.signal, owner }).catch((error: unknown) => error);
    await pass(10);
    leave(stop, () => throttle.release(owner, 'enough'));
    expect(await waiting).toBe('enough');
    expect(redis.open.map(({ stream }) => stream.isHeld)).toEqual([false, false]);
    await pass(2000);
  }
  await throttle.close();
  expect(vi.getTimerCount()).toBe(0);
});

test('a closed throttle leaves no connection and no timer, in every state', async () => {
  fakeClock();
  for (const moment of [0, 1, 500]) {
    const redis = new RedisInProcess();
    const throttle = redis.throttle({ requestsPerSecond: 1 });
    const waiting = [1, 2, 3].map(() => throttle.acquire().catch((error: Error) => error.name));
    if (moment > 0) await pass(moment);
    await throttle.close();
    await pass(0);
    expect(await waiting.at(-1)).toBe('ClosedError');
    expect(redis.open).toHaveLength(0);
    expect(vi.getTimerCount()).toBe(0);
    expect(throttle.close()).toBe(throttle.close());
    await expect(throttle.acquire()).rejects.toMatchObject({ name: 'ClosedError', attempts: 0, waited: 0 });
  }
});

test('a call that is aborted while Redis is unreachable leaves no timer', async () => {
  fakeClock();
  const redis = new RedisInProcess();
  redis.goAway();
  for (const whenRedisFails of ['wait', 'local'] as const) {
    const throttle = redis.throttle({ whenRedisFails, requestsPerSecond: 1 });
    grants(throttle, 1);
    const stop = new AbortController();
    const waiting = throttle.acquire({ signal: stop.signal }).catch((error: unknown) => error);
    await pass(50);
    throttle.release({}, new Error('of another'));
    stop.abort('enough');
    expect(await waiting).toBe('enough');
    if (whenRedisFails === 'wait') await throttle.close();
  }
  await pass(2000);
  expect(vi.getTimerCount()).toBe(0);
});

test('a throttle that is closed while Redis is unreachable stops retrying', async () => {
  fakeClock();
  const redis = new RedisInProcess();
  redis.goAway();
  const throttle = redis.throttle();
  grants(throttle, 1);
  await pass(50);
  await throttle.close();
  await pass(5000);
  expect(times(redis.attempts)).toEqual([0]);
  expect(vi.getTimerCount()).toBe(0);
});

test('a call fails at the first attempt after `giveUpAfter`, counted from its own start', async () => {
  fakeClock();
  const redis = new RedisInProcess();
  redis.goAway();
  const throttle = redis.throttle({ giveUpAfter: 1500 });
  const failures: string[] = [];
  const wait = (call: string) => {
    throttle.acquire().catch((error: Error) => failures.push(`${call} ${error.name}`));
  };
  wait('first');
  await pass(1000);
  wait('second');
  await pass(499);
  expect(failures).toEqual([]);
  await pass(1);
  expect(failures).toEqual(['first RedisUnavailableError']);
  await pass(999);
  expect(failures).toHaveLength(1);
  await pass(1);
  expect(failures).toEqual(['first RedisUnavailableError', 'second RedisUnavailableError']);
  const attempts = redis.attempts.length;
  await pass(5000);
  expect(redis.attempts).toHaveLength(attempts);
});

test('with `local`, a process uses its share while Redis is unreachable, without a burst after a pause', async () => {
  fakeClock();
  const redis = new RedisInProcess();
  redis.goAway();
  const throttle = redis.throttle({ requestsPerSecond: 8, processes: 4, whenRedisFails: 'local' });
  const first = grants(throttle, 3);
  await pass(3000);
  expect(first).toEqual([0, 500, 1000]);
  expect(throttle.stats()).toMatchObject({ requestsPerSecond: 2, connections: 5, waited: 1500 });
  const second = grants(throttle, 2);
  await pass(100);
  expect(second).toEqual([3000]);
  redis.unreachable = undefined;
  const third = grants(throttle, 2);
  await pass(2000);
  expect([...second, ...third]).toHaveLength(4);
  expect(throttle.stats().requestsPerSecond).toBe(8);
});

test.each([
  'NOPERM this user has no permissions',
  'NOAUTH Authentication required.',
  'CROSSSLOT Keys in request do not hash to the same slot',
  'WRONGTYPE Operation against a key',
])('a call that Redis refuses permanently fails at once, with every `giveUpAfter`: %s', async (refusal) => {
  fakeClock();
  const redis = new RedisInProcess();
  redis.refusal = refusal;
  const throttle = redis.throttle({ giveUpAfter: Number.POSITIVE_INFINITY });
  const failures: string[] = [];
  throttle.acquire().catch((error: Error) => failures.push(error.name));
  await pass(10);
  expect(failures).toEqual(['RedisUnavailableError']);
  await throttle.close();
});

test('with `local`, a call that Redis refuses permanently is still granted', async () => {
  fakeClock();
  const redis = new RedisInProcess();
  redis.refusal = 'NOPERM this user has no permissions';
  const throttle = redis.throttle({ requestsPerSecond: 10, whenRedisFails: 'local' });
  const granted = grants(throttle, 2);
  await pass(1000);
  expect(granted).toHaveLength(2);
});

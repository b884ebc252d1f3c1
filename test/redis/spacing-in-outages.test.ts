import type { RedisThrottle } from 'care-platform/redis';
import { expect, test } from 'vitest';
import { fakeClock, grants, pass, RedisInProcess } from './redis-in-process.js';

/** A throttle of 10 requests a second that got 429s while Redis was away, until its spacing is twice as wide. */
async function limitedInOutage(): Promise<{ redis: RedisInProcess; throttle: RedisThrottle }> {
  fakeClock();
  const redis = new RedisInProcess();
  redis.goAway();
  const throttle = redis.throttle({ requestsPerSecond: 10, whenRedisFails: 'local' });
  grants(throttle, 1);
  await pass(1000);
  while (throttle.stats().requestsPerSecond > 5) {
    throttle.rateLimited();
    grants(throttle, 1);
    await pass(6000);
  }
  return { redis, throttle };
}

/** The times between the grants of calls that wait at once, the shortest and the longest. */
async function distances(throttle: RedisThrottle): Promise<[number, number]> {
  const granted = grants(throttle, 6);
  await pass(3000);
  const between = granted.slice(1).map((at, index) => at - Number(granted[index]));
  return [Math.min(...between), Math.max(...between)];
}

test('while Redis is away, a minute without 429 resets the spacing of a process that sends alone', async () => {
  const { throttle } = await limitedInOutage();
  for (let second = 0; second < 62; second++) {
    grants(throttle, 1);
    await pass(1000);
  }
  expect(throttle.stats().requestsPerSecond).toBe(10);
  expect(await distances(throttle)).toEqual([100, 100]);
});

test('once Redis is back, all processes keep the spacing that one of them needed meanwhile', async () => {
  const { redis, throttle } = await limitedInOutage();
  redis.unreachable = undefined;
  grants(throttle, 1);
  await pass(2000);
  expect(throttle.stats().requestsPerSecond).toBeLessThan(5);
  for (const each of [throttle, redis.throttle({ requestsPerSecond: 10 })]) {
    const [shortest, longest] = await distances(each);
    expect(shortest).toBeGreaterThanOrEqual(200);
    expect(longest).toBeLessThan(250);
  }
});

import type { RedisThrottle } from 'care-platform/redis';
import { expect, test } from 'vitest';
import { fakeClock, grants, pass, RedisInProcess } from './redis-in-process.js';

const rates = (...throttles: readonly RedisThrottle[]) =>
  throttles.map((throttle) => Math.round(throttle.stats().requestsPerSecond * 10) / 10);

async function joinBudget(...options: Parameters<RedisInProcess['throttle']>[0][]) {
  fakeClock();
  const redis = new RedisInProcess();
  const throttles = options.map((each) => redis.throttle(each));
  for (const throttle of throttles) {
    grants(throttle, 3);
    await pass(1000);
  }
  return { redis, throttles: throttles as [RedisThrottle, RedisThrottle] };
}

test('all processes use the lowest of their rates, in every order of joining', async () => {
  const slow = { requestsPerSecond: 5 };
  const fast = { requestsPerSecond: 50 };
  for (const order of [
    [slow, fast],
    [fast, slow],
  ]) {
    const { throttles } = await joinBudget(...order);
    const start = performance.now();
    const granted = throttles.map((throttle) => grants(throttle, 3));
    await pass(3000);
    const distances = granted.flat().map((at) => at - start);
    expect(distances.sort((left, right) => left - right)).toEqual([0, 200, 400, 600, 800, 1000]);
  }
});

/** Keeps both processes in the budget: they leave it after ten seconds without work. */
async function keepBusy(milliseconds: number, ...throttles: readonly RedisThrottle[]): Promise<void> {
  const end = performance.now() + milliseconds;
  while (performance.now() < end) {
    for (const throttle of throttles) grants(throttle, 1);
    await pass(Math.min(5000, end - performance.now()));
  }
}

test('a 429 at a fast process does not narrow the spacing of a slower one', async () => {
  const { throttles } = await joinBudget({ requestsPerSecond: 5 }, { requestsPerSecond: 50 });
  const [slow, fast] = throttles;
  fast.rateLimited();
  await pass(1000);
  const start = performance.now();
  const granted = grants(fast, 4);
  await pass(2000);
  expect(granted.map((at) => at - start)).toEqual([0, 200, 400, 600]);
  expect(rates(slow, fast)).toEqual([5, 5]);
});

test('after a minute without 429, a fast process does not narrow the spacing of a slower one', async () => {
  const { redis, throttles } = await joinBudget({ requestsPerSecond: 5 }, { requestsPerSecond: 50 });
  const [slow, fast] = throttles;
  await keepBusy(59_000, slow, fast);
  expect(redis.published.filter((message) => message.includes('calm'))).toEqual([]);
  await keepBusy(10_000, slow, fast);
  expect(redis.published.filter((message) => message.includes('calm'))).toEqual(['message:calm:20']);
  const start = performance.now();
  const granted = grants(fast, 4);
  await pass(2000);
  expect(granted.map((at) => at - start)).toEqual([0, 200, 400, 600]);
});

test('a 429 at one process pauses all of them and widens their spacing by 5 %', async () => {
  const { throttles } = await joinBudget({ requestsPerSecond: 10 }, { requestsPerSecond: 10 });
  const [refused, informed] = throttles;
  refused.rateLimited(2000);
  await pass(0);
  expect(rates(refused, informed)).toEqual([9.5, 9.5]);
  const start = performance.now();
  const granted = [...throttles.map((throttle) => grants(throttle, 2))];
  await pass(1999);
  expect(granted).toEqual([[], []]);
  await pass(1000);
  expect(granted.flat().map((at) => at - start)).toEqual([2000, 2100, 2210, 2310]);
  expect(refused.stats().rateLimited).toBe(1);
  expect(informed.stats().rateLimited).toBe(0);
});

test.each([
  ['999 ms after the first one changes nothing', 999, 9.5],
  ['1000 ms after the first one widens the spacing again', 1000, 8.2],
])('a 429 of a pending request that comes %s', async (_title, distance, rate) => {
  const { throttles } = await joinBudget({ requestsPerSecond: 10 }, { requestsPerSecond: 10 });
  const [throttle, other] = throttles;
  void throttle.acquire();
  await pass(100);
  throttle.rateLimited();
  await pass(0);
  grants(throttle, 3);
  await pass(distance);
  throttle.rateLimited();
  await pass(0);
  expect(rates(throttle, other)).toEqual([rate, rate]);
});

test('a 429 at another process that has sent nothing since changes nothing', async () => {
  const { throttles } = await joinBudget({ requestsPerSecond: 10 }, { requestsPerSecond: 10 });
  const [throttle, other] = throttles;
  throttle.rateLimited();
  await pass(2000);
  other.rateLimited();
  await pass(0);
  expect(rates(throttle, other)).toEqual([9.5, 9.5]);
  expect(other.stats().rateLimited).toBe(1);
});

test('a stale 429 with a longer pause prolongs it, and one with a shorter pause does not', async () => {
  const { throttles } = await joinBudget({ requestsPerSecond: 10 });
  const [throttle] = throttles;
  const start = performance.now();
  throttle.rateLimited(1000);
  await pass(100);
  throttle.rateLimited(900);
  throttle.rateLimited(0);
  throttle.rateLimited(-5);
  throttle.rateLimited(500);
  throttle.rateLimited(3000);
  const granted = grants(throttle, 1);
  await pass(3100);
  expect(granted.map((at) => at - start)).toEqual([3100]);
  expect(rates(throttle)).toEqual([9.5]);
});

test.each([
  ['29 seconds are used', 29_000, 29_000],
  ['30 seconds are used', 30_000, 30_000],
  ['an hour becomes 30 seconds', 3_600_000, 30_000],
])('a pause that the platform requests: %s', async (_title, asked, made) => {
  const { throttles } = await joinBudget({ requestsPerSecond: 10 });
  const [throttle] = throttles;
  throttle.rateLimited(asked);
  const start = performance.now();
  const granted = grants(throttle, 1);
  await pass(made - 1);
  expect(granted).toEqual([]);
  await pass(9);
  expect(granted.map((at) => at - start)).toEqual([made]);
});

test('our own pauses double while the first request after each gets a 429, up to 5.25 s', async () => {
  const { throttles } = await joinBudget({ requestsPerSecond: 10 });
  const [throttle] = throttles;
  const pauses: number[] = [];
  for (let refusal = 0; refusal < 8; refusal++) {
    throttle.rateLimited();
    const start = performance.now();
    const granted = grants(throttle, 1);
    await pass(7000);
    pauses.push(Number(granted[0]) - start);
  }
  expect(pauses).toEqual([130, 260, 520, 1050, 2090, 4190, 6250, 6250]);
  expect(rates(throttle)).toEqual([9.5]);
  grants(throttle, 2);
  await pass(1000);
  throttle.rateLimited();
  expect(rates(throttle)).toEqual([8.2]);
});

test('the spacing becomes at most thirty times as wide, and is reset after a minute without 429', async () => {
  const { throttles } = await joinBudget({ requestsPerSecond: 10 }, { requestsPerSecond: 10 });
  const [throttle, other] = throttles;
  for (let refusal = 0; refusal < 60; refusal++) {
    throttle.rateLimited();
    await keepBusy(25_000, throttle, other);
  }
  expect(rates(throttle, other)).toEqual([0.3, 0.3]);
  await keepBusy(34_999, throttle, other);
  grants(throttle, 1);
  await pass(0);
  expect(rates(throttle, other)).toEqual([0.3, 0.3]);
  await pass(1);
  grants(throttle, 1);
  await pass(0);
  expect(rates(throttle, other)).toEqual([10, 10]);
  await pass(60_000);
  const granted = grants(other, 2);
  await pass(1000);
  expect(Number(granted[1]) - Number(granted[0])).toBe(100);
});

test('a pause continues if Redis becomes unreachable', async () => {
  const { redis, throttles } = await joinBudget({ requestsPerSecond: 10, whenRedisFails: 'local' });
  const [throttle] = throttles;
  const start = performance.now();
  throttle.rateLimited(2000);
  redis.goAway();
  const granted = grants(throttle, 1);
  await pass(3000);
  expect(granted.map((at) => at - start)).toEqual([2000]);
  throttle.rateLimited(1000);
  const later = grants(throttle, 1);
  await pass(1500);
  expect(later.map((at) => at - start)).toEqual([4000]);
});

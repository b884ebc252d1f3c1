import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RedisThrottle } from 'care-platform/redis';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { followFakeTimers } from '../support/virtual-time.js';
import { freshBudget, take } from './budget.js';
import { startRedis } from './redis.js';
import type { Service } from './service.js';
import { describeWithPrograms } from './suite.js';

const base = { requestsPerSecond: 100 };

describeWithPrograms('a budget in Redis after a 429', ['redis-server'], () => {
  const budget = freshBudget();
  let server: Service;
  let observer: Redis;
  beforeAll(async () => {
    server = await startRedis();
    observer = new Redis(server.port);
  });
  afterAll(async () => {
    observer.disconnect();
    await server.stop();
  });
  // The throttle's clock moves only if a test advances it. Redis and its client use real time.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] });
    followFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const rateOf = (throttle: RedisThrottle) => Math.round(throttle.stats().requestsPerSecond * 10) / 10;

  async function pair(): Promise<[RedisThrottle, RedisThrottle]> {
    const throttles: [RedisThrottle, RedisThrottle] = [
      budget.throttle(server.port, base),
      budget.throttle(server.port, base),
    ];
    await Promise.all(throttles.map((throttle) => take(throttle, 3)));
    return throttles;
  }

  /** Waits until messages through Redis have arrived: it answers in turn, and one message takes a few round trips. */
  async function messages(): Promise<void> {
    for (let trip = 0; trip < 20; trip++) {
      await observer.ping();
      // What came for the others in the same moment is read in the next turns.
      await nextTurn();
      await nextTurn();
    }
  }

  async function refuse(throttle: RedisThrottle, asked?: number): Promise<void> {
    throttle.rateLimited(asked);
    await messages();
  }

  /** Expects a pause of about that many milliseconds from now, and advances the clock to its end. */
  async function expectPause(throttle: RedisThrottle, milliseconds: number): Promise<void> {
    const granted = vi.fn();
    vi.advanceTimersByTime(milliseconds * 0.95);
    const waiting = take(throttle, 1).then(granted);
    await messages();
    expect(granted, `before ${milliseconds} ms`).not.toHaveBeenCalled();
    vi.advanceTimersByTime(milliseconds * 0.1);
    await waiting;
  }

  test('all processes widen their spacing at once, and return to their rate after a minute without 429', async () => {
    const [one, other] = await pair();
    one.rateLimited();
    expect(rateOf(one)).toBe(95.2);
    await messages();
    expect([rateOf(one), rateOf(other)]).toEqual([95.2, 95.2]);
    vi.advanceTimersByTime(59_999);
    await take(one, 1);
    await messages();
    expect([rateOf(one), rateOf(other)]).toEqual([95.2, 95.2]);
    vi.advanceTimersByTime(1);
    await take(one, 1);
    await messages();
    expect([rateOf(one), rateOf(other)]).toEqual([100, 100]);
  });

  test('a 429 of a pending request changes nothing within a second, and widens the spacing after it', async () => {
    const [one, other] = await pair();
    await one.acquire();
    await refuse(one);
    vi.advanceTimersByTime(999);
    await take(one, 3);
    await refuse(one);
    await refuse(other);
    expect([rateOf(one), rateOf(other)]).toEqual([95.2, 95.2]);
    vi.advanceTimersByTime(1);
    await refuse(one);
    expect([rateOf(one), rateOf(other)]).toEqual([82.2, 82.2]);
    expect([one.stats().rateLimited, other.stats().rateLimited]).toEqual([3, 1]);
  });

  test('the spacing becomes at most thirty times as wide', async () => {
    const [one] = await pair();
    for (let refusal = 0; refusal < 26; refusal++) {
      await refuse(one);
      vi.advanceTimersByTime(1000);
      await take(one, 2);
    }
    expect(rateOf(one)).toBe(3.3);
  });

  test('pauses double while the first request after each gets a 429, without wider spacing', async () => {
    const [one] = await pair();
    for (const pause of [13, 26, 52, 105, 210, 420, 839, 1677, 3354, 6250, 6250]) {
      vi.advanceTimersByTime(1000);
      await refuse(one);
      await expectPause(one, pause);
      expect(rateOf(one)).toBe(95.2);
    }
    await take(one, 1);
    vi.advanceTimersByTime(1000);
    await refuse(one);
    expect(rateOf(one)).toBe(82.5);
    await expectPause(one, 15.2);
  });

  test('a pause that the platform requests is used, up to 30 seconds, and a longer one replaces it', async () => {
    const [one, other] = await pair();
    await refuse(one, 2000);
    await refuse(one, 1000);
    await expectPause(other, 2000);
    vi.advanceTimersByTime(1000);
    await refuse(one, 1000);
    await refuse(other, 3000);
    await expectPause(one, 3000);
    vi.advanceTimersByTime(1000);
    await refuse(one, 120_000);
    await expectPause(one, 30_000);
  });

  test('during a pause a 429 does not widen the spacing again', async () => {
    const [one] = await pair();
    await refuse(one, 2000);
    vi.advanceTimersByTime(1500);
    await refuse(one);
    expect(rateOf(one)).toBe(95.2);
    await expectPause(one, 500);
    await take(one, 2);
    await refuse(one);
    expect(rateOf(one)).toBe(82.2);
  });

  test('the waiting times of calls are summed', async () => {
    const [one] = await pair();
    expect(one.stats().waited).toBe(0);
    const waiting = one.acquire();
    vi.advanceTimersByTime(250);
    const permit = await waiting;
    permit.release();
    permit.release('aborted');
    expect([permit.waited, one.stats().waited]).toEqual([250, 250]);
    await expect.poll(() => one.stats().running).toBe(0);
  });

  test('`await using` closes a throttle', async () => {
    const one = budget.throttle(server.port, base);
    {
      await using used = one;
      await take(used, 1);
    }
    await expect(one.acquire()).rejects.toMatchObject({ name: 'ClosedError' });
  });
});

import { isCareError, type Priority } from 'care-platform';
import { type RedisThrottle, type RedisThrottleOptions, redisThrottle } from 'care-platform/redis';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startRedis } from './redis.js';
import type { Service } from './service.js';
import { describeServices } from './suite.js';

let server: Service;
let throttles: RedisThrottle[] = [];
let budgets = 0;
let key = '';

/** Another throttle of the same budget, as another process would have it. */
function throttle(options: Partial<RedisThrottleOptions> = {}, port = server.port): RedisThrottle {
  const redis = new Redis({ host: '127.0.0.1', port, lazyConnect: true });
  const made = redisThrottle({ redis, key, ...options });
  throttles.push(made);
  return made;
}

/** Permits one after the other as they come, each given back at once. Resolves to when each came. */
function take(from: RedisThrottle, count: number, options: { priority?: Priority } = {}): Promise<number[]> {
  const one = async () => {
    const permit = await from.acquire(options);
    permit.release();
    return performance.now();
  };
  return Promise.all(Array.from({ length: count }, one));
}

/** The shortest time in which `count` of them came. */
function shortest(times: readonly number[], count: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return Math.min(...sorted.slice(count - 1).map((time, index) => time - (sorted[index] ?? 0)));
}

describeServices('one budget in Redis', ['redis-server'], () => {
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server.stop());
  afterEach(async () => {
    vi.useRealTimers();
    await Promise.all(throttles.map((one) => one.close()));
    throttles = [];
  });
  // A budget of its own for each test.
  vi.setConfig({ testTimeout: 10_000 });
  const scenario: typeof test = test.extend({
    budget: [
      // biome-ignore lint/correctness/noEmptyPattern: vitest asks for the pattern.
      async ({}, use: (name: string) => Promise<void>) => {
        key = `budget-${budgets++}`;
        await use(key);
      },
      { auto: true },
    ],
  });

  scenario('all take from one rate, evenly spaced, and each has its share', async () => {
    const [one, other] = [throttle({ processes: 2 }), throttle({ processes: 2 })];
    await Promise.all([take(one, 1), take(other, 1)]);
    const times = await Promise.all([take(one, 20), take(other, 20)]);
    // 30 intervals of 33.3 ms, of which the first may have been late by some.
    expect(shortest(times.flat(), 31)).toBeGreaterThan(850);
    const halves = times.map((each) => each.filter((time) => time <= Math.max(...(times[0] ?? [])) - 200).length);
    expect(Math.abs((halves[0] ?? 0) - (halves[1] ?? 0))).toBeLessThanOrEqual(3);
  });

  scenario('the lowest rate holds for all, whoever came first', async () => {
    const fast = throttle({ requestsPerSecond: 100 });
    await take(fast, 1);
    await take(throttle({ requestsPerSecond: 20 }), 1);
    expect(shortest(await take(fast, 7), 6)).toBeGreaterThan(220);
    const late = throttle({ requestsPerSecond: 100 });
    await take(late, 1);
    expect(late.stats().requestsPerSecond).toBe(20);
  });

  scenario('no more permits than its share of the connections are held', async () => {
    const one = throttle({ connections: 5, processes: 2, requestsPerSecond: 1000 });
    const held = await Promise.all([one.acquire(), one.acquire()]);
    const third = vi.fn();
    const waiting = one.acquire().then(third);
    await take(throttle({ requestsPerSecond: 1000 }), 5);
    expect(third).not.toHaveBeenCalled();
    expect(one.stats()).toMatchObject({ queued: 1, running: 2, sent: 2 });
    held[0]?.release();
    held[0]?.release();
    await waiting;
    expect(one.stats()).toMatchObject({ queued: 0, running: 2, sent: 3 });
  });

  scenario('the urgent overtake, and every tenth grant goes to whoever waits longest', async () => {
    const one = throttle({ requestsPerSecond: 200 });
    const order: string[] = [];
    const wait = async (priority: Priority) => {
      const permit = await one.acquire({ priority });
      order.push(priority);
      permit.release();
    };
    const priorities = ['bulk', 'bulk', 'normal', ...Array.from({ length: 12 }, () => 'interactive' as const)] as const;
    await Promise.all(priorities.map(wait));
    const expected = [...Array(9).fill('interactive'), 'bulk', 'interactive', 'interactive', 'interactive'];
    expect(order).toEqual([...expected, 'normal', 'bulk']);
  });

  scenario('an aborted wait ends at once with its reason, and costs the next nothing', async () => {
    const one = throttle({ requestsPerSecond: 20 });
    await take(one, 1);
    const controller = new AbortController();
    const aborted = Array.from({ length: 20 }, () => one.acquire({ signal: controller.signal }));
    const next = take(one, 1);
    controller.abort(new Error('enough'));
    const results = await Promise.allSettled(aborted);
    expect(results.every((each) => each.status === 'rejected' && each.reason.message === 'enough')).toBe(true);
    await next;
    expect(one.stats()).toMatchObject({ queued: 0, sent: 2 });
    await expect(one.acquire({ signal: controller.signal })).rejects.toThrow('enough');
  });

  scenario('an owner takes back what it has waiting, and only that', async () => {
    const one = throttle();
    const [mine, theirs] = [{}, {}];
    const waiting = Promise.allSettled([mine, theirs, mine].map((owner) => one.acquire({ owner })));
    one.release(mine, new Error('closed'));
    expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected']);
  });

  scenario('a refusal pauses all, widens the spacing of all, and a refused call keeps its place', async () => {
    const [one, other] = [throttle(), throttle()];
    const refused = await one.acquire();
    await take(other, 1);
    const order: string[] = [];
    const refusedAt = performance.now();
    const behind = take(one, 1).then(() => order.push('behind'));
    one.refused(400);
    refused.release();
    const again = one.acquire({ again: refused }).then(() => order.push('again'));
    // Until the message is there, which takes a round trip, one or two more may go.
    const times = await take(other, 3);
    expect(Math.max(...times) - refusedAt).toBeGreaterThan(390);
    await Promise.all([behind, again]);
    expect(order).toEqual(['again', 'behind']);
    expect(other.stats().requestsPerSecond).toBeLessThan(30);
    expect(one.stats()).toMatchObject({ refused: 1 });
    expect(other.stats()).toMatchObject({ refused: 0, sent: 4 });
  });

  scenario('a clock that is an hour ahead, here or in Redis, holds nobody up', async () => {
    const [one, other] = [throttle(), throttle()];
    await take(one, 1);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
    await take(one, 1);
    vi.useRealTimers();
    await take(other, 1);
    const redis = new Redis(server.port, '127.0.0.1');
    const later = Date.now() + 3_600_000;
    await redis.hset(`b_${key}_settings`, { latest: later, nextRequest: later + 20 });
    await redis.quit();
    await take(other, 3);
    expect(other.stats().sent).toBe(4);
  });

  scenario('nothing is left in Redis for good, nor a connection after close', async () => {
    const one = throttle();
    await take(one, 1);
    const redis = new Redis(server.port, '127.0.0.1');
    const keys = await redis.keys(`b_${key}_*`);
    const ages = await Promise.all(keys.map((name) => redis.pttl(name)));
    expect(ages.length).toBeGreaterThan(0);
    expect(ages.every((age) => age > 0 && age <= 301_000)).toBe(true);
    const waiting = take(one, 3).catch((error: Error) => error.message);
    await one.close();
    expect(await waiting).toContain('close()');
    await expect(one.acquire()).rejects.toThrow('close()');
    const left = String(await redis.client('LIST'))
      .trim()
      .split('\n');
    expect(left.filter((line) => !line.includes('cmd=client'))).toEqual([]);
    await redis.quit();
  });

  scenario('options out of bounds are refused with what was expected', () => {
    expect(() => throttle({ requestsPerSecond: 0 })).toThrow('`requestsPerSecond` must be a number from 0.01 to 1000');
    expect(() => throttle({ processes: 21 })).toThrow('from 1 to 20, the connections there are to share, but is 21');
    expect(() => throttle({ key: '' })).toThrow('`key`');
    expect(() => throttle({ whenRedisFails: 'never' as 'wait' })).toThrow("'wait' or 'local', but is never");
  });

  scenario('wait: calls wait for Redis, are told plainly when it takes too long, and go once it is back', async () => {
    const own = await startRedis();
    const logger = { warn: vi.fn() };
    const patient = throttle({ logger }, own.port);
    const impatient = throttle({ giveUpAfter: 150 }, own.port);
    await Promise.all([take(patient, 1), take(impatient, 1)]);
    await own.stop();
    const waiting = take(patient, 3);
    const failure = await impatient.acquire().catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'RedisUnavailableError', message: expect.stringContaining('ECONNREFUSED') });
    expect(isCareError(failure)).toBe(true);
    const again = await startRedis(own.port);
    await waiting;
    await take(impatient, 1);
    expect(logger.warn.mock.calls.flat().map((line) => line.split(/[(:]/)[0])).toEqual([
      'Redis cannot be reached ',
      'Redis is back',
    ]);
    await again.stop();
  });

  scenario('local: calls go on at the share of one process until Redis is back', async () => {
    const own = await startRedis();
    const one = throttle({ whenRedisFails: 'local', processes: 3, requestsPerSecond: 60 }, own.port);
    await take(one, 2);
    expect(one.stats().requestsPerSecond).toBe(60);
    await own.stop();
    expect(shortest(await take(one, 8), 6)).toBeGreaterThan(230);
    expect(one.stats().requestsPerSecond).toBe(20);
    const again = await startRedis(own.port);
    await vi.waitFor(
      async () => {
        await take(one, 1);
        expect(one.stats().requestsPerSecond).toBe(60);
      },
      { timeout: 5000 },
    );
    await again.stop();
  });

  scenario('a Redis that hangs counts as gone', { timeout: 15_000 }, async () => {
    const own = await startRedis();
    const one = throttle({ whenRedisFails: 'local' }, own.port);
    await take(one, 1);
    own.signal('SIGSTOP');
    await take(one, 2);
    expect(one.stats().sent).toBe(3);
    own.signal('SIGCONT');
    await own.stop();
  });

  scenario('a refused password is told without the password', async () => {
    const own = await startRedis(undefined, '--requirepass', 'right-and-secret');
    const redis = new Redis({ host: '127.0.0.1', port: own.port, lazyConnect: true, password: 'wrong-and-secret' });
    const failure: unknown = await throttle({ redis, giveUpAfter: 0 })
      .acquire()
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'RedisUnavailableError', message: expect.stringContaining('WRONGPASS') });
    expect(String((failure as Error).message)).not.toContain('secret');
    await own.stop();
  });
});

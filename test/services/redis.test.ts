import { isCareError, type Priority } from 'care-platform';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { freshBudget, roundTrips, take } from './budget.js';
import { startRedis } from './redis.js';
import type { Service } from './service.js';
import { describeWithPrograms } from './suite.js';

describeWithPrograms('one budget in Redis', ['redis-server'], () => {
  const budget = freshBudget();
  let server: Service;
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server.stop());
  afterEach(() => {
    vi.useRealTimers();
  });

  test('a grant to one process makes another wait for the next', async () => {
    const slow = { processes: 2, requestsPerSecond: 0.5 };
    const [first, second] = [budget.throttle(server.port, slow), budget.throttle(server.port, slow)];
    await take(first, 1);
    const waiting = take(second, 1);
    await roundTrips(server.port);
    expect(second.stats()).toMatchObject({ queued: 1, sent: 0 });
    await waiting;
    expect(second.stats()).toMatchObject({ queued: 0, sent: 1 });
  });

  test('each process has its share', async () => {
    const names = ['first', 'second'];
    const throttles = names.map(() => budget.throttle(server.port, { processes: 2 }));
    await Promise.all(throttles.map((throttle) => take(throttle, 1)));
    const grants: string[] = [];
    const calls = throttles.flatMap((throttle, index) =>
      Array.from({ length: 20 }, () => take(throttle, 1).then(() => grants.push(names[index] ?? ''))),
    );
    await Promise.all(calls);
    const half = grants.slice(0, 20).filter((name) => name === 'first').length;
    expect([8, 9, 10, 11, 12]).toContain(half);
  });

  test('the lowest rate applies to all, in every order of joining', async () => {
    const fast = budget.throttle(server.port, { requestsPerSecond: 100 });
    await take(fast, 1);
    await take(budget.throttle(server.port, { requestsPerSecond: 0.5 }), 1);
    const waiting = take(fast, 1);
    await roundTrips(server.port);
    expect(fast.stats()).toMatchObject({ queued: 1, sent: 1 });
    await waiting;
    const late = budget.throttle(server.port, { requestsPerSecond: 100 });
    await take(late, 1);
    expect(late.stats().requestsPerSecond).toBe(0.5);
  });

  test('a process holds at most its share of the connections', async () => {
    const one = budget.throttle(server.port, { connections: 5, processes: 2, requestsPerSecond: 1000 });
    const held = await Promise.all([one.acquire(), one.acquire()]);
    const third = vi.fn();
    const waiting = one.acquire().then(third);
    await take(budget.throttle(server.port, { requestsPerSecond: 1000 }), 5);
    expect(third).not.toHaveBeenCalled();
    expect(one.stats()).toMatchObject({ queued: 1, running: 2, sent: 2 });
    held[0]?.release();
    held[0]?.release();
    await waiting;
    expect(one.stats()).toMatchObject({ queued: 0, running: 2, sent: 3 });
  });

  test('interactive calls overtake, and every tenth grant goes to the call that waits longest', async () => {
    const one = budget.throttle(server.port, { requestsPerSecond: 200 });
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

  test('an aborted wait ends at once with its reason, and uses no token', async () => {
    const one = budget.throttle(server.port, { requestsPerSecond: 20 });
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

  test('an owner removes only its own waiting calls', async () => {
    const one = budget.throttle(server.port);
    const [mine, theirs] = [{}, {}];
    const waiting = Promise.allSettled([mine, theirs, mine].map((owner) => one.acquire({ owner })));
    one.release(mine, new Error('closed'));
    expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected']);
  });

  test('a 429 pauses all processes and widens their spacing, and the refused call keeps its position', async () => {
    const [one, other] = [budget.throttle(server.port), budget.throttle(server.port)];
    const refused = await one.acquire();
    await take(other, 1);
    const order: string[] = [];
    const behind = take(one, 1).then(() => order.push('behind'));
    one.rateLimited(3000);
    refused.release();
    const again = one.acquire({ again: refused }).then(() => order.push('again'));
    const others = take(other, 3);
    await roundTrips(server.port);
    // The message takes a round trip. One or two more calls may be granted before it arrives.
    expect(other.stats().queued).toBeGreaterThanOrEqual(1);
    await Promise.all([others, behind, again]);
    expect(order).toEqual(['again', 'behind']);
    expect(other.stats().requestsPerSecond).toBeLessThan(30);
    expect(one.stats()).toMatchObject({ rateLimited: 1 });
    expect(other.stats()).toMatchObject({ rateLimited: 0, sent: 4 });
  });

  test('429s of pending requests count once, and later ones widen the spacing further', async () => {
    const one = budget.throttle(server.port, { requestsPerSecond: 100 });
    await take(one, 5);
    for (let refusal = 0; refusal < 5; refusal++) one.rateLimited();
    expect(one.stats().requestsPerSecond).toBeCloseTo(100 / 1.05, 1);
    await take(one, 5);
    await expect.poll(() => one.stats().running).toBe(0);
    one.rateLimited();
    expect(one.stats()).toMatchObject({ rateLimited: 6 });
    expect(Math.round(one.stats().requestsPerSecond)).toBe(88);
  });

  test('a clock that is an hour ahead, here or in Redis, delays no call', async () => {
    const [one, other] = [budget.throttle(server.port), budget.throttle(server.port)];
    await take(one, 1);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
    await take(one, 1);
    vi.useRealTimers();
    await take(other, 1);
    const redis = new Redis(server.port, '127.0.0.1');
    const later = Date.now() + 3_600_000;
    await redis.hset(`b_${budget.key}_settings`, { latest: later, nextRequest: later + 20 });
    await redis.quit();
    await take(other, 3);
    expect(other.stats().sent).toBe(4);
  });

  test('no key stays in Redis for ever, and no connection after close', async () => {
    const one = budget.throttle(server.port);
    await take(one, 1);
    const redis = new Redis(server.port, '127.0.0.1');
    const keys = await redis.keys(`b_${budget.key}_*`);
    const ages = await Promise.all(keys.map((name) => redis.pttl(name)));
    expect(ages.length).toBeGreaterThan(0);
    expect(ages.every((age) => age > 0 && age <= 301_000)).toBe(true);
    const waiting = take(one, 3).catch((error: unknown) => error);
    await one.close();
    expect(isCareError(await waiting, 'ClosedError')).toBe(true);
    const late: unknown = await one.acquire().catch((error: unknown) => error);
    expect(isCareError(late, 'ClosedError')).toBe(true);
    const left = String(await redis.client('LIST'))
      .trim()
      .split('\n');
    expect(left.filter((line) => !line.includes('cmd=client'))).toEqual([]);
    await redis.quit();
  });

  test('options out of bounds are refused by name', () => {
    const wrong = { requestsPerSecond: 0, processes: 21, key: '', whenRedisFails: 'never' as 'wait' };
    for (const [name, value] of Object.entries(wrong)) {
      const refusal = expect.objectContaining({ name: 'InputError', problems: [expect.objectContaining({ name })] });
      expect(() => budget.throttle(server.port, { [name]: value }), name).toThrow(refusal);
    }
  });
});

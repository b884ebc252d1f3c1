import { isCareError } from 'care-platform';
import { Redis } from 'ioredis';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freshBudget, take } from './budget.js';
import { startRedis } from './redis.js';
import type { Service } from './service.js';
import { describeWithPrograms } from './suite.js';

async function redisOfTest(...options: Parameters<typeof startRedis>): Promise<Service> {
  const server = await startRedis(...options);
  onTestFinished(() => server.stop());
  return server;
}

describeWithPrograms('a budget whose Redis becomes unreachable', ['redis-server'], () => {
  const budget = freshBudget();

  test('wait: calls wait for Redis, fail with a clear error after `giveUpAfter`, and continue once it is back', async () => {
    const own = await redisOfTest();
    const logger = { warn: vi.fn() };
    const patient = budget.throttle(own.port, { logger });
    const impatient = budget.throttle(own.port, { giveUpAfter: 150 });
    await Promise.all([take(patient, 1), take(impatient, 1)]);
    await own.stop();
    const waiting = take(patient, 3);
    const failure = await impatient.acquire().catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'RedisUnavailableError', message: expect.stringContaining('ECONNREFUSED') });
    expect(isCareError(failure)).toBe(true);
    await redisOfTest(own.port);
    await waiting;
    await take(impatient, 1);
    // One line when Redis becomes unreachable, and one when it is back.
    expect(logger.warn).toHaveBeenCalledTimes(2);
  });

  test('local: calls continue with the share of one process until Redis is back', async () => {
    const own = await redisOfTest();
    const one = budget.throttle(own.port, { whenRedisFails: 'local', processes: 3, requestsPerSecond: 6 });
    await take(one, 2);
    expect(one.stats().requestsPerSecond).toBe(6);
    await own.stop();
    await take(one, 3);
    expect(one.stats()).toMatchObject({ requestsPerSecond: 2, sent: 5 });
    await redisOfTest(own.port);
    await vi.waitFor(
      async () => {
        await take(one, 1);
        expect(one.stats().requestsPerSecond).toBe(6);
      },
      { timeout: 60_000 },
    );
  });

  test('a hanging Redis counts as unreachable', async () => {
    const own = await redisOfTest();
    const one = budget.throttle(own.port, { whenRedisFails: 'local' });
    await take(one, 1);
    own.signal('SIGSTOP');
    await take(one, 2);
    expect(one.stats().sent).toBe(3);
  });

  test('a refused password is reported without the password', async () => {
    const own = await redisOfTest(undefined, '--requirepass', 'right-and-secret');
    const redis = new Redis({ host: '127.0.0.1', port: own.port, lazyConnect: true, password: 'wrong-and-secret' });
    const failure: unknown = await budget
      .throttle(own.port, { redis, giveUpAfter: 0 })
      .acquire()
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({
      name: 'RedisUnavailableError',
      isTransient: false,
      message: expect.stringContaining('WRONGPASS'),
    });
    expect(String((failure as Error).message)).not.toContain('secret');
  });
});

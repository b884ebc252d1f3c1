import { redisThrottle } from 'care-platform/redis';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { freshBudget, take } from './budget.js';
import { startRedis } from './redis.js';
import type { Service } from './service.js';
import { describeWithPrograms } from './suite.js';

describeWithPrograms('a budget in a Redis cluster', ['redis-server'], () => {
  const budget = freshBudget();
  let cluster: Service;
  beforeAll(async () => {
    cluster = await startRedis(undefined, '--cluster-enabled', 'yes');
    const redis = new Redis({ host: '127.0.0.1', port: cluster.port });
    await redis.call('cluster', 'addslotsrange', '0', '16383');
    await vi.waitFor(async () => expect(await redis.call('cluster', 'info')).toContain('cluster_state:ok'), 10_000);
    await redis.quit();
  });
  afterAll(() => cluster.stop());

  test('works with the default key, and with a key in braces', async () => {
    await using byDefault = redisThrottle({ redis: new Redis({ port: cluster.port, lazyConnect: true }) });
    const byKey = budget.throttle(cluster.port, { key: 'app:{budget}' });
    await Promise.all([take(byDefault, 3), take(byKey, 3)]);
    expect([byDefault.stats().sent, byKey.stats().sent]).toEqual([3, 3]);
  });

  test('fails at once with another key, since waiting does not help', async () => {
    const logger = { warn: vi.fn() };
    const throttle = budget.throttle(cluster.port, { key: 'budget', giveUpAfter: Number.POSITIVE_INFINITY, logger });
    const failure = await throttle.acquire().catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'RedisUnavailableError', message: expect.stringContaining('CROSSSLOT') });
    expect(failure).toMatchObject({ message: expect.stringContaining('braces') });
    expect(logger.warn).toHaveBeenCalledTimes(1);
    await expect(throttle.acquire()).rejects.toMatchObject({ name: 'RedisUnavailableError' });
  });

  test('continues with the share of a process if `local` was chosen', async () => {
    const throttle = budget.throttle(cluster.port, { key: 'budget', whenRedisFails: 'local', processes: 3 });
    await take(throttle, 2);
    expect(throttle.stats().requestsPerSecond).toBe(10);
  });
});

describeWithPrograms('a Redis that refuses', ['redis-server'], () => {
  const budget = freshBudget();
  const forever = { giveUpAfter: Number.POSITIVE_INFINITY };

  test.each<[string, string, (port: number) => Redis, readonly string[]]>([
    ['no password', 'NOAUTH', (port) => new Redis({ port, lazyConnect: true }), ['--requirepass', 'secret']],
    [
      'a wrong password',
      'WRONGPASS',
      (port) => new Redis({ port, lazyConnect: true, password: 'wrong' }),
      ['--requirepass', 'secret'],
    ],
    [
      'a user without the right',
      'NOPERM',
      (port) => new Redis({ port, lazyConnect: true, username: 'reader', password: 'reader' }),
      ['--user', 'reader', 'on', '>reader', '~*', '&*', '+@read', '+@connection', '+info'],
    ],
    ['a database that does not exist', 'DB index', (port) => new Redis({ port, lazyConnect: true, db: 99 }), []],
  ])('%s fails at once', async (_, code, clientOf, settings) => {
    const server = await startRedis(undefined, ...settings);
    onTestFinished(() => server.stop());
    const throttle = budget.throttle(server.port, { ...forever, redis: clientOf(server.port) });
    const failure = await throttle.acquire().catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'RedisUnavailableError', message: expect.stringContaining(code) });
    expect(String(failure)).not.toContain('secret');
  });

  test('a key with another type of value fails at once', async () => {
    const server = await startRedis();
    onTestFinished(() => server.stop());
    const redis = new Redis({ port: server.port });
    await redis.set(`b_${budget.key}_settings`, 'something else');
    await redis.quit();
    const failure = await budget
      .throttle(server.port, forever)
      .acquire()
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'RedisUnavailableError', message: expect.stringContaining('WRONGTYPE') });
  });
});

import { InputError } from 'care-platform';
import { redisThrottle } from 'care-platform/redis';
import { Redis } from 'ioredis';
import { expect, test } from 'vitest';

test('a client of an outdated ioredis is refused', async () => {
  const redis = new Redis({ lazyConnect: true });
  const old = new Proxy(redis, { has: (target, name) => name !== 'setSocketTimeout' && name in target });
  expect(() => redisThrottle({ redis: old })).toThrow(InputError);
  await redisThrottle({ redis }).close();
});

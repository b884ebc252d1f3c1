import { InputError } from 'care-platform';
import { type RedisThrottleOptions, redisThrottle } from 'care-platform/redis';
import { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { failureOf } from '../support/failure.js';

const redis = new Redis({ lazyConnect: true });
const throttle = (options: Readonly<Record<string, unknown>>) =>
  redisThrottle({ redis, ...options } as unknown as RedisThrottleOptions);

const invalid: readonly [name: string, options: Readonly<Record<string, unknown>>][] = [
  ['redis', { redis: undefined }],
  ['redis', { redis: null }],
  ['redis', { redis: { duplicate: () => undefined } }],
  ['redis', { redis: { connector: {}, setSocketTimeout: () => undefined } }],
  ['redis', { redis: { duplicate: () => undefined, connector: {} } }],
  ['key', { key: '' }],
  ['key', { key: 7 }],
  ['requestsPerSecond', { requestsPerSecond: '30' }],
  ['requestsPerSecond', { requestsPerSecond: 0.009 }],
  ['requestsPerSecond', { requestsPerSecond: Number.NaN }],
  ['requestsPerSecond', { requestsPerSecond: 1001 }],
  ['connections', { connections: 0 }],
  ['connections', { connections: 1.5 }],
  ['connections', { connections: '20' }],
  ['connections', { connections: 1001 }],
  ['processes', { processes: 0 }],
  ['processes', { processes: 1.5 }],
  ['processes', { processes: 5, connections: 4 }],
  ['processes', { processes: 21 }],
  ['whenRedisFails', { whenRedisFails: 'never' }],
  ['giveUpAfter', { giveUpAfter: -1 }],
  ['giveUpAfter', { giveUpAfter: '100' }],
  ['giveUpAfter', { giveUpAfter: Number.NaN }],
  ['logger', { logger: null }],
  ['logger', { logger: {} }],
  ['requestPerSecond', { requestPerSecond: 10 }],
];

test.each(invalid)('the option %s is checked: %o', (name, options) => {
  const error = thrownBy(() => throttle(options));
  expect(error).toBeInstanceOf(InputError);
  expect(error).toMatchObject({ name: 'InputError', problems: [{ name }] });
});

test.each([
  { requestsPerSecond: 0.01 },
  { requestsPerSecond: 1000 },
  { connections: 1 },
  { connections: 1000 },
  { processes: 20 },
  { connections: 4, processes: 4 },
  { whenRedisFails: 'local' },
  { giveUpAfter: 0 },
  { giveUpAfter: Number.POSITIVE_INFINITY },
])('bounds are allowed: %o', async (options) => {
  await using made = throttle(options);
  expect(made.stats()).toMatchObject({ requestsPerSecond: options.requestsPerSecond ?? 30, queued: 0, running: 0 });
});

test.each(['urgent', 'toString', '__proto__', 1])(
  'an unknown priority is refused by its name: %s',
  async (priority) => {
    await using made = throttle({});
    const error = await failureOf(made.acquire({ priority: priority as 'bulk' }));
    expect(error).toMatchObject({ name: 'InputError', problems: [{ name: 'priority' }] });
    expect(error).toBeInstanceOf(InputError);
    expect(made.stats().queued).toBe(0);
  },
);

function thrownBy(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    return error;
  }
}

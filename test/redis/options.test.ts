import { type RedisThrottleOptions, redisThrottle } from 'care-platform/redis';
import { Redis } from 'ioredis';
import { expect, test } from 'vitest';

const redis = new Redis({ lazyConnect: true });
const throttle = (options: Readonly<Record<string, unknown>>) =>
  redisThrottle({ redis, ...options } as unknown as RedisThrottleOptions);

const invalid: readonly [name: string, options: Readonly<Record<string, unknown>>][] = [
  ['redis', { redis: undefined }],
  ['redis', { redis: { duplicate: () => undefined } }],
  ['key', { key: '' }],
  ['key', { key: 7 }],
  ['requestsPerSecond', { requestsPerSecond: '30' }],
  ['requestsPerSecond', { requestsPerSecond: 0.009 }],
  ['requestsPerSecond', { requestsPerSecond: 1001 }],
  ['connections', { connections: 0 }],
  ['connections', { connections: 1.5 }],
  ['connections', { connections: 1001 }],
  ['processes', { processes: 0 }],
  ['processes', { processes: 5, connections: 4 }],
  ['whenRedisFails', { whenRedisFails: 'never' }],
  ['giveUpAfter', { giveUpAfter: -1 }],
  ['giveUpAfter', { giveUpAfter: '100' }],
];

test.each(invalid)('the option %s is checked: %o', (name, options) => {
  const make = () => throttle(options);
  expect(make).toThrow(RangeError);
  expect(make).toThrow(`\`${name}\``);
});

test('each option that is out of bounds has its own message', () => {
  const messages = new Map(invalid.map(([name, options]) => [name, messageOf(() => throttle(options))]));
  expect([...messages.values()]).toMatchInlineSnapshot(`
    [
      "redisThrottle: \`redis\`: Must be a client of ioredis, but is string.",
      "redisThrottle: \`key\`: Must be a string that is not empty, but is 7.",
      "redisThrottle: \`requestsPerSecond\`: Must be a number from 0.01 to 1000, but is 1001.",
      "redisThrottle: \`connections\`: Must be a whole number from 1 to 1000, but is 1001.",
      "redisThrottle: \`processes\`: Must be a whole number from 1 to 4, the connections there are to share, but is 5.",
      "redisThrottle: \`whenRedisFails\`: Must be 'wait' or 'local', but is string.",
      "redisThrottle: \`giveUpAfter\`: Must be milliseconds, 0 or more, but is string.",
    ]
  `);
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

function messageOf(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    return (error as Error).message;
  }
  return 'nothing was thrown';
}

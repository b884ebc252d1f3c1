import { type RedisThrottleOptions, redisThrottle } from 'care-platform/redis';
import { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { messageList, type Provocations } from '../support/message-list.js';
import { connectionRefused, fakeClock, grants, pass, RedisInProcess } from './redis-in-process.js';

const redis = new Redis({ lazyConnect: true });

const useOptions = (options: Readonly<Record<string, unknown>>) => () =>
  redisThrottle({ redis, ...options } as unknown as RedisThrottleOptions);

const options: Provocations = {
  'no options': () => redisThrottle(undefined as unknown as RedisThrottleOptions),
  'no client': useOptions({ redis: undefined }),
  'an object that is not a client': useOptions({ redis: {} }),
  'a client of an older version': useOptions({ redis: { duplicate: () => undefined, connector: {} } }),
  'an empty key': useOptions({ key: '' }),
  'a rate that is too high': useOptions({ requestsPerSecond: 1001 }),
  'a rate that is a string': useOptions({ requestsPerSecond: '30' }),
  'too many connections': useOptions({ connections: 1001 }),
  'more processes than connections': useOptions({ connections: 4, processes: 5 }),
  'an unknown value of whenRedisFails': useOptions({ whenRedisFails: 'never' }),
  'a negative time': useOptions({ giveUpAfter: -1 }),
  'a logger that is null': useOptions({ logger: null }),
  'an unknown option': useOptions({ requestPerSecond: 30 }),
};

/** Messages of a waiting call and of the log if Redis is unreachable for this reason, and then back. */
const outageMessages =
  (reason: Error, given: Partial<RedisThrottleOptions> = {}) =>
  async () => {
    const server = new RedisInProcess();
    const lines: string[] = [];
    const throttle = server.throttle({
      giveUpAfter: 1000,
      logger: { warn: (line) => void lines.push(line) },
      ...given,
    });
    server.goAway(reason);
    const waiting = throttle.acquire().then(
      (permit) => permit.release(),
      (error: Error) => void lines.push(`${error.name}: ${error.message}`),
    );
    await pass(2000);
    server.unreachable = undefined;
    grants(throttle, 1);
    await pass(2000);
    await waiting;
    return lines;
  };

/** The same, if the scripts of Redis fail with this message. */
const failingScripts = (refusal: string) => async () => {
  const server = new RedisInProcess();
  server.refusal = refusal;
  return server.throttle().acquire();
};

const code = Object.assign(new Error(''), { code: 'ETIMEDOUT' });
const share = { whenRedisFails: 'local', processes: 4, requestsPerSecond: 10 } as const;
const unavailable: Provocations = {
  'a refused connection': outageMessages(connectionRefused()),
  'an error with only a code': outageMessages(code),
  'an error without message and code': outageMessages(new TypeError('')),
  'a refused connection, each process with its share': outageMessages(connectionRefused(), share),
  'a wrong password': outageMessages(new Error('WRONGPASS invalid username-password pair or user is disabled.')),
  'a wrong password, each process with its share': outageMessages(new Error('NOAUTH Authentication required.'), share),
  'a connection that closes': async () => {
    const server = new RedisInProcess();
    const lines: string[] = [];
    const throttle = server.throttle({ logger: { warn: (line) => void lines.push(line) } });
    grants(throttle, 1);
    await pass(100);
    for (const connection of server.open) connection.close();
    await pass(100);
    return lines;
  },
};

const refusals: Provocations = Object.fromEntries(
  [
    "CROSSSLOT Keys in request don't hash to the same slot",
    'MOVED 3999 127.0.0.1:6381',
    'ASK 3999 127.0.0.1:6381',
    'ERR SELECT is not allowed in cluster mode',
    'ERR DB index is out of range',
    'NOAUTH Authentication required.',
    'ERR invalid password',
    'NOPERM this user has no permissions',
    'WRONGTYPE Operation against a key',
    "ERR unknown command 'EVALSHA'",
  ].map((text) => [text, failingScripts(text)]),
);

const closed: Provocations = {
  'a call after close': async () => {
    const throttle = new RedisInProcess().throttle();
    await throttle.close();
    return throttle.acquire();
  },
  'a call of an unknown priority': () => new RedisInProcess().throttle().acquire({ priority: 'urgent' as 'bulk' }),
};

test('the messages of a budget in Redis are those of messages.txt', async () => {
  fakeClock();
  const list = await messageList({
    'Options that are refused': options,
    'Redis that is away': unavailable,
    'Redis that refuses the budget': refusals,
    'Calls that are refused': closed,
  });
  await expect(list).toMatchFileSnapshot('messages.txt');
});

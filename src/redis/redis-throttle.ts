import type { Redis } from 'ioredis';
import { ClosedError, InputError, type Throttle } from '../index.js';
import { SharedBudget } from './shared-budget.js';

/** The budget of an IP address, and how its processes share it. */
export interface RedisThrottleOptions {
  /**
   * Where Redis is: a client of ioredis 5.4 or later, to a server of version 5 or later. It is only copied, never used or
   * closed, so one made with `{ lazyConnect: true }` will do, and holds no connection of its own. Of a cluster: a client of
   * the node that holds the slot of `key`, not a `Cluster`.
   */
  readonly redis: Redis;
  /**
   * Names the budget: the same for all processes that share it, another for each platform. In a cluster it needs braces, so
   * that all of the budget is in one slot. Default: `{care-platform}`.
   */
  readonly key?: string | undefined;
  /**
   * Requests per second of all processes together, evenly spaced: no burst. If processes differ, the lowest holds for
   * all. Default: 30. From 0.01 to 1000.
   */
  readonly requestsPerSecond?: number | undefined;
  /**
   * Sockets open at once of all processes together, idle kept-alive ones counted. Each process has its share, `connections`
   * divided by `processes` and rounded down. Default: 20. Whole number, 1 to 1000, not less than `processes`.
   */
  readonly connections?: number | undefined;
  /**
   * How many processes share the address, on however many machines. Not counted by itself: state the most there will
   * ever be. Default: 1. Whole number from 1.
   */
  readonly processes?: number | undefined;
  /**
   * What calls do while Redis cannot be reached. `wait`: they wait until it is back, at most `giveUpAfter`. `local`: they
   * go on at this process's share, `requestsPerSecond` divided by `processes`; if only some processes lose Redis, all
   * together may exceed the limit. Default: `wait`.
   */
  readonly whenRedisFails?: 'wait' | 'local' | undefined;
  /**
   * Milliseconds that a call waits while Redis cannot be reached, before it fails with a `RedisUnavailableError`. Looked
   * at with each attempt to reach it, about once a second. `Infinity`: for ever. Default: 30,000. Only with `wait`. If Redis
   * refuses what no wait cures, a password for instance, calls fail at once.
   */
  readonly giveUpAfter?: number | undefined;
  /** Receives a warning when Redis goes away and when it is back. `console` will do. Default: none. */
  readonly logger?: { warn(message: string): void } | undefined;
}

/** A throttle that many processes share. */
export interface RedisThrottle extends Throttle {
  /**
   * Rejects what waits with a `ClosedError` and leaves Redis; resolves once no socket and no timer is left. Not needed for
   * the process to end: while no call waits nothing here keeps it alive.
   */
  close(): Promise<void>;
  /** The same as `close`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Makes a throttle for `connect({ throttle })` that shares one budget among all processes and machines behind one IP
 * address.
 *
 * The rate is one for all, kept in Redis and spaced by its clock. The connections are divided: sockets that are idle but
 * kept alive count for the platform, and no process can close those of another, so each keeps to its share all the time.
 * After a refusal (429) all processes pause, and go with wider spacing until 60 s have passed without another.
 *
 * Connects with the first call that waits, over two connections of its own, and leaves ten seconds after the last.
 *
 * @throws InputError for options that are unknown or out of bounds
 */
export function redisThrottle(options: RedisThrottleOptions): RedisThrottle {
  requireOption('(whole)', typeof options === 'object' && options !== null, 'an object', options);
  const unknown = Object.keys(options).find((name) => !optionNames.has(name));
  if (unknown !== undefined)
    throw InputError.of('redisThrottle', unknown, `Unknown option. There are: ${[...optionNames].join(', ')}.`);
  const { redis, key = '{care-platform}', requestsPerSecond = 30, connections = 20, processes = 1 } = options;
  const { whenRedisFails = 'wait', giveUpAfter = 30_000, logger } = options;
  requireOption('redis', typeof redis?.duplicate === 'function' && 'connector' in redis, 'a client of ioredis', redis);
  requireOption('key', typeof key === 'string' && key !== '', 'a string that is not empty', key);
  const isRate = typeof requestsPerSecond === 'number' && requestsPerSecond >= 0.01 && requestsPerSecond <= 1000;
  requireOption('requestsPerSecond', isRate, 'a number from 0.01 to 1000', requestsPerSecond);
  requireOption(
    'connections',
    isWholeFrom1(connections) && connections <= 1000,
    'a whole number from 1 to 1000',
    connections,
  );
  const isShare = isWholeFrom1(processes) && processes <= connections;
  requireOption(
    'processes',
    isShare,
    `a whole number from 1 to ${connections}, the connections there are to share`,
    processes,
  );
  requireOption('whenRedisFails', ['wait', 'local'].includes(whenRedisFails), "'wait' or 'local'", whenRedisFails);
  requireOption(
    'giveUpAfter',
    typeof giveUpAfter === 'number' && giveUpAfter >= 0,
    'milliseconds, 0 or more',
    giveUpAfter,
  );
  requireOption('logger', logger === undefined || typeof logger?.warn === 'function', 'an object with warn', logger);
  // Without it, a Redis that hangs would be waited for without end.
  requireOption('redis', 'setSocketTimeout' in redis, 'a client of ioredis 5.4 or later', redis);
  const budget = new SharedBudget({
    redis,
    id: `${redis.options.keyPrefix ?? ''}${key}`,
    requestsPerSecond,
    connections: Math.floor(connections / processes),
    processes,
    whenRedisFails,
    giveUpAfter,
    logger,
  });
  return closable(budget);
}

function closable(budget: SharedBudget): RedisThrottle {
  const { throttle } = budget;
  let closed: Promise<void> | undefined;
  const closeError = () => new ClosedError('The throttle was closed with `close()`.');
  const close = () => {
    if (closed === undefined) {
      throttle.reject(closeError());
      closed = budget.end();
    }
    return closed;
  };
  return {
    acquire: (wanted) => (closed === undefined ? throttle.acquire(wanted) : Promise.reject(closeError())),
    refused: (retryAfterMs) => throttle.refused(retryAfterMs),
    release: (owner, reason) => throttle.release(owner, reason),
    stats: () => ({ ...throttle.stats(), requestsPerSecond: budget.requestsPerSecond }),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function isWholeFrom1(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 1;
}

const names: Record<keyof RedisThrottleOptions, true> = {
  redis: true,
  key: true,
  requestsPerSecond: true,
  connections: true,
  processes: true,
  whenRedisFails: true,
  giveUpAfter: true,
  logger: true,
};
const optionNames = new Set(Object.keys(names));

function requireOption(name: string, isValid: boolean, expected: string, got: unknown): void {
  if (isValid) return;
  const shown = got === '' ? 'empty' : typeof got === 'number' || got === null ? String(got) : typeof got;
  throw InputError.of('redisThrottle', name, `Must be ${expected}, but is ${shown}.`);
}

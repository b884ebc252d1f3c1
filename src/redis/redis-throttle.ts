import type { Redis } from 'ioredis';
import { ClosedError, InputError, type Throttle } from '../index.js';
import { SharedBudget } from './shared-budget.js';

/** Options of `redisThrottle()`: the budget of one IP address, and how its processes share it. */
export interface RedisThrottleOptions {
  /**
   * A client of ioredis 5.4 or later, for a server of version 5 or later. It is only copied, never used or closed. A client
   * with `{ lazyConnect: true }` is enough, and opens no connection. In a cluster, pass a client of the node that holds the
   * slot of `key`, not a `Cluster`.
   */
  readonly redis: Redis;
  /**
   * Name of the budget: the same for all processes that share it, and a different one for each platform. In a cluster it
   * needs braces, so that the whole budget is in one slot. Default: `{care-platform}`.
   */
  readonly key?: string | undefined;
  /**
   * Requests per second of all processes together, evenly spaced, without bursts. If processes differ, the lowest value
   * applies to all. From 0.01 to 1000. Default: 30.
   */
  readonly requestsPerSecond?: number | undefined;
  /**
   * Open sockets of all processes together, idle kept-alive sockets included. Each process has a share: `connections`
   * divided by `processes`, rounded down. Whole number from 1 to 1000, not less than `processes`. Default: 20.
   */
  readonly connections?: number | undefined;
  /**
   * Maximum number of processes that share the address, on all machines. They are not counted automatically. Whole number
   * from 1. Default: 1.
   */
  readonly processes?: number | undefined;
  /**
   * What calls do while Redis cannot be reached. `wait`: they wait until it is back, at most `giveUpAfter`. `local`: they
   * continue with this process's share, `requestsPerSecond` divided by `processes`. If only some processes lose Redis, all
   * together may then exceed the limit. Default: `wait`.
   */
  readonly whenRedisFails?: 'wait' | 'local' | undefined;
  /**
   * Milliseconds that a call waits while Redis cannot be reached, before it fails with a `RedisUnavailableError`. Checked at
   * each attempt to connect, about once a second. `Infinity` means for ever. Only with `wait`. If Redis refuses permanently,
   * such as for a wrong password, calls fail at once. Default: 30,000.
   */
  readonly giveUpAfter?: number | undefined;
  /** Receives a warning when Redis becomes unreachable, and when it is back; `console` works. Default: none. */
  readonly logger?: { warn(message: string): void } | undefined;
}

/** A throttle that many processes share. */
export interface RedisThrottle extends Throttle {
  /**
   * Rejects waiting calls with a `ClosedError` and disconnects from Redis. Resolves once no socket and no timer is left. The
   * process can also end without it: only waiting calls keep it alive.
   */
  close(): Promise<void>;
  /** The same as `close`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Makes a throttle for `connect({ throttle })` that shares one budget among all processes and machines behind one IP
 * address.
 *
 * All processes share one rate, kept in Redis and spaced by its clock. The connections are divided: the platform also
 * counts idle sockets, and no process can close those of another. After a response with 429, all processes pause. They then
 * use a wider spacing until 60 s have passed without another 429.
 *
 * Opens two connections of its own for the first waiting call, and closes them ten seconds after the last one.
 *
 * @throws InputError for options that are unknown or out of bounds
 */
export function redisThrottle(options: RedisThrottleOptions): RedisThrottle {
  requireOption('(whole)', typeof options === 'object' && options !== null, 'an object', options);
  const unknown = Object.keys(options).find((name) => !optionNames.has(name));
  if (unknown !== undefined)
    throw InputError.of(
      'redisThrottle',
      unknown,
      `Unknown option. There are: ${[...optionNames].join(', ')}.`,
      'unknown-field',
    );
  const { redis, key = '{care-platform}', requestsPerSecond = 30, connections = 20, processes = 1 } = options;
  const { whenRedisFails = 'wait', giveUpAfter = 30_000, logger } = options;
  requireOption('redis', typeof redis?.duplicate === 'function' && 'connector' in redis, 'an ioredis client', redis);
  requireOption('key', typeof key === 'string' && key !== '', 'a non-empty string', key);
  const isRate = typeof requestsPerSecond === 'number' && requestsPerSecond >= 0.01 && requestsPerSecond <= 1000;
  requireOption('requestsPerSecond', isRate, 'a number from 0.01 to 1000', requestsPerSecond);
  requireOption(
    'connections',
    isWholeFrom1(connections) && connections <= 1000,
    'a whole number from 1 to 1000',
    connections,
  );
  const isShare = isWholeFrom1(processes) && processes <= connections;
  requireOption('processes', isShare, `a whole number from 1 to ${connections}, the number of connections`, processes);
  requireOption('whenRedisFails', ['wait', 'local'].includes(whenRedisFails), "'wait' or 'local'", whenRedisFails);
  requireOption(
    'giveUpAfter',
    typeof giveUpAfter === 'number' && giveUpAfter >= 0,
    'a number of milliseconds, 0 or more',
    giveUpAfter,
  );
  requireOption(
    'logger',
    logger === undefined || typeof logger?.warn === 'function',
    'an object with a `warn` method',
    logger,
  );
  // Older versions have no socket timeout: calls would wait for ever if Redis hangs.
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
    rateLimited: (retryAfterMs) => throttle.rateLimited(retryAfterMs),
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

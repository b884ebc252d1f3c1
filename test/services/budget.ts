import type { Priority } from 'care-platform';
import { type RedisThrottle, type RedisThrottleOptions, redisThrottle } from 'care-platform/redis';
import { Redis } from 'ioredis';
import { afterEach, beforeEach } from 'vitest';

/** A budget in Redis, a new one for each test. */
export interface Budget {
  key: string;
  /** Another throttle of this budget, like that of another process. It is closed when the test ends. */
  throttle(port: number, options?: Partial<RedisThrottleOptions>): RedisThrottle;
}

/** Registers hooks: each test gets a new budget, and its throttles are closed afterwards. */
export function freshBudget(): Budget {
  let throttles: RedisThrottle[] = [];
  let budgets = 0;
  const budget: Budget = {
    key: '',
    throttle(port, options = {}) {
      const redis = new Redis({ host: '127.0.0.1', port, lazyConnect: true });
      const made = redisThrottle({ redis, key: budget.key, ...options });
      throttles.push(made);
      return made;
    },
  };
  beforeEach(() => {
    budget.key = `budget-${budgets++}`;
  });
  afterEach(async () => {
    await Promise.all(throttles.map((throttle) => throttle.close()));
    throttles = [];
  });
  return budget;
}

/** Acquires that many permits, and releases each at once. */
export async function take(from: RedisThrottle, count: number, options: { priority?: Priority } = {}): Promise<void> {
  const pass = async () => (await from.acquire(options)).release();
  await Promise.all(Array.from({ length: count }, pass));
}

/** Waits until a due grant arrives: it takes a few round trips to Redis. */
export async function roundTrips(port: number): Promise<void> {
  const redis = new Redis({ host: '127.0.0.1', port });
  for (let trip = 0; trip < 10; trip++) await redis.ping();
  await redis.quit();
}

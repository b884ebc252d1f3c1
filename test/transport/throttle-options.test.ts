import { describe, expect, test } from 'vitest';
import type { ThrottleOptions } from '../../src/transport/throttle/throttle.js';
import { createThrottle } from './create-throttle.js';

describe('options', () => {
  test.each<[ThrottleOptions, string]>([
    [{ requestsPerSecond: 0 }, 'throttle.requestsPerSecond'],
    [{ requestsPerSecond: Number.NaN }, 'throttle.requestsPerSecond'],
    [{ requestsPerSecond: '30' as never }, 'throttle.requestsPerSecond'],
    [{ requestsPerSecond: 0.009 }, 'throttle.requestsPerSecond'],
    [{ requestsPerSecond: 1000.5 }, 'throttle.requestsPerSecond'],
    [{ burst: 0 }, 'throttle.burst'],
    [{ burst: 1.5 }, 'throttle.burst'],
    [{ burst: 1001 }, 'throttle.burst'],
    [{ connections: -1 }, 'throttle.connections'],
    [{ connections: 1001 }, 'throttle.connections'],
    [{ requestPerSecond: 5 } as never, 'throttle.requestPerSecond'],
    [5 as never, 'throttle'],
    [null as never, 'throttle'],
  ])('%o is refused by its name', (options, name) => {
    const problems = [expect.objectContaining({ name })];
    expect(() => createThrottle(options)).toThrow(expect.objectContaining({ name: 'InputError', problems }));
  });

  test.each([
    // As the platform documents them, but for the burst: one below.
    [undefined, { running: 20, queued: 20, requestsPerSecond: 30 }],
    [{ connections: undefined } as never, { running: 20, queued: 20, requestsPerSecond: 30 }],
    [{ requestsPerSecond: undefined } as never, { running: 20, queued: 20, requestsPerSecond: 30 }],
    [{ connections: 1000, burst: undefined } as never, { running: 29, queued: 11, requestsPerSecond: 30 }],
    [
      { connections: 1000, requestsPerSecond: 0.5 },
      { running: 29, queued: 11, requestsPerSecond: 0.5 },
    ],
    [{ connections: 1000 }, { running: 29, queued: 11, requestsPerSecond: 30 }],
    [{ burst: 1000 }, { running: 20, queued: 20, requestsPerSecond: 30 }],
    [
      { burst: 1, connections: 1, requestsPerSecond: 0.01 },
      { running: 1, queued: 39, requestsPerSecond: 0.01 },
    ],
    [
      { burst: 1000, connections: 1000, requestsPerSecond: 1000 },
      { running: 40, queued: 0, requestsPerSecond: 1000 },
    ],
  ])('of forty calls at once as many run as %o allow', async (options, stats) => {
    const throttle = createThrottle(options);
    const owner = {};
    const calls = Array.from({ length: 40 }, () => throttle.acquire({ owner }));
    expect(throttle.stats()).toMatchObject(stats);
    throttle.release(owner, 'over');
    const ends = await Promise.allSettled(calls);
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(stats.running);
    expect(throttle.stats()).toMatchObject({ running: stats.running, queued: 0, sent: stats.running, rateLimited: 0 });
  });
});

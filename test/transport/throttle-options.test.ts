import { describe, expect, test } from 'vitest';
import { createThrottle, type ThrottleOptions } from '../../src/transport/throttle.js';

describe('options', () => {
  test.each<[ThrottleOptions, string]>([
    [{ requestsPerSecond: 0 }, 'throttle.requestsPerSecond: Must be a number from 0.01 to 1000, but is 0.'],
    [{ requestsPerSecond: Number.NaN }, 'throttle.requestsPerSecond: Must be a number from 0.01 to 1000, but is NaN.'],
    [
      { requestsPerSecond: '30' as never },
      'throttle.requestsPerSecond: Must be a number from 0.01 to 1000, but is 30.',
    ],
    [{ burst: 0 }, 'throttle.burst: Must be a whole number from 1 to 1000, but is 0.'],
    [{ burst: 1.5 }, 'throttle.burst: Must be a whole number from 1 to 1000, but is 1.5.'],
    [{ connections: -1 }, 'throttle.connections: Must be a whole number from 1 to 1000, but is -1.'],
    [
      { requestPerSecond: 5 } as never,
      'throttle.requestPerSecond: Must be one of requestsPerSecond, burst, connections, but is unknown.',
    ],
    [{ requestsPerSecond: 0.009 }, 'throttle.requestsPerSecond: Must be a number from 0.01 to 1000, but is 0.009.'],
    [{ requestsPerSecond: 1000.5 }, 'throttle.requestsPerSecond: Must be a number from 0.01 to 1000, but is 1000.5.'],
    [{ burst: 1001 }, 'throttle.burst: Must be a whole number from 1 to 1000, but is 1001.'],
    [{ connections: 1001 }, 'throttle.connections: Must be a whole number from 1 to 1000, but is 1001.'],
    [5 as never, 'throttle: Must be an object or false, but is 5.'],
    [null as never, 'throttle: Must be an object or false, but is null.'],
  ])('%o is refused, with what was expected', (options, message) => {
    const failure = expect.objectContaining({ name: 'InputError', message: `options: ${message}` });
    expect(() => createThrottle(options)).toThrow(failure);
  });

  test('what is left out, or undefined, is as the platform documents it, the burst one below', () => {
    expect(createThrottle({ requestsPerSecond: undefined } as never).stats().requestsPerSecond).toBe(30);
    expect(createThrottle({ requestsPerSecond: 0.5 }).stats().requestsPerSecond).toBe(0.5);
  });

  test.each([
    [undefined, { running: 20, queued: 20, requestsPerSecond: 30 }],
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
    expect(throttle.stats()).toMatchObject({ running: stats.running, queued: 0, sent: stats.running, refused: 0 });
  });
});

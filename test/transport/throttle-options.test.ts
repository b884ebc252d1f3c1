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
      'throttle.requestPerSecond: Must be one of requestsPerSecond, burst, connections',
    ],
    [5 as never, 'throttle: Must be an object or false, but is 5.'],
  ])('%o is refused, with what was expected', (options, message) => {
    expect(() => createThrottle(options)).toThrow(expect.objectContaining({ name: 'InputError' }));
    expect(() => createThrottle(options)).toThrow(message);
  });

  test('what is left out, or undefined, is as the platform documents it, the burst one below', () => {
    expect(createThrottle({ requestsPerSecond: undefined } as never).stats().requestsPerSecond).toBe(30);
    expect(createThrottle({ requestsPerSecond: 0.5 }).stats().requestsPerSecond).toBe(0.5);
  });
});

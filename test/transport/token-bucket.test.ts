import { describe, expect, test } from 'vitest';
import { TokenBucket } from '../../src/transport/throttle/token-bucket.js';

const pace = { burst: 11, interval: 10 };
/** Drains at one in 10 ms, so the wait for an empty bucket tells its level. */
const level = (bucket: TokenBucket, now: number) => bucket.delay(now, { burst: 1, interval: 10 }) / 10;

describe('when a response comes, the bucket holds at least', () => {
  test('its request and all later ones, which may have reached the server as late as now', () => {
    const bucket = new TokenBucket();
    const [first, , third] = [1000, 1000, 1000].map((time) => bucket.take(time, pace));
    if (first === undefined || third === undefined) throw new Error('Three were taken.');
    expect(level(bucket, 1020)).toBeCloseTo(1);
    third(1020, pace);
    expect(level(bucket, 1020)).toBeCloseTo(1);
    first(1020, pace);
    expect(level(bucket, 1020)).toBeCloseTo(3);
  });

  test('less if it took longer than half a burst drains in, or than any journey', () => {
    const half = new TokenBucket();
    half.take(1000, pace)(1055, pace);
    expect(level(half, 1055)).toBeCloseTo(0.5);
    const wide = { burst: 101, interval: 10 };
    const long = new TokenBucket();
    long.take(1000, wide)(1305, wide);
    expect(level(long, 1305)).toBeCloseTo(0.5);
  });

  test('no more than its estimate if there is no burst, since a refused request is not in it', () => {
    const even = { burst: 1, interval: 10 };
    const bucket = new TokenBucket();
    const [first] = [1000, 1000, 1000, 1000].map((time) => bucket.take(time, even));
    bucket.rateLimited();
    first?.(1005, even);
    expect(level(bucket, 1005)).toBeCloseTo(0.5);
  });
});

test('drained tokens make room again, up to the burst', () => {
  const bucket = new TokenBucket();
  for (let taken = 0; taken < 11; taken++) {
    expect(bucket.delay(1000, pace)).toBe(0);
    bucket.take(1000, pace);
  }
  expect(bucket.delay(1000, pace)).toBeCloseTo(10);
  expect(level(bucket, 1100)).toBeGreaterThan(0);
  expect(level(bucket, 1111)).toBe(0);
});

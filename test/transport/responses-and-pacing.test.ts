import { beforeEach, expect, test } from 'vitest';
import type { Permit, Throttle } from '../../src/transport/throttle/throttle.js';
import { type VirtualTime, virtualTime } from '../support/virtual-time.js';
import { createThrottle } from './create-throttle.js';

let time: VirtualTime;
beforeEach(() => {
  time = virtualTime();
});

/** So many calls that go at once. */
function going(throttle: Throttle, count: number): Promise<Permit[]> {
  return Promise.all(Array.from({ length: count }, () => throttle.acquire()));
}

test('a slow first response holds the next calls back: all requests may have arrived only now', async () => {
  const throttle = createThrottle({ requestsPerSecond: 100, burst: 11 });
  const [first] = await going(throttle, 11);
  await time.advance(20);
  first?.release();
  const owner = {};
  const next = throttle.acquire({ owner });
  expect(throttle.stats()).toMatchObject({ sent: 11, queued: 1 });
  await time.advance(10);
  expect(throttle.stats()).toMatchObject({ sent: 12, queued: 0 });
  await next;
});

test('the next call after a refusal waits for the pause, not for all requests that may be on their way', async () => {
  const throttle = createThrottle();
  await going(throttle, 15);
  throttle.rateLimited();
  const next = throttle.acquire();
  expect(throttle.stats()).toMatchObject({ sent: 15, queued: 1 });
  await time.advance(100);
  expect(throttle.stats()).toMatchObject({ sent: 16, queued: 0 });
  await next;
});

test('a refusal of a request that was sent after the last refusal counts, and slows down further', async () => {
  const throttle = createThrottle();
  await going(throttle, 1);
  throttle.rateLimited();
  const once = throttle.stats().requestsPerSecond;
  throttle.rateLimited();
  expect(throttle.stats().requestsPerSecond).toBe(once);
  const later = going(throttle, 2);
  await time.advance(1000);
  await later;
  throttle.rateLimited();
  expect(throttle.stats().requestsPerSecond).toBeLessThan(once / 1.1);
});

test('a minute after a refusal bursts come back, by one more with each response', async () => {
  const throttle = createThrottle();
  const [first] = await going(throttle, 1);
  throttle.rateLimited();
  first?.release();
  await time.advance(0);
  await time.advance(60_000);
  for (const burst of [1, 2, 3]) {
    const { sent } = throttle.stats();
    const owner = {};
    const calls = Array.from({ length: 10 }, () => throttle.acquire({ owner }));
    expect(throttle.stats().sent - sent).toBe(burst);
    throttle.release(owner, 'over');
    const [permit] = await Promise.all(calls.slice(0, burst));
    permit?.release();
    await Promise.allSettled(calls);
    await time.advance(1000);
  }
});

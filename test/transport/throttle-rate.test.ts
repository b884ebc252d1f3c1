import { beforeEach, describe, expect, test } from 'vitest';
import type { AcquireOptions, Permit, Throttle } from '../../src/transport/throttle/throttle.js';
import { BucketNetwork } from '../support/bucket-network.js';
import { type VirtualTime, virtualTime } from '../support/virtual-time.js';
import { createThrottle } from './create-throttle.js';

let time: VirtualTime;
beforeEach(() => {
  time = virtualTime();
});

/** One call as a connection makes it: a permit for each attempt, and the same place in the line after a 429. */
async function call(throttle: Throttle, network: BucketNetwork, url: string, options: AcquireOptions = {}) {
  for (let again: Permit | undefined; ; ) {
    const permit = await throttle.acquire({ ...options, ...(again && { again }) });
    again = permit;
    const { status } = await network.fetch(url);
    if (status === 429) throttle.rateLimited();
    permit.release();
    if (status === 200) return;
  }
}

function calls(count: number, throttle: Throttle, network: BucketNetwork): Promise<unknown> {
  return time.until(Promise.all(Array.from({ length: count }, (_, index) => call(throttle, network, `/${index}`))));
}

const gapsOf = (times: readonly number[]) => times.slice(1).map((at, index) => at - (times[index] ?? 0));

describe('a strict leaky bucket of 30 at 30 a second', () => {
  test('serves 330 requests in the time that it needs to drain, and refuses none', async () => {
    const network = new BucketNetwork(time);
    const throttle = createThrottle();
    await calls(330, throttle, network);

    expect(network.refusals).toEqual([]);
    expect(network.mostRunning).toBeLessThanOrEqual(20);
    // 29 at once, and from then on one each thirtieth of a second; the first responses cost half a burst, once.
    expect(network.arrivals.at(-1)).toBeLessThan(((330 - 29) / 30) * 1000 + 500);
    expect(throttle.stats()).toMatchObject({ queued: 0, sent: 330, rateLimited: 0 });
  });

  test('refuses none although the first requests travel slowly, as they open connections', async () => {
    const network = new BucketNetwork(time, { travel: (index) => (index < 20 ? 120 : 10) });
    await calls(120, createThrottle(), network);
    expect(network.refusals).toEqual([]);
    expect(network.served).toHaveLength(120);
  });

  test('that is closed for a second is asked ever more rarely, and then at full pace again', async () => {
    const network = new BucketNetwork(time, { closedFor: 1000 });
    const throttle = createThrottle();
    await calls(60, throttle, network);

    expect(network.served).toHaveLength(60);
    // All 20 that were under way at once, then one at a time.
    const later = network.refusals.slice(20);
    expect(later.length).toBeLessThanOrEqual(6);
    expect(gapsOf(later)).toEqual([...gapsOf(later)].sort((left, right) => left - right));
    expect(throttle.stats().requestsPerSecond).toBeGreaterThan(28);
  });

  test('that is closed at first serves the calls in the order in which they came', async () => {
    const network = new BucketNetwork(time, { closedFor: 300 });
    await calls(60, createThrottle(), network);
    expect(network.served).toEqual(Array.from({ length: 60 }, (_, index) => `/${index}`));
  });

  test('gets one of the next two tokens to an interactive call although 500 bulk calls wait', async () => {
    const network = new BucketNetwork(time);
    const throttle = createThrottle();
    const closing = new AbortController();
    const bulk = Array.from({ length: 500 }, (_, index) =>
      call(throttle, network, `/bulk-${index}`, { priority: 'bulk', signal: closing.signal }).catch(() => 'closed'),
    );
    await time.advance(500);
    const tokens: number[] = [];
    const waits: number[] = [];
    for (let round = 0; round < 30; round++) {
      await time.advance(40 + round);
      const before = throttle.stats().sent;
      const permit = await time.until(throttle.acquire({ priority: 'interactive' }));
      tokens.push(throttle.stats().sent - before);
      waits.push(permit.waited);
      permit.release();
    }
    closing.abort();
    await time.until(Promise.all(bulk));

    expect(Math.max(...tokens)).toBeLessThanOrEqual(2);
    expect(Math.max(...waits)).toBeLessThanOrEqual(2 * (1000 / 30));
    expect(network.refusals).toEqual([]);
  });
});

test('Retry-After stops all calls for that time, and no burst follows', async () => {
  const network = new BucketNetwork(time);
  const throttle = createThrottle();
  throttle.rateLimited(700);
  await calls(20, throttle, network);
  expect(network.arrivals[0]).toBe(700 + 10);
  expect(Math.min(...gapsOf(network.arrivals))).toBeGreaterThan(1000 / 30);
});

describe('a server whose bucket is not the documented one', () => {
  test('of a burst of 5 refuses in the first second only, and every call succeeds', async () => {
    const network = new BucketNetwork(time, { capacity: 6 });
    await calls(150, createThrottle(), network);
    expect(network.served).toHaveLength(150);
    expect(network.refusals.length).toBeGreaterThan(0);
    expect(network.refusals.filter((at) => at > 1000)).toEqual([]);
    // Requests that got a 429 are not in the server's bucket, so nobody waits until they have drained.
    expect(network.arrivals.filter((at) => at < 700).length).toBeGreaterThan(6 + 5);
  });

  test('without any burst makes the throttle widen the spacing until refusals are rare', async () => {
    const network = new BucketNetwork(time, { capacity: 1 });
    const throttle = createThrottle();
    await calls(80, throttle, network);
    network.forget();
    await calls(150, throttle, network);
    expect(network.served).toHaveLength(150);
    expect(network.refusals.length).toBeLessThanOrEqual(4);
    expect(throttle.stats().requestsPerSecond).toBeGreaterThan(25);
    expect(throttle.stats().requestsPerSecond).toBeLessThan(30);
  });

  test('of a third of the rate is found out, and used', async () => {
    const network = new BucketNetwork(time, { capacity: 10, perSecond: 10 });
    const throttle = createThrottle();
    await calls(60, throttle, network);
    expect(network.served).toHaveLength(60);
    expect(throttle.stats().requestsPerSecond).toBeLessThan(15);
  });
});

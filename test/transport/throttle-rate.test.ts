import { describe, expect, test } from 'vitest';
import { createThrottle } from '../../src/transport/throttle.js';
import { call, calls, sleep } from './bucket-call.js';
import { bucketServer } from './bucket-server.js';

// Other load on the machine can hold a request back between its permit and its arrival, for longer than any network does.
const noisy = { retry: 2, timeout: 30_000 };

describe.concurrent('at a strict leaky bucket, over real HTTP', noisy, () => {
  test('330 requests take no longer than the bucket needs, and none is refused', async () => {
    await using server = await bucketServer();
    const throttle = createThrottle();
    const started = performance.now();
    await calls(330, throttle, server.origin);
    const seconds = (performance.now() - started) / 1000;

    expect(server.refusals).toEqual([]);
    expect(server.highestSockets()).toBeLessThanOrEqual(20);
    expect(seconds / ((330 - 29) / 30)).toBeLessThan(1.1);
    expect(throttle.stats()).toMatchObject({ queued: 0, sent: 330, refused: 0 });
  });

  test('none is refused although the first requests travel slowly, as they open connections', async () => {
    await using server = await bucketServer();
    const throttle = createThrottle();
    let travelled = 0;
    const slowAtFirst = async (index: number) => {
      const permit = await throttle.acquire();
      if (travelled++ < 20) await sleep(120);
      await (await fetch(`${server.origin}/${index}`)).text();
      permit.release();
    };
    await Promise.all(Array.from({ length: 120 }, (_, index) => slowAtFirst(index)));

    expect(server.refusals).toEqual([]);
    expect(server.served).toHaveLength(120);
  });

  test('a bucket of 5 that we are not told of refuses in the first second only, and every call succeeds', async () => {
    await using server = await bucketServer({ capacity: 6 });
    const started = performance.now();
    await calls(150, createThrottle(), server.origin);

    expect(server.served).toHaveLength(150);
    expect(server.refusals.length).toBeGreaterThan(0);
    expect(server.refusals.filter((time) => time - started > 1000)).toEqual([]);
    // Refused ones are not in the server's bucket, so there is no second to wait until they have drained.
    expect(server.times.filter((time) => time - started < 700).length).toBeGreaterThan(6 + 5);
  });

  test('a server without any burst makes it widen the spacing until refusals are rare', async () => {
    await using server = await bucketServer({ capacity: 1 });
    const throttle = createThrottle();
    await calls(80, throttle, server.origin);
    const afterwards = server.refusals.length;
    await calls(150, throttle, server.origin);

    expect(server.served).toHaveLength(230);
    // All that were under way at once are refused, but for one; what follows is spaced.
    expect(server.refusals.length - afterwards).toBeLessThanOrEqual(8);
    expect(throttle.stats().requestsPerSecond).toBeGreaterThan(20);
    expect(throttle.stats().requestsPerSecond).toBeLessThan(30);
  });

  test('a server of a third of the rate is found out, and used', async () => {
    await using server = await bucketServer({ capacity: 10, perSecond: 10 });
    const throttle = createThrottle();
    await calls(60, throttle, server.origin);

    expect(server.served).toHaveLength(60);
    expect(throttle.stats().requestsPerSecond).toBeLessThan(15);
  });

  test('a server that refuses everything for a second is asked ever more rarely, and then at full pace again', async () => {
    await using server = await bucketServer();
    server.closedUntil = performance.now() + 1000;
    const throttle = createThrottle();
    await calls(60, throttle, server.origin);

    // All that were under way at once, then one at a time after ever longer pauses.
    expect(server.refusals.length).toBeLessThanOrEqual(20 + 10);
    expect(server.served).toHaveLength(60);
    expect(throttle.stats().requestsPerSecond).toBeGreaterThan(25);
  });

  test('refused calls go again in the order in which they came', async () => {
    await using server = await bucketServer();
    server.closedUntil = performance.now() + 300;
    await calls(60, createThrottle(), server.origin);

    expect(server.served).toEqual(Array.from({ length: 60 }, (_, index) => `/${index}`));
  });

  test('Retry-After stops everybody for that time, and then no burst follows', async () => {
    await using server = await bucketServer();
    const throttle = createThrottle();
    const refusedAt = performance.now();
    throttle.refused(700);
    await calls(20, throttle, server.origin);

    const gaps = server.times.slice(1).map((time, index) => time - (server.times[index] ?? 0));
    expect(Math.min(...server.times) - refusedAt).toBeGreaterThanOrEqual(699);
    // On average: one that is noticed late leaves less room to the next.
    expect(gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length).toBeGreaterThan(33);
  });

  test('an interactive call gets one of the next two tokens although 500 bulk calls wait', async () => {
    await using server = await bucketServer();
    const throttle = createThrottle();
    const closing = new AbortController();
    const bulk = Array.from({ length: 500 }, (_, index) =>
      call(throttle, `${server.origin}/bulk-${index}`, { priority: 'bulk', signal: closing.signal }).catch(() => {}),
    );
    await sleep(500);
    const tokens: number[] = [];
    const waits: number[] = [];
    for (let round = 0; round < 30; round++) {
      await sleep(40 + Math.random() * 40);
      const before = throttle.stats().sent;
      const permit = await throttle.acquire({ priority: 'interactive' });
      tokens.push(throttle.stats().sent - before);
      waits.push(permit.waited);
      permit.release();
    }
    closing.abort();
    await Promise.all(bulk);

    expect(Math.max(...tokens)).toBeLessThanOrEqual(2);
    expect(waits.sort((one, other) => one - other)[15]).toBeLessThan(2 * (1000 / 30));
  });
});

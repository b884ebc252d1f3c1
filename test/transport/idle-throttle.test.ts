import { getEventListeners } from 'node:events';
import { beforeEach, describe, expect, test } from 'vitest';
import { RequestThrottle } from '../../src/transport/throttle/throttle.js';
import { type VirtualTime, virtualTime } from '../support/virtual-time.js';

const slow = { requestsPerSecond: 1, burst: 1, connections: 5 };
const fast = { requestsPerSecond: 1000, burst: 1000, connections: 5 };

let time: VirtualTime;
beforeEach(() => {
  time = virtualTime();
});

/** One call has gone, two wait for their turn in a second and in two. */
async function twoWaiting() {
  const throttle = new RequestThrottle(slow);
  (await throttle.acquire()).release();
  await time.advance(0);
  const stop = new AbortController();
  const owner = {};
  const waiting = [1, 2].map(() => throttle.acquire({ signal: stop.signal, owner }));
  return { throttle, stop, owner, ends: Promise.allSettled(waiting) };
}

describe('a throttle keeps a program alive', () => {
  test('by one timer, however many calls wait', async () => {
    const { throttle, ends } = await twoWaiting();
    expect(time.pending).toHaveLength(1);
    await time.advance(1000);
    expect(throttle.stats()).toMatchObject({ sent: 2, queued: 1 });
    expect(time.pending).toHaveLength(1);
    await time.advance(1000);
    expect(throttle.stats()).toMatchObject({ sent: 3, queued: 0 });
    expect(time.pending).toHaveLength(0);
    await ends;
  });

  test('by no timer if all calls left, by their signal or their owner', async () => {
    const aborted = await twoWaiting();
    aborted.stop.abort();
    expect(time.pending).toHaveLength(0);
    const released = await twoWaiting();
    released.throttle.release({}, 'of others');
    expect(time.pending).toHaveLength(1);
    released.throttle.release(released.owner, 'over');
    expect(time.pending).toHaveLength(0);
    await Promise.all([aborted.ends, released.ends]);
  });

  test('by no timer if all calls went sooner because limits rose', async () => {
    const { throttle, ends } = await twoWaiting();
    throttle.limits = fast;
    expect(throttle.stats()).toMatchObject({ sent: 3, queued: 0, requestsPerSecond: 1000 });
    expect(time.pending).toHaveLength(0);
    await ends;
  });
});

test('a call that goes at once leaves no listener on its signal', async () => {
  const { signal } = new AbortController();
  await new RequestThrottle(slow).acquire({ signal });
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('a connection kept ready for a call that left counts for no call when there are to be fewer', async () => {
  const throttle = new RequestThrottle({ ...slow, connections: 2 });
  await throttle.acquire();
  const stop = new AbortController();
  const leaving = throttle.acquire({ signal: stop.signal });
  stop.abort('left');
  await expect(leaving).rejects.toBe('left');
  throttle.limits = { ...fast, connections: 1 };
  void throttle.acquire();
  expect(throttle.stats()).toMatchObject({ running: 1, queued: 1 });
});

test('a call that leaves without a connection gives none back', async () => {
  const throttle = new RequestThrottle({ ...fast, connections: 1 });
  await throttle.acquire();
  const owner = {};
  const leaving = throttle.acquire({ owner });
  throttle.release(owner, 'left');
  await expect(leaving).rejects.toBe('left');
  void throttle.acquire();
  expect(throttle.stats()).toMatchObject({ running: 1, queued: 1 });
});

test('a lower burst that a refusal follows lets no call wait for all that went before it', async () => {
  const throttle = new RequestThrottle({ ...slow, burst: 10, connections: 20 });
  const calls = Array.from({ length: 10 }, () => throttle.acquire());
  await Promise.all(calls);
  throttle.limits = { ...slow, connections: 20 };
  void throttle.acquire();
  await time.advance(1);
  throttle.rateLimited();
  await time.advance(2000);
  expect(throttle.stats()).toMatchObject({ sent: 11, queued: 0 });
});

describe('a throttle', () => {
  test('may be forgotten if no call used it, or its bucket has drained', async () => {
    const throttle = new RequestThrottle(slow);
    expect(throttle.isIdle()).toBe(true);
    (await throttle.acquire()).release();
    await time.advance(0);
    expect(throttle.isIdle()).toBe(false);
    await time.advance(1000);
    expect(throttle.isIdle()).toBe(true);
  });

  test('may not be forgotten while a call runs, although its bucket has drained', async () => {
    const throttle = new RequestThrottle(slow);
    const permit = await throttle.acquire();
    await time.advance(10_000);
    expect(throttle.isIdle()).toBe(false);
    permit.release();
    await time.advance(0);
    expect(throttle.isIdle()).toBe(true);
  });

  test('may not be forgotten while a call waits whose turn has come, but whose timer is late', async () => {
    const { throttle, stop, ends } = await twoWaiting();
    time.oversleep(60_000);
    expect(throttle.isIdle()).toBe(false);
    stop.abort();
    expect(throttle.isIdle()).toBe(true);
    await ends;
  });

  test('may not be forgotten within a minute of a refusal', async () => {
    const throttle = new RequestThrottle(fast);
    throttle.rateLimited();
    await time.advance(59_999);
    expect(throttle.isIdle()).toBe(false);
    await time.advance(1);
    expect(throttle.isIdle()).toBe(true);
  });
});

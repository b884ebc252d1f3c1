import { beforeEach, expect, test } from 'vitest';
import { type VirtualTime, virtualTime } from '../support/virtual-time.js';
import { createThrottle } from './create-throttle.js';

const limits = { requestsPerSecond: 1000, burst: 1000, connections: 1 };

let time: VirtualTime;
beforeEach(() => {
  time = virtualTime();
});

async function held() {
  const throttle = createThrottle(limits);
  const permit = await throttle.acquire();
  return { throttle, permit, running: () => throttle.stats().running };
}

test('a connection whose body was read counts until undici has put its socket back, three turns later', async () => {
  const turns: (() => void)[] = [];
  time.turn = (callback) => void turns.push(callback);
  const { permit, running } = await held();
  permit.release();
  for (const passed of [0, 1, 2]) {
    expect([passed, running()]).toEqual([passed, 1]);
    turns.shift()?.();
  }
  expect([turns.length, running()]).toEqual([0, 0]);
});

test('a connection whose call was aborted counts until another stands in its place, 300 ms later', async () => {
  const { permit, running } = await held();
  permit.release('aborted');
  permit.release();
  await time.advance(299);
  expect(running()).toBe(1);
  await time.advance(1);
  expect(running()).toBe(0);
});

test('a connection of a page, which limits its sockets by itself, is free at once', async () => {
  time.turn = undefined;
  const { permit, running, throttle } = await held();
  const next = throttle.acquire();
  expect(throttle.stats()).toMatchObject({ running: 1, queued: 1 });
  permit.release('aborted');
  // It waits for no timer and no turn, which this time would not give.
  const granted = await next;
  expect(throttle.stats()).toMatchObject({ running: 1, queued: 0, sent: 2 });
  expect([granted.waited, time.pending]).toEqual([0, []]);
  granted.release();
  expect(running()).toBe(0);
});

test('a free connection is kept ready only while calls wait: the next call gets it', async () => {
  const { throttle, permit } = await held();
  const owner = {};
  const left = throttle.acquire({ owner });
  throttle.release(owner, 'left');
  await expect(left).rejects.toBe('left');
  permit.release();
  await time.advance(0);
  expect(throttle.stats()).toMatchObject({ running: 0, queued: 0 });
  const next = await throttle.acquire();
  expect(throttle.stats()).toMatchObject({ running: 1, sent: 2 });
  next.release();
});

test('a connection is held until it is given back, once: a second time changes nothing', async () => {
  const throttle = createThrottle({ ...limits, connections: 2 });
  const first = await throttle.acquire();
  await throttle.acquire();
  const third = throttle.acquire();
  await time.advance(1000);
  expect(throttle.stats()).toMatchObject({ running: 2, queued: 1 });

  first.release();
  first.release();
  await time.until(third);
  void throttle.acquire();
  await time.advance(1000);
  expect(throttle.stats()).toMatchObject({ running: 2, queued: 1 });
});

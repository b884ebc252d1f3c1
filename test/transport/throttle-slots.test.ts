import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createThrottle } from '../../src/transport/throttle.js';

const limits = { requestsPerSecond: 1000, burst: 1000, connections: 1 };

async function held() {
  const throttle = createThrottle(limits);
  const permit = await throttle.acquire();
  return { throttle, permit, running: () => throttle.stats().running };
}

test('a connection whose answer was read counts until undici has put its socket back, three turns later', async () => {
  const { permit, running } = await held();
  permit.release();
  await turn();
  await turn();
  expect(running()).toBe(1);
  await turn();
  await turn();
  expect(running()).toBe(0);
});

test('one whose answer was given up counts until another stands in its place, 300 ms later', async () => {
  const { permit, running } = await held();
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  permit.release('aborted');
  permit.release();
  await vi.advanceTimersByTimeAsync(299);
  for (let turns = 0; turns < 5; turns++) await turn();
  expect(running()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(running()).toBe(0);
});

test('in a page, which limits its sockets by itself, it is free at once', async () => {
  vi.stubGlobal('setImmediate', undefined);
  onTestFinished(() => void vi.unstubAllGlobals());
  const { permit, running, throttle } = await held();
  const next = throttle.acquire();
  expect(throttle.stats()).toMatchObject({ running: 1, queued: 1 });
  permit.release('aborted');
  expect(throttle.stats()).toMatchObject({ running: 1, queued: 0, sent: 2 });
  (await next).release();
  expect(running()).toBe(0);
});

test('a connection that is free is kept ready for nobody: who comes next has it', async () => {
  const { throttle, permit } = await held();
  const owner = {};
  const left = throttle.acquire({ owner });
  throttle.release(owner, 'left');
  await expect(left).rejects.toBe('left');
  permit.release();
  for (let turns = 0; turns < 5; turns++) await turn();
  expect(throttle.stats()).toMatchObject({ running: 0, queued: 0 });
  const next = await throttle.acquire();
  expect(throttle.stats()).toMatchObject({ running: 1, sent: 2 });
  next.release();
});

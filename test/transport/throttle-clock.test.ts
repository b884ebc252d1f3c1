import { beforeEach, describe, expect, test } from 'vitest';
import type { Throttle } from '../../src/transport/throttle/throttle.js';
import { type VirtualTime, virtualTime } from '../support/virtual-time.js';
import { createThrottle } from './create-throttle.js';

const hour = 3_600_000;
const limits = { requestsPerSecond: 100, burst: 10 };

let time: VirtualTime;
beforeEach(() => {
  time = virtualTime();
});

/** Sends that many, each holding its connection for 10 ms, and gives when each went. */
function send(count: number, throttle: Throttle): Promise<number[]> {
  const times: number[] = [];
  const call = async () => {
    const permit = await throttle.acquire();
    times.push(time.now());
    await time.wait(10);
    permit.release();
  };
  return Promise.all(Array.from({ length: count }, call)).then(() => times);
}

/** The highest level of a strict bucket for these requests. */
function highestLevel(times: readonly number[], perSecond: number): number {
  let level = 0;
  let highest = 0;
  times.forEach((at, index) => {
    const gap = at - (times[index - 1] ?? at);
    level = Math.max(0, level - (gap * perSecond) / 1000) + 1;
    highest = Math.max(highest, level);
  });
  return highest;
}

const duration = (times: readonly number[]) => Math.max(...times) - Math.min(...times);

describe('a changed date of the system', () => {
  test.each([-hour, hour])('by %d ms neither freezes the line nor lets more through', async (step) => {
    const steady = await time.until(send(60, createThrottle(limits)));
    const sending = send(60, createThrottle(limits));
    await time.advance(150);
    time.shiftDate(step);
    const times = await time.until(sending);

    expect(highestLevel(times, limits.requestsPerSecond)).toBeLessThanOrEqual(limits.burst + 1e-9);
    expect(duration(times)).toBeCloseTo(duration(steady));
  });
});

describe('a machine that slept', () => {
  test('lets no more through than the bucket holds', async () => {
    const throttle = createThrottle({ requestsPerSecond: 1, burst: 4 });
    await time.until(send(4, throttle));
    time.oversleep(hour);
    // The first may have reached the server only when its response came, 10 ms later.
    const woken = time.now();
    const times = await time.until(send(6, throttle));
    expect(times.map((at) => at - woken)).toEqual([0, 0, 0, 0, 1010, 2010]);
  });
});

describe('a hidden page', () => {
  test('whose timers fire once a second is served at the full rate, without a burst beyond the bucket', async () => {
    time.tick = 1000;
    time.turn = undefined;
    const times = await time.until(send(75, createThrottle()));

    expect(highestLevel(times, 30)).toBeLessThanOrEqual(29 + 1e-9);
    // 20 connections, each given back at the next tick: as many as the page has sockets, each second.
    expect(duration(times)).toBe(3000);
  });

  test('whose timers fire once a second never exceeds a bucket that is smaller than its connections', async () => {
    time.tick = 1000;
    time.turn = undefined;
    const throttle = createThrottle({ requestsPerSecond: 15, burst: 14 });
    const times: number[] = [];
    // All connections are free when the timer fires.
    const call = async () => {
      (await throttle.acquire()).release();
      times.push(time.now());
    };
    await time.until(Promise.all(Array.from({ length: 70 }, call)));

    expect(highestLevel(times, 15)).toBeLessThanOrEqual(14 + 1e-9);
    expect(duration(times)).toBe(4000);
  });
});

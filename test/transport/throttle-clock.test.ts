import { afterEach, describe, expect, test, vi } from 'vitest';
import { createThrottle, type Throttle } from '../../src/transport/throttle.js';
import { pass } from './bucket-call.js';

const realNow = Date.now;
const realClock = performance.now.bind(performance);
const realTimeout = globalThis.setTimeout;
const hour = 3_600_000;
const limits = { requestsPerSecond: 100, burst: 10 };
/** A call that is noted late, since others have the processor, looks nearer to the next: so many requests' worth. */
const noise = 5;

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function shiftDate(by: () => number): void {
  vi.spyOn(Date, 'now').mockImplementation(() => realNow() + by());
}

/** Sends that many, each holding its connection for a while, and gives when each went. */
async function send(count: number, throttle: Throttle): Promise<number[]> {
  const times: number[] = [];
  const one = async () => {
    const permit = await throttle.acquire();
    times.push(realClock());
    await new Promise((resolve) => realTimeout(resolve, 10));
    permit.release();
  };
  await Promise.all(Array.from({ length: count }, one));
  return times;
}

/** The highest level of a strict bucket for these requests. */
function highestLevel(times: readonly number[], perSecond: number): number {
  let level = 0;
  let highest = 0;
  times.forEach((time, index) => {
    const gap = time - (times[index - 1] ?? time);
    level = Math.max(0, level - (gap * perSecond) / 1000) + 1;
    highest = Math.max(highest, level);
  });
  return highest;
}

function duration(times: readonly number[]): number {
  return Math.max(...times) - Math.min(...times);
}

describe('a stepped clock', () => {
  test.each([-hour, hour])('of %d ms neither freezes the line nor lets more through', async (step) => {
    const throttle = createThrottle(limits);
    await send(15, throttle);
    const sending = send(60, throttle);
    realTimeout(() => shiftDate(() => step), 150);
    const times = await sending;

    expect(highestLevel(times, limits.requestsPerSecond)).toBeLessThan(limits.burst + noise);
    expect(duration(times)).toBeLessThan(5000);
  });

  test('that is another at every reading does neither', async () => {
    shiftDate(() => (Math.random() - 0.5) * 2 * hour);
    const times = await send(40, createThrottle(limits));

    expect(highestLevel(times, limits.requestsPerSecond)).toBeLessThan(limits.burst + noise);
    expect(duration(times)).toBeLessThan(5000);
  });
});

describe('a monotonic clock that', () => {
  test('jumps ahead, as after a sleep, lets no more through than the bucket holds', async () => {
    const throttle = createThrottle({ requestsPerSecond: 1, burst: 4 });
    await send(4, throttle);
    vi.spyOn(performance, 'now').mockImplementation(() => realClock() + hour);
    const started = realClock();
    const times = await send(5, throttle);

    expect(times.filter((time) => time - started < 900)).toHaveLength(4);
  });

  test('goes back, as where a test puts in a fake one, does not freeze the line', async () => {
    const throttle = createThrottle(limits);
    await send(10, throttle);
    vi.spyOn(performance, 'now').mockImplementation(() => realClock() - hour);

    expect(duration(await send(20, throttle))).toBeLessThan(5000);
  });
});

describe('a hidden page', () => {
  test('whose timers fire once a second is served at the full rate, without a burst beyond the bucket', async () => {
    const started = realClock();
    const onNextSecond = (callback: () => void, delay = 0) => {
      const at = Math.ceil((realClock() - started + delay + 1) / 1000) * 1000;
      return realTimeout(callback, started + at - realClock());
    };
    vi.stubGlobal('setTimeout', onNextSecond);
    vi.stubGlobal('setImmediate', undefined);
    const times = await send(75, createThrottle());

    expect(highestLevel(times, 30)).toBeLessThan(29 + noise);
    // A token for each tick would take it 46 s, and what bottleneck makes of a tick, 7.5 of them, 6 s.
    expect(duration(times)).toBeLessThan(5000);
  });
});

describe('fake timers', () => {
  test('that nobody advances do not hold calls back while there are tokens', async () => {
    vi.useFakeTimers();
    try {
      const throttle = createThrottle();
      for (let index = 0; index < 15; index++) await pass(throttle);
      expect(throttle.stats().sent).toBe(15);
    } finally {
      vi.useRealTimers();
    }
  });
});

import { describe, expect, test } from 'vitest';
import { Pacing } from '../../src/transport/throttle/pacing.js';
import { TokenBucket } from '../../src/transport/throttle/token-bucket.js';
import { seeded } from '../support/busy-day.js';

const latency = 20;
const limits = { requestsPerSecond: 30, burst: 29, connections: 20 };

/** A client that sends whenever it may, to a strict bucket, on a clock of numbers: minutes pass at once. */
function client(bucket: { capacity: number; perSecond: number }) {
  const random = seeded(1);
  const pacing = new Pacing(limits);
  const own = new TokenBucket();
  let now = 0;
  let level = 0;
  let arrivedAt = 0;
  const sent: { at: number; refused: boolean }[] = [];
  const underWay: { until: number; epoch: number; refused: boolean }[] = [];
  /** Lets the responses come that are due until then. */
  const receive = (until: number) => {
    while (underWay[0] && underWay[0].until <= until) {
      const { until: at, epoch, refused } = underWay.shift() ?? { until, epoch: 0, refused: false };
      if (refused && pacing.rateLimited(at, undefined)) own.rateLimited();
      pacing.recordEnd(at, epoch);
    }
  };
  return {
    pacing,
    sent,
    get now() {
      return now;
    },
    rest(milliseconds: number) {
      now += milliseconds;
      receive(now);
    },
    /** Sends as many as it may until then; each reaches the server up to `jitter` ms late. */
    sendFor(milliseconds: number, jitter = 0) {
      const end = now + milliseconds;
      for (;;) {
        const delay = Math.max(pacing.pause(now), own.delay(now, pacing.pace(now)));
        const next = Math.min(now + delay, underWay[0]?.until ?? Number.POSITIVE_INFINITY);
        if (next > end) break;
        receive(next);
        if (next < now + delay) {
          now = next;
          continue;
        }
        now = next;
        own.take(now, pacing.pace(now));
        const { epoch } = pacing;
        pacing.recordSent(now);
        const arrival = Math.max(arrivedAt, now + random() * jitter);
        level = Math.max(0, level - ((arrival - arrivedAt) * bucket.perSecond) / 1000);
        arrivedAt = arrival;
        const refused = level + 1 > bucket.capacity + 1e-6;
        if (!refused) level++;
        sent.push({ at: now, refused });
        underWay.push({ until: now + latency, epoch, refused });
      }
      now = end;
    },
  };
}

const refusedOf = (sent: readonly { refused: boolean }[]) => sent.filter(({ refused }) => refused).length;
const sentWithin = (sent: readonly { at: number }[], from: number, milliseconds: number) =>
  sent.filter(({ at }) => at >= from && at < from + milliseconds).length;

describe('after a refusal', () => {
  test('requests go evenly spaced for 60 s, then bursts come back, one request more at a time', () => {
    const user = client({ capacity: 30, perSecond: 30 });
    user.pacing.rateLimited(0, undefined);
    user.sendFor(200);
    user.rest(58_000);
    user.sendFor(1000);
    const gaps = user.sent.slice(1).map(({ at }, index) => at - (user.sent[index]?.at ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThan(33.3);

    user.rest(3000);
    const from = user.now;
    user.sendFor(500);
    expect(sentWithin(user.sent, from, latency)).toBe(1);
    expect(sentWithin(user.sent, from + latency, latency)).toBe(2);
    user.rest(2000);
    user.sendFor(10);
    expect(sentWithin(user.sent, user.now - 10, 10)).toBe(29);
    expect(refusedOf(user.sent)).toBe(0);
  });

  test('the next goes when the pause is over, not when all that was refused would have drained', () => {
    const user = client({ capacity: 6, perSecond: 30 });
    user.sendFor(300);
    expect(refusedOf(user.sent.slice(0, 29))).toBe(23);
    expect(sentWithin(user.sent, latency, 200)).toBeGreaterThan(2);
  });

  test('a server without any burst refuses fewer than 1 in 50 over ten minutes, at four fifths of its rate', () => {
    const user = client({ capacity: 1, perSecond: 30 });
    user.sendFor(600_000, 3);
    expect(refusedOf(user.sent) / user.sent.length).toBeLessThan(0.02);
    expect(user.sent.length).toBeGreaterThan(0.8 * 600 * 30);
  });

  test('a server of a tenth of the rate is found out within seconds', () => {
    const user = client({ capacity: 1, perSecond: 3 });
    user.sendFor(20_000);
    const before = user.sent.length;
    user.sendFor(40_000);
    expect(refusedOf(user.sent.slice(before)) / (user.sent.length - before)).toBeLessThan(0.05);
    expect(user.sent.length - before).toBeGreaterThan(0.7 * 40 * 3);
  });

  test('the spacing narrows slowly back', () => {
    const user = client({ capacity: 1, perSecond: 20 });
    user.sendFor(5000);
    const wide = user.pacing.requestsPerSecond(user.now);
    expect(wide).toBeLessThan(22);

    const free = user.pacing;
    for (let sent = 0; sent < 500; sent++) free.recordSent(user.now);
    expect(free.requestsPerSecond(user.now)).toBeGreaterThan(wide * 1.15);
    for (let sent = 0; sent < 5000; sent++) free.recordSent(user.now);
    expect(free.requestsPerSecond(user.now)).toBeLessThan(30);
  });
});

describe('the pause', () => {
  const pauseAfter = (asked: number | undefined) => {
    const pacing = new Pacing(limits);
    pacing.rateLimited(0, asked);
    return pacing.pause(0);
  };

  test('is that of the `Retry-After` header, at most 30 s', () => {
    expect(pauseAfter(2000)).toBe(2000);
    expect(pauseAfter(86_400_000)).toBe(30_000);
  });

  test.each([undefined, 0, -3, Number.NaN])('is one token long, or half as much more, if the header is %s', (asked) => {
    expect(pauseAfter(asked)).toBeGreaterThanOrEqual(1000 / 30);
    expect(pauseAfter(asked)).toBeLessThan(1.6 * (1000 / 30));
  });

  test('doubles with each refusal in a row, up to 5 s and half as much', () => {
    const pacing = new Pacing(limits);
    const pauses: number[] = [];
    let now = 0;
    for (let refusal = 0; refusal < 12; refusal++) {
      pacing.recordSent(now);
      pacing.rateLimited(now, undefined);
      pacing.recordEnd(now, pacing.epoch - 1);
      pauses.push(pacing.pause(now));
      now += pacing.pause(now);
    }
    expect(pauses[3]).toBeGreaterThan(8 * (1000 / 30));
    expect(pauses.slice(9).every((pause) => pause >= 5000 && pause <= 7500)).toBe(true);
    // With nothing accepted in between it is not the spacing that is wrong.
    expect(pacing.requestsPerSecond(now)).toBeGreaterThan(28);
  });

  test('does not grow with refusals of requests that were on their way when the first refusal came', () => {
    const pacing = new Pacing(limits);
    for (let request = 0; request < 20; request++) pacing.recordSent(0);
    for (let refusal = 0; refusal < 19; refusal++) {
      pacing.rateLimited(refusal, undefined);
      pacing.recordEnd(refusal, 0);
    }
    expect(pacing.pause(0)).toBeLessThan(60);
    expect(pacing.epoch).toBe(1);
  });

  test('does not grow if the same refusal is reported twice', () => {
    const pacing = new Pacing(limits);
    pacing.rateLimited(0, undefined);
    const rate = pacing.requestsPerSecond(0);
    pacing.rateLimited(2000, undefined);

    expect(pacing.epoch).toBe(1);
    expect(pacing.requestsPerSecond(2000)).toBe(rate);
  });
});

describe('the spacing', () => {
  /** Refused at once, and once more after so many that were not. */
  function refusedAfter(sent: number): Pacing {
    const pacing = new Pacing(limits);
    pacing.rateLimited(0, undefined);
    for (let request = 0; request < sent; request++) pacing.recordSent(1000);
    pacing.rateLimited(1000, undefined);
    return pacing;
  }

  test('is a twentieth wider after the first refusal', () => {
    const pacing = new Pacing(limits);
    expect(pacing.rateLimited(0, undefined)).toBe(true);
    expect(pacing.requestsPerSecond(0)).toBeCloseTo(30 / 1.05);
  });

  test.each([
    [2, 1.16],
    [3, 1.16],
    [4, 1.08],
    [9, 1.08],
    [10, 1.04],
    [50, 1.04],
  ])('is wider still where another refusal comes after %i more requests', (sent, widening) => {
    const spacing = Math.max(1.01, 1.05 * 0.9996 ** sent) * widening;
    expect(refusedAfter(sent).requestsPerSecond(1000)).toBeCloseTo(30 / spacing);
  });

  test('ends a minute after the last refusal, and is as wide again after the next', () => {
    const pacing = refusedAfter(3);
    const even = pacing.requestsPerSecond(60_999);
    expect([pacing.isEven(60_999), pacing.isEven(61_000)]).toEqual([true, false]);
    for (let request = 0; request < 1000; request++) pacing.recordSent(61_000);
    expect(pacing.requestsPerSecond(61_000)).toBe(30);
    pacing.rateLimited(61_000, undefined);
    expect(pacing.requestsPerSecond(61_000)).toBeCloseTo(even);
  });

  test('is not widened by a refusal of a request that was on its way, unless the last refusal is long ago', () => {
    const pacing = new Pacing(limits);
    for (let request = 0; request < 3; request++) pacing.recordSent(0);
    pacing.rateLimited(20, undefined);
    pacing.recordEnd(20, 0);
    pacing.recordSent(60);
    const wide = pacing.requestsPerSecond(60);
    expect(pacing.rateLimited(1019, undefined)).toBe(false);
    pacing.recordEnd(1019, 0);
    expect([pacing.epoch, pacing.requestsPerSecond(1019)]).toEqual([1, wide]);
    expect(pacing.rateLimited(1020, undefined)).toBe(true);
    expect(pacing.epoch).toBe(2);
  });
});

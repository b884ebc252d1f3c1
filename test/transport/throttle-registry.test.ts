import { connect } from 'care-platform';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { noThrottle } from '../../src/transport/throttle/no-throttle.js';
import { resetThrottles, shareThrottle } from '../../src/transport/throttle/registry.js';
import { BucketNetwork } from '../support/bucket-network.js';
import { type VirtualTime, virtualTime } from '../support/virtual-time.js';
import { pass } from './bucket-call.js';
import { createThrottle } from './create-throttle.js';

const origin = 'https://app.example.org';
const entries = () =>
  (globalThis as { [key: symbol]: unknown })[Symbol.for('care-platform.throttles')] as Map<string, unknown>;

function logger() {
  const messages: string[] = [];
  return { messages, warn: (message: string) => void messages.push(message) };
}

let time: VirtualTime;
beforeEach(() => {
  time = virtualTime();
  resetThrottles();
});
afterEach(resetThrottles);

describe('connections of one process', () => {
  test('share the throttle of their origin, and no other', () => {
    const one = shareThrottle(origin);
    expect(shareThrottle(origin).throttle).toBe(one.throttle);
    expect(shareThrottle('https://other.example.org').throttle).not.toBe(one.throttle);
  });

  test('do not share it in workerd, where a timer belongs to one request', () => {
    vi.stubGlobal('navigator', { userAgent: 'Cloudflare-Workers' });
    expect(shareThrottle(origin).throttle).not.toBe(shareThrottle(origin).throttle);
  });

  test('share it with a copy of another version, of whose entry only the agreed part is used', () => {
    const throttle = createThrottle();
    const joined: unknown[] = [];
    const entry = {
      join: (wanted: unknown) => {
        joined.push(wanted);
        return { throttle, leave: () => joined.push('left') };
      },
      isIdle: () => false,
    };
    entries().set(origin, entry);
    const share = shareThrottle(origin, { burst: 5 });
    share.leave();

    expect(share.throttle).toBe(throttle);
    expect(joined).toEqual([{ burst: 5 }, 'left']);
  });

  test('share it with a copy of a later version that knows options this one does not', () => {
    const { throttle } = shareThrottle(origin);
    const entry = entries().get(origin) as { join(wanted: unknown, warn: () => void): { throttle: unknown } };
    expect(entry.join({ burst: 5, later: true }, () => {}).throttle).toBe(throttle);
  });
});

describe('connections whose limits differ', () => {
  test('the lowest of each holds', async () => {
    const { throttle } = shareThrottle(origin, { requestsPerSecond: 2.5, connections: 3 });
    shareThrottle(origin, { burst: 7, connections: 2 });
    expect(throttle.stats().requestsPerSecond).toBe(2.5);

    const first = await throttle.acquire();
    const others = Array.from({ length: 8 }, () => throttle.acquire());
    expect(throttle.stats()).toMatchObject({ running: 2, queued: 7 });
    first.release();
    const waits: number[] = [];
    for (const waiting of others) {
      const permit = await time.until(waiting);
      waits.push(permit.waited);
      permit.release();
    }
    // The burst goes as fast as its connections allow, the eighth and ninth when the bucket has drained by so many.
    expect(waits).toEqual([0, 0, 0, 0, 0, 0, 400, 800]);
  });

  test('a connection that asks for more gets a warning that the limit stays', () => {
    shareThrottle(origin, { requestsPerSecond: 20 });
    const { messages, warn } = logger();
    const second = shareThrottle(origin, { requestsPerSecond: 25, burst: 5 }, { warn });

    expect(second.throttle.stats().requestsPerSecond).toBe(20);
    expect(messages).toEqual([expect.stringMatching(/^throttle\.requestsPerSecond .*\b20\b.*\b25\b/)]);
  });

  test('get higher limits when the connection with the lowest leaves, and log it', () => {
    const { messages, warn } = logger();
    const staying = shareThrottle(origin, {}, { warn });
    const leaving = shareThrottle(origin, { requestsPerSecond: 10, burst: 9 });
    expect(staying.throttle.stats().requestsPerSecond).toBe(10);
    leaving.leave();
    leaving.leave();

    expect(staying.throttle.stats().requestsPerSecond).toBe(30);
    const raised = /requestsPerSecond from 10 to 30, throttle\.burst from 9 to 29/;
    expect(messages).toEqual([expect.stringMatching(raised)]);
    shareThrottle(origin, { burst: 29 }).leave();
    expect(messages).toHaveLength(1);
  });

  test('waiting calls go at the higher rate at once if the connection with the lower rate closes', async () => {
    const { throttle } = shareThrottle(origin);
    const leaving = shareThrottle(origin, { requestsPerSecond: 0.01, burst: 1 });
    await pass(throttle);
    const waiting = pass(throttle);
    expect(throttle.stats().queued).toBe(1);
    leaving.leave();
    expect((await time.until(waiting)).waited).toBe(0);
  });

  test('options out of bounds are refused, and leave nothing behind', async () => {
    const given = { baseUrl: origin, token: 'a-token', throttle: { burst: 0 } };
    const problems = [expect.objectContaining({ name: 'throttle.burst' })];
    await expect(connect(given)).rejects.toMatchObject({ name: 'InputError', problems });
    expect(entries().size).toBe(0);
  });
});

describe('throttle: false', () => {
  test('is refused while another connection shares that origin', () => {
    const share = shareThrottle(origin);
    expect(() => shareThrottle(origin, noThrottle())).toThrow(
      expect.objectContaining({
        name: 'InputError',
        problems: [expect.objectContaining({ name: 'throttle' })],
      }),
    );
    expect(() => shareThrottle('https://other.example.org', noThrottle())).not.toThrow();
    share.leave();
    expect(() => shareThrottle(origin, noThrottle())).not.toThrow();
  });

  test('holds nothing back, but counts', async () => {
    const { throttle } = shareThrottle(origin, noThrottle());
    const permits = await Promise.all(Array.from({ length: 100 }, () => throttle.acquire()));
    for (const permit of [...permits.slice(10), ...permits.slice(50)]) permit.release();
    throttle.rateLimited(1000);
    expect(throttle.stats()).toMatchObject({ sent: 100, running: 10, queued: 0, rateLimited: 1 });
    await expect(throttle.acquire({ signal: AbortSignal.abort('no') })).rejects.toBe('no');
  });

  test('is logged for a connection with limits that comes later', () => {
    shareThrottle(origin, noThrottle());
    const { messages, warn } = logger();
    shareThrottle(origin, {}, { warn });
    expect(messages).toEqual([expect.stringContaining('`throttle: false`')]);
  });
});

describe('a throttle of the caller', () => {
  test('is used, and shared with later connections, whose limits are ignored with a warning', () => {
    const own = createThrottle();
    const { messages, warn } = logger();
    expect(shareThrottle(origin, own).throttle).toBe(own);
    expect(shareThrottle(origin, own).throttle).toBe(own);
    expect(shareThrottle(origin, {}, { warn }).throttle).toBe(own);
    expect(messages).toEqual([]);
    expect(shareThrottle(origin, { burst: 5 }, { warn }).throttle).toBe(own);
    expect(messages).toEqual([expect.stringContaining('ignored')]);
  });

  test('is refused while other connections share another one, and accepted once they have left', () => {
    const share = shareThrottle(origin);
    expect(() => shareThrottle(origin, createThrottle())).toThrow('or close them first');
    share.leave();
    const own = createThrottle();
    expect(shareThrottle(origin, own).throttle).toBe(own);
  });

  test('keeps its limits when a connection that shares it leaves, whatever the limits were before', async () => {
    const before = shareThrottle(origin, { burst: 5 });
    await pass(before.throttle);
    before.leave();
    const own = createThrottle();
    const { messages, warn } = logger();
    shareThrottle(origin, own, { warn });
    shareThrottle(origin, own).leave();
    expect(messages).toEqual([]);
  });
});

describe('when the last has left', () => {
  test('nothing is kept if nothing was sent', () => {
    const shares = [shareThrottle(origin), shareThrottle(origin)];
    shares[0]?.leave();
    expect(entries().size).toBe(1);
    shares[1]?.leave();
    expect(entries().size).toBe(0);
    for (const wanted of [noThrottle(), createThrottle()] as const) {
      shareThrottle(origin, wanted).leave();
      expect(entries().size).toBe(0);
    }
  });

  test('requests that still run count for the next connection', async () => {
    const first = shareThrottle(origin, { connections: 1 });
    const permit = await first.throttle.acquire();
    first.leave();
    const second = shareThrottle(origin, { connections: 1 });
    const waiting = second.throttle.acquire();
    await time.advance(20);
    expect(second.throttle.stats()).toMatchObject({ running: 1, queued: 1 });
    permit.release();
    expect((await time.until(waiting)).waited).toBe(20);
  });

  test('requests that were sent count until the bucket has drained, so connecting again gives no second burst', async () => {
    const network = new BucketNetwork(time);
    for (let round = 0; round < 2; round++) {
      const share = shareThrottle(origin);
      const call = async () => {
        const permit = await share.throttle.acquire();
        await network.fetch('/');
        permit.release();
      };
      await time.until(Promise.all(Array.from({ length: 29 }, call)));
      share.leave();
    }
    expect([network.served.length, network.refusals]).toEqual([58, []]);

    await time.advance(1100);
    shareThrottle('https://other.example.org');
    expect([...entries().keys()]).toEqual(['https://other.example.org']);
  });

  test('resetThrottles forgets that too', async () => {
    const share = shareThrottle(origin);
    await pass(share.throttle);
    share.leave();
    expect(entries().size).toBe(1);
    resetThrottles();
    expect(entries().size).toBe(0);
  });
});

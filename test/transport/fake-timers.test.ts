import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createThrottle } from '../../src/transport/throttle.js';
import { connectedTo } from '../support/answering-fetch.js';

describe('timers that a user fakes in a test', () => {
  test.each(['done', 'aborted'] as const)('do not keep the places of calls that ended meanwhile: %s', async (how) => {
    const care = await connectedTo(
      async (_, { signal }) => {
        if (how === 'done') return Response.json({});
        return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      },
      { baseUrl: `https://fake-timers-${how}.example/api/2`, throttle: { connections: 20 } },
    );
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const stop = new AbortController();
    const calls = Array.from({ length: 20 }, () => care.request({ url: 'x' }, { signal: stop.signal }));
    if (how === 'aborted') {
      await vi.waitFor(() => expect(care.throttle.stats().running).toBe(20));
      stop.abort();
    }
    await Promise.allSettled(calls);
    vi.useRealTimers();
    await vi.waitFor(() => expect(care.throttle.stats().running).toBe(0), { timeout: 15_000 });
  });

  test('do not hold calls back', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const throttle = createThrottle({ requestsPerSecond: 1000, burst: 1 });
    for (let call = 0; call < 15; call++) (await throttle.acquire()).release();
    expect(throttle.stats().sent).toBe(15);
  });
});

import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { connectedTo } from '../support/scripted-fetch.js';
import { createThrottle } from './create-throttle.js';

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

  test('do not keep connections, also if microtasks are faked, as Jest does', async () => {
    vi.useFakeTimers({ toFake: ['queueMicrotask', 'setTimeout', 'setImmediate'] });
    onTestFinished(() => void vi.useRealTimers());
    const throttle = createThrottle({ requestsPerSecond: 1000, burst: 1000, connections: 2 });
    for (let call = 0; call < 5; call++) (await throttle.acquire()).release();
    expect(throttle.stats().sent).toBe(5);
    const held = await Promise.all([throttle.acquire(), throttle.acquire()]);
    const waiting = throttle.acquire();
    expect(throttle.stats()).toMatchObject({ running: 2, queued: 1 });

    vi.useRealTimers();
    for (const permit of held) permit.release();
    (await waiting).release();
    expect(throttle.stats()).toMatchObject({ sent: 8, queued: 0 });
  });
});

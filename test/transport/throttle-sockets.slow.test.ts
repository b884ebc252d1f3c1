import { describe, expect, test } from 'vitest';
import { calls } from './bucket-call.js';
import { bucketServer } from './bucket-server.js';
import { createThrottle } from './create-throttle.js';

const fast = { capacity: 1000, perSecond: 1000 };
const unhurried = { requestsPerSecond: 1000, burst: 1000 };

describe('connections, counted by the server, are', () => {
  test('never more than 20 for 330 requests at the documented rate, of which none is refused', async () => {
    await using server = await bucketServer();
    await calls(330, createThrottle(), server.origin);

    expect(server.served).toHaveLength(330);
    expect(server.highestSockets()).toBeLessThanOrEqual(20);
  });

  test('never more than 20 for 200 quick responses: each is given back once its socket can carry the next', async () => {
    await using server = await bucketServer(fast);
    await calls(200, createThrottle(unhurried), server.origin);

    expect(server.highestSockets()).toBeLessThanOrEqual(20);
  });

  test('never more than 20 for 100 bodies that come 300 ms after their headers, and all 20 are used', async () => {
    await using server = await bucketServer({ ...fast, bodyAfter: 300 });
    await calls(100, createThrottle(unhurried), server.origin);

    expect(server.highestSockets()).toBe(20);
  });

  test.each(['before the headers', 'within the body'])('never more than 20 when calls are aborted %s', async (when) => {
    const waits = when === 'before the headers' ? { headersAfter: 500 } : { bodyAfter: 500 };
    await using server = await bucketServer({ ...fast, ...waits });
    const throttle = createThrottle(unhurried);
    const aborted = async () => {
      const permit = await throttle.acquire();
      const controller = new AbortController();
      const timer = setTimeout(() => controller.abort(), 30);
      await fetch(server.origin, { signal: controller.signal })
        .then((response) => response.text())
        .catch(() => undefined);
      clearTimeout(timer);
      permit.release('aborted');
    };
    await Promise.all(Array.from({ length: 60 }, aborted));

    expect(server.highestSockets()).toBeLessThanOrEqual(20);
  });

  test('fewer if `connections` is lower', async () => {
    await using server = await bucketServer({ ...fast, bodyAfter: 20 });
    await calls(40, createThrottle({ ...unhurried, connections: 3 }), server.origin);

    expect(server.highestSockets()).toBe(3);
  });
});

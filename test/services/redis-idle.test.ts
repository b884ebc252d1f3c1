import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freshBudget, take } from './budget.js';
import { startRedis } from './redis.js';
import type { Service } from './service.js';
import { describeWithPrograms } from './suite.js';

/** Sockets that keep the process alive. */
const sockets = () => process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length;
const noSockets = () => vi.waitFor(() => expect(sockets()).toBe(0), { timeout: 3000 });

describeWithPrograms('a budget in Redis without waiting calls', ['redis-server'], () => {
  const budget = freshBudget();
  let server: Service;
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server.stop());

  test('has no socket that keeps the process alive, and can be used again', async () => {
    const one = budget.throttle(server.port);
    await take(one, 2);
    await noSockets();
    await take(one, 2);
    await noSockets();
    expect(one.stats()).toMatchObject({ sent: 4, queued: 0 });
  });

  test('has no such socket once the last waiting call was aborted or removed', async () => {
    const one = budget.throttle(server.port, { requestsPerSecond: 1 });
    await take(one, 1);
    const stop = new AbortController();
    const aborted = one.acquire({ signal: stop.signal }).catch((error: unknown) => error);
    stop.abort(new Error('enough'));
    expect(await aborted).toBe(stop.signal.reason);
    await noSockets();
    const owner = {};
    const takenBack = one.acquire({ owner }).catch((error: unknown) => error);
    const reason = new Error('closed');
    one.release(owner, reason);
    expect(await takenBack).toBe(reason);
    await noSockets();
    await take(one, 1);
  });

  test('has no socket after it was closed in a pause', async () => {
    const one = budget.throttle(server.port);
    await take(one, 1);
    one.rateLimited(20_000);
    const waiting = one.acquire().catch((error: unknown) => error);
    await one.close();
    expect(await waiting).toMatchObject({ name: 'ClosedError' });
    await noSockets();
  });
});

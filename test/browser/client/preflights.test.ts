import type { Application } from 'care-platform';
import { expect, test } from 'vitest';
import { openPlatform } from './platform.ts';

/** Different ones: a browser remembers for some time what it may ask of one URL. */
function reads(care: Application, count: number): Promise<unknown>[] {
  return Array.from({ length: count }, (_, index) => care.clients({ limit: index + 1 }).first());
}

test('preflights count for the platform, so a page sends half as many requests per second', async () => {
  const platform = await openPlatform({ limits: false });
  const care = await platform.connect('applicationManager');
  await Promise.all(reads(care, 60));

  expect((await platform.stats()).requests).toBe(2 * 61);
  expect(care.throttle.stats()).toMatchObject({ sent: 61, rateLimited: 0, requestsPerSecond: 15 });
});

test('a preflight that is refused looks to a page like a failed connection', async () => {
  const platform = await openPlatform({ limits: { requestsPerSecond: 1, burst: 5 } });
  const care = await platform.connect('applicationManager', { throttle: { requestsPerSecond: 30 }, retry: 0 });
  const outcomes = await Promise.allSettled(reads(care, 12));

  expect((await platform.stats()).refused).toBeGreaterThan(0);
  const failures = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason);
  expect(failures.map(({ name }) => name)).toContain('ConnectionError');
  expect(String(failures.find(({ name }) => name === 'ConnectionError'))).toContain('CORS');
});

test('a request that is refused at its preflight arrives later', async () => {
  const platform = await openPlatform({ limits: { requestsPerSecond: 10, burst: 2 } });
  const care = await platform.connect('applicationManager', { retry: 20 });
  const found = await Promise.all(reads(care, 12));

  expect(found.every((client) => client !== undefined)).toBe(true);
  expect((await platform.stats()).refused).toBeGreaterThan(0);
  expect(care.throttle.stats().requestsPerSecond).toBeLessThan(15);
});

test('a connection that fails slows everything down, since it can be a refusal without CORS headers', async () => {
  const platform = await openPlatform();
  const care = await platform.connect('applicationManager', { retry: 1 });
  await platform.close();
  await expect(care.client({ id: 'EHR-1042' })).rejects.toMatchObject({ name: 'ConnectionError', attempts: 2 });

  expect(care.throttle.stats().rateLimited).toBe(2);
  expect(care.throttle.stats().requestsPerSecond).toBeLessThan(15);
});

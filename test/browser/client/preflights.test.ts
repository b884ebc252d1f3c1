import type { Application } from 'care-platform';
import { expect, test } from 'vitest';
import { openPlatform } from './platform.ts';

/** Different ones: a browser remembers for some time what it may ask of one URL. */
function reads(care: Application, count: number): Promise<unknown>[] {
  return Array.from({ length: count }, (_, index) => care.clients({ limit: index + 1 }).first());
}

test('preflights count for the platform, so that a page asks half as much as is allowed: nothing is refused', async () => {
  const platform = await openPlatform();
  const care = await platform.connect('applicationManager');
  await Promise.all(reads(care, 60));

  const { refused, requests } = await platform.stats();
  expect(refused).toBe(0);
  expect(requests).toBe(2 * 61);
  expect(care.throttle.stats()).toMatchObject({ sent: 61, refused: 0 });
});

test('as many at the full rate are refused, which a page sees as a failed connection', async () => {
  const platform = await openPlatform();
  const care = await platform.connect('applicationManager', { throttle: { requestsPerSecond: 30 }, retry: 0 });
  const outcomes = await Promise.allSettled(reads(care, 60));

  expect((await platform.stats()).refused).toBeGreaterThan(0);
  const failures = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason);
  expect(failures.map(({ name }) => name)).toContain('ConnectionError');
  expect(String(failures.find(({ name }) => name === 'ConnectionError'))).toContain('CORS');
});

test('a request that is refused at its preflight arrives later', async () => {
  const platform = await openPlatform({ limits: { burst: 2 } });
  const care = await platform.connect('applicationManager');
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

  expect(care.throttle.stats().refused).toBe(2);
  expect(care.throttle.stats().requestsPerSecond).toBeLessThan(15);
});

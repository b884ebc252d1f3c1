import { expect, test } from 'vitest';
import { beyondStatuses } from './complaints.ts';
import { openPlatform, signedIn, visit } from './portal.ts';

test('a storm of refusals for too many requests is waited out without an error', async () => {
  const platform = await openPlatform();
  const { page, complaints } = await signedIn(platform);
  await platform.requests();
  platform.sandbox.faults.add({ kind: 'response', status: 429, headers: { 'Retry-After': '1' }, times: 3 });
  await visit(page, 'My diary');
  await page.getByRole('article').first().waitFor();
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  // Three refused ones, and what the page asks for anyway.
  expect(await platform.requests(3 + 6)).toHaveLength(3 + 6);
  expect(beyondStatuses(complaints)).toEqual([]);
});

test('a failing platform is reported, and asked again when the user wants it', async () => {
  const platform = await openPlatform();
  const { page, complaints } = await signedIn(platform);
  await platform.requests();
  platform.sandbox.faults.add({ kind: 'html', status: 502, times: 100, path: /diary/ });
  await page.getByRole('navigation').getByRole('link', { name: 'My diary' }).click();
  await page.getByRole('alert').filter({ hasText: 'The platform has a problem' }).waitFor();
  await expect.poll(() => page.getByText('gateway', { exact: false }).count()).toBe(0);
  platform.sandbox.faults.clear();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('article').first().waitFor();
  expect(beyondStatuses(complaints)).toEqual([]);
});

test('the portal shows that it is offline, keeps what was read, and goes on when the connection is back', async () => {
  const platform = await openPlatform();
  const { page, complaints } = await signedIn(platform);
  await visit(page, 'My tasks');
  await platform.requests();
  await page.context().setOffline(true);
  await page.getByText('You are offline.').waitFor();
  await visit(page, 'My planning');
  await expect.poll(() => page.getByRole('heading', { level: 2, name: 'Today' }).isVisible()).toBe(true);
  await page.getByRole('navigation').getByRole('link', { name: 'My diary' }).click();
  await page.getByRole('alert').filter({ hasText: 'There is no connection' }).waitFor();
  await page.context().setOffline(false);
  await page.getByText('You are offline.').waitFor({ state: 'detached' });
  await page.getByRole('article').first().waitFor();
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  expect(beyondStatuses(complaints)).toEqual([]);
});

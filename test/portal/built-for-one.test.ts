import { rmSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { buildPortal, newFolder } from './built-portal.ts';
import { enter, fenna, openPlatform, openPortal } from './portal.ts';
import { serveFiles } from './static-files.ts';

test('built for one installation, the portal reaches that one, no other, and has no invented people', async () => {
  const folder = newFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const files = await serveFiles(folder);
  onTestFinished(() => files.close());
  const origins = [files.origin];
  const platform = await openPlatform({ origins });
  const other = await openPlatform({ origins });
  await buildPortal(folder, platform.server.baseUrl);

  const { page, complaints } = await openPortal({}, files.origin);
  await expect.poll(() => page.getByLabel('Address of the installation').inputValue()).toBe(platform.server.baseUrl);
  await expect.poll(() => page.getByRole('button', { name: /^Sign in as/ }).count()).toBe(0);
  await enter(page, other, fenna(other));
  await page.getByRole('alert').filter({ hasText: 'This portal may not talk to that address' }).waitFor();
  expect(await other.requests()).toEqual([]);
  expect(complaints.some((complaint) => complaint.startsWith('policy: connect-src'))).toBe(true);
  await enter(page, platform, fenna(platform));
  await page.getByRole('heading', { level: 1, name: 'Hello Fenna' }).waitFor();
});

import { expect, inject, test } from 'vitest';
import { save, write } from './diary.ts';
import { openPortal, visit } from './portal.ts';

test('the example needs no server: the sandbox in the service worker responds to every request', async () => {
  const { page, complaints } = await openPortal();
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(inject('portal')) && !url.startsWith('blob:') && !url.startsWith('data:')) elsewhere.push(url);
  });
  await page.getByRole('button', { name: 'Sign in as Fenna Voorbeeld' }).click();
  await page.getByRole('heading', { level: 1, name: 'Hello Fenna' }).waitFor();
  for (const name of ['My tasks', 'My planning', 'Conversations', 'My diary']) await visit(page, name);
  await page.getByRole('article').first().waitFor();
  await write(page, 'Sleep diary');
  await page.getByLabel('Hours of sleep').fill('9');
  await save(page);
  await page.getByText('Your entry has been saved.').waitFor();
  await expect.poll(() => page.getByRole('article').first().innerText()).toMatch(/Hours of sleep\s+9/);

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('status').filter({ hasText: 'You are signed out.' }).waitFor();
  // Someone else, and everything as it was before.
  await page.getByRole('button', { name: 'Sign in as Zoë Proefpersoon' }).click();
  await page.getByRole('heading', { level: 1, name: 'Hello Zoë' }).waitFor();
  await expect.poll(() => page.getByRole('navigation').getByRole('link', { name: 'My diary' }).count()).toBe(0);
  expect(elsewhere).toEqual([]);
  expect(complaints).toEqual([]);
});

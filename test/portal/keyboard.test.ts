import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { picture } from './diary.ts';
import { fenna, openPlatform, openPortal } from './portal.ts';

/** Goes on with Tab until that has the focus: what a screen reader would say of it. */
async function tabTo(page: Page, name: RegExp, key = 'Tab'): Promise<void> {
  const passed: string[] = [];
  for (let steps = 0; steps < 60; steps++) {
    await page.keyboard.press(key);
    const said = await page.evaluate(() => {
      const element = document.activeElement;
      if (element === null) return '';
      const labels =
        element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.labels : null;
      const label = element.getAttribute('aria-label') ?? [...(labels ?? [])].map((one) => one.textContent).join(' ');
      return label || (element.textContent ?? '');
    });
    if (name.test(said)) return;
    passed.push(said);
  }
  throw new Error(`Tab does not lead to ${name}, but to: ${passed.join(' | ')}`);
}

test('everything can be done without a mouse', async () => {
  const platform = await openPlatform();
  const { token, who } = fenna(platform);
  const { page, complaints } = await openPortal();
  const { keyboard } = page;

  await page.getByRole('button', { name: /Sign in as Fenna/ }).waitFor();
  await tabTo(page, /Address of the installation/);
  await keyboard.type(platform.server.baseUrl);
  await tabTo(page, /^Token/);
  await keyboard.type(token);
  await tabTo(page, /Your own URL/);
  await keyboard.type(who);
  await keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Hello Fenna' }).waitFor();

  for (const name of ['My tasks', 'My planning', 'Conversations']) {
    await tabTo(page, new RegExp(`^${name}$`), 'Shift+Tab');
    await keyboard.press('Enter');
    const heading = page.getByRole('heading', { level: 1, name });
    await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true);
  }
  // From the new ones to all of them.
  await tabTo(page, /^New$/);
  await keyboard.press('ArrowRight');
  await page.getByRole('heading', { level: 2, name: 'Welcome' }).waitFor();

  await tabTo(page, /^My diary$/, 'Shift+Tab');
  await keyboard.press('Enter');
  await page.getByRole('article').first().waitFor();
  await tabTo(page, /^Write in my diary$/);
  await keyboard.press('Enter');
  await page.getByLabel('Date and time').waitFor();
  await tabTo(page, /^Good$/);
  await keyboard.press('ArrowDown');
  await keyboard.press('ArrowDown');
  const chosen = page.waitForEvent('filechooser');
  await tabTo(page, /^Tension/);
  await keyboard.press('ArrowRight');
  await tabTo(page, /^What happened/);
  await keyboard.type('Only keys');
  await tabTo(page, /Choose a picture/);
  await keyboard.press('Enter');
  await (await chosen).setFiles(picture);
  await page.getByRole('img', { name: 'The picture you chose' }).waitFor();
  await tabTo(page, /^Save$/);
  await keyboard.press('Enter');
  await page.getByText('Your entry has been saved.').waitFor();
  const entry = page.getByRole('article').first();
  await expect.poll(() => entry.innerText()).toMatch(/Bad[\s\S]*Tension\s+6[\s\S]*Only keys/);
  await tabTo(page, /The numbers as a table/);
  await keyboard.press('Enter');
  await page.getByRole('table').waitFor();

  await tabTo(page, /^Skip to the content$/, 'Shift+Tab');
  await keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');
  await tabTo(page, /^Dark colours$/, 'Shift+Tab');
  await keyboard.press('Space');
  await expect.poll(() => page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark');
  await tabTo(page, /^Sign out$/);
  await keyboard.press('Enter');
  await page.getByRole('status').filter({ hasText: 'You are signed out.' }).waitFor();
  expect(complaints).toEqual([]);
});

import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { violations } from '../support/accessibility.ts';
import { openPlatform, openPortal, signedIn } from './portal.ts';

const words = {
  en: {
    pages: ['Overview', 'My tasks', 'My planning', 'Conversations', 'My diary'],
    save: 'Save',
    write: 'Write in my diary',
  },
  nl: {
    pages: ['Overzicht', 'Mijn taken', 'Mijn planning', 'Gesprekken', 'Mijn dagboek'],
    save: 'Bewaren',
    write: 'Schrijf in mijn dagboek',
  },
} as const;

const names = ['overview', 'tasks', 'planning', 'conversations', 'diary'];

/** A picture of the page as it is now, and what axe finds wrong with it. */
async function checked(page: Page, name: string): Promise<void> {
  await page.getByRole('status', { name: /Loading|Laden/ }).waitFor({ state: 'detached' });
  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot({ path: `reports/portal/${name}.png`, fullPage: true });
  expect.soft(await violations(page), name).toEqual([]);
}

describe.each(['light', 'dark'] as const)('in %s colours', (colorScheme) => {
  test.each(['en', 'nl'] as const)('no page breaks a rule of accessibility in %s', async (language) => {
    const { pages, save, write } = words[language];
    const file = (name: string) => `${name}-${language}-${colorScheme}`;
    const platform = await openPlatform();
    const { page } = await signedIn(platform, undefined, { colorScheme });
    await page.getByLabel(/Language/).selectOption(language);
    for (const [index, name] of pages.entries()) {
      await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
      if (names[index] === 'diary') await page.getByRole('article').first().waitFor();
      await checked(page, file(names[index] ?? name));
    }
    await page.getByRole('link', { name: write }).click();
    await page.getByRole('button', { name: save, exact: true }).click();
    await page.getByRole('alert').waitFor();
    await page.locator('summary').click();
    await checked(page, file('diary-form'));
  });

  test('the sign-in page has no violation', async () => {
    const { page } = await openPortal({ colorScheme });
    await page.getByRole('button', { name: /Sign in as Fenna/ }).waitFor();
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await checked(page, `sign-in-en-${colorScheme}`);
    await page.getByLabel('Language').selectOption('nl');
    await checked(page, `sign-in-nl-${colorScheme}`);
  });
});

test('on a telephone every page fits, and the diary can be written', async () => {
  const platform = await openPlatform();
  const viewport = { width: 360, height: 740 };
  const { page } = await signedIn(platform, undefined, { viewport, hasTouch: true, isMobile: true });
  for (const [index, name] of words.en.pages.entries()) {
    await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
    if (names[index] === 'diary') await page.getByRole('link', { name: words.en.write }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('status', { name: 'Loading…' }).waitFor({ state: 'detached' });
    await page.evaluate(() => scrollTo(0, 0));
    await page.screenshot({ path: `reports/portal/${names[index]}-telephone.png`, fullPage: true });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect.soft(width, name).toBeLessThanOrEqual(360);
  }
});

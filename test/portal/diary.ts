import type { Locator, Page } from 'playwright-core';
import { openPlatform, type Platform, signedIn, visit } from './portal.ts';

/** A file as a person chooses it: a PNG of one grey pixel. */
export const picture = {
  name: 'garden.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
    'base64',
  ),
};

export interface OpenDiary {
  readonly platform: Platform;
  readonly page: Page;
  readonly complaints: readonly string[];
  readonly entries: Locator;
}

/** Fenna's diary, read at noon: the days that a chart has depend on the hour. */
export async function openDiary(): Promise<OpenDiary> {
  const start = new Date();
  start.setUTCHours(11, 0, 0, 0);
  const platform = await openPlatform({ start });
  const { page, complaints } = await signedIn(platform);
  await page.clock.setFixedTime(start);
  await visit(page, 'My diary');
  await platform.requests();
  return { platform, page, complaints, entries: page.getByRole('article') };
}

/** Opens the form of one of the diaries. */
export async function write(page: Page, diary: 'Mood diary' | 'Sleep diary'): Promise<void> {
  await page.getByRole('link', { name: 'Write in my diary' }).click();
  await page.getByLabel('Date and time').waitFor();
  await page.getByRole('form').getByText(diary, { exact: true }).click();
}

export async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
}

/** What has the focus: the label of an input, else its text; empty where nothing has it. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) return '';
    const isInput = activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement;
    const labels = isInput ? [...(activeElement.labels ?? [])] : [];
    return labels.map((label) => label.innerText).join(' ') || (activeElement.textContent ?? '');
  });
}

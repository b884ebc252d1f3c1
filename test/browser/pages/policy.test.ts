import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, inject, test } from 'vitest';
import { openPage } from './chromium-page.ts';
import { signIn } from './sign-in.ts';

const strict = (platform: string) => `default-src 'none'; script-src 'self'; connect-src ${platform}`;
const trusted = (platform: string) => `${strict(platform)}; require-trusted-types-for 'script'; trusted-types 'none'`;

/** What is loaded on first use is loaded by the page itself, under the same policy. */
const scriptsOf = (page: Page) =>
  page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).length);

describe.each([
  ['a strict content security policy', strict],
  ['one that asks for trusted types too', trusted],
])('under %s', (_, policy) => {
  test('a page does everything, and breaches nothing', async () => {
    const opened = await openPage('portal.html', { policy });
    const before = await scriptsOf(opened.page);
    const done = await signIn(opened);

    expect(await scriptsOf(opened.page)).toBeGreaterThan(before);
    expect(done).toMatchObject({
      client: { name: 'Fenna Voorbeeld', tasks: 3, charts: 1, parsed: false, problems: 2, picture: 67 },
      officer: { csv: 12, json: 12 },
    });
    expect(done.client?.days).toBe(done.client?.events);
    expect(opened.web.reports).toEqual([]);
    expect(opened.reported.filter((line) => /uncaught|policy|refused|violat/i.test(line))).toEqual([]);
  });

  test('a page that makes code of text is found out', async () => {
    const { page, web } = await openPage('offence.html', { policy });
    const output = await page.locator('output:not(:empty)').textContent();
    const refused: string[] = JSON.parse(output ?? '');

    expect(refused).toEqual(policy === trusted ? ['Function', 'eval', 'markup'] : ['Function', 'eval']);
    await expect.poll(() => web.reports.length).toBeGreaterThanOrEqual(refused.length);
  });
});

test('the files of a page hold no eval, no Function of text and no require', () => {
  const made = /\beval\b|\bFunction\s*\(|\brequire\b/;
  const files = globSync(join(inject('site'), '*.js')).filter((file) => !file.endsWith('offence.js'));
  const offending = files.filter((file) => made.test(readFileSync(file, 'utf8')));

  expect(files.length).toBeGreaterThan(2);
  expect(offending).toEqual([]);
  expect(readFileSync(join(inject('site'), 'offence.js'), 'utf8')).toMatch(made);
});

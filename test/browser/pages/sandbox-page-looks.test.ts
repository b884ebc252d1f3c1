import { describe, expect, test } from 'vitest';
import { violations } from '../../support/accessibility.ts';
import { openSandbox, openSandboxPage } from './sandbox-page.ts';

describe.each(['light', 'dark'] as const)('in %s colours', (colorScheme) => {
  test.each([1280, 360])('a page of %d pixels breaks no rule of accessibility, and fits', async (width) => {
    const opened = await openSandbox();
    const { sandbox } = opened;
    const viewport = { width, height: 900 };
    const { page, complaints } = await openSandboxPage(opened, { colorScheme, viewport, reducedMotion: 'reduce' });
    const outage = { kind: 'html', status: 503, path: /^\/p\//, for: { minutes: 5 } } as const;
    sandbox.faults.add(outage, { kind: 'drop', when: 'after', method: 'POST' });
    for (const path of ['/c/items?limit=5', '/p/items', '/none', '/aux/client/id/EHR-1042']) await opened.ask(path);
    const person = { last_name: 'Voorbeeld', active: true, gender: 'f', date_of_birth: '1990-01-15' };
    for (const first_name of ['Nova', 'Ada']) {
      const fields = { ...person, first_name, email: `${first_name.toLowerCase()}@mail.example`, shoe_size: 39 };
      await opened.ask('/c', fields);
    }
    await page.getByRole('row', { name: /welcome ada/ }).waitFor();
    await page.screenshot({ path: `reports/browser/sandbox-${colorScheme}-${width}.png`, fullPage: true });
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(complaints).toEqual([]);
  });
});

test('new rows move only for those who do not mind', async () => {
  const opened = await openSandbox();
  await opened.ask('/c/items');
  const animations = async (reducedMotion: 'reduce' | 'no-preference') => {
    const { page } = await openSandboxPage(opened, { reducedMotion });
    await page.getByText('GET /c/items').first().waitFor();
    expect(await page.locator('.fresh').count()).toBe(0);
    await opened.ask('/p/items');
    const newest = page.locator('tr.fresh', { hasText: '/p/items' });
    await newest.waitFor();
    return newest.evaluate((row) => getComputedStyle(row).animationName);
  };
  expect(await animations('no-preference')).toBe('fresh');
  expect(await animations('reduce')).toBe('none');
});

import { describe, expect, test } from 'vitest';
import { fenna, openPlatform, signedIn, visit } from './portal.ts';

test('each page asks for what it shows, once', async () => {
  const platform = await openPlatform();
  const { page, complaints } = await signedIn(platform);
  await platform.requests();
  await visit(page, 'My tasks');
  await visit(page, 'My planning');
  // Both were on the overview.
  expect(await platform.requests()).toEqual([]);
  await visit(page, 'Conversations');
  expect(await platform.requests()).toEqual([]);
  await visit(page, 'My diary');
  const diary = 'GET client/diary/entries/items';
  // Three icons and the one picture that is on the page.
  expect(await platform.requests(6)).toEqual([diary, diary, 'GET file', 'GET file', 'GET file', 'GET file']);
  await page.getByRole('link', { name: 'Write in my diary' }).click();
  await page.getByLabel('Date and time').waitFor();
  expect(await platform.requests(1)).toEqual(['GET client/diary/configuration']);
  await visit(page, 'Overview', 'Hello Fenna');
  for (const name of ['My tasks', 'My planning', 'Conversations', 'My diary']) await visit(page, name);
  expect(await platform.requests()).toEqual([]);
  expect(complaints).toEqual([]);
});

test('tasks lead to the platform, in a new tab that gets no referrer', async () => {
  const { page } = await signedIn(await openPlatform());
  await visit(page, 'My tasks');
  const links = page.getByRole('main').getByRole('link');
  await expect.poll(() => links.count()).toBe(3);
  for (const link of await links.all()) {
    await expect.poll(() => link.getAttribute('target')).toBe('_blank');
    await expect.poll(() => link.getAttribute('rel')).toContain('noreferrer');
    await expect.poll(() => link.getAttribute('href')).toMatch(/^http/);
  }
  await expect.poll(() => links.first().innerText()).toMatch(/^Do this\s*: .+ \(opens in a new tab\)$/);
});

test('the planning shows what comes, more of it when asked, and saves it as a calendar', async () => {
  const platform = await openPlatform();
  const { page } = await signedIn(platform);
  await visit(page, 'My planning');
  const main = page.getByRole('main');
  const days = main.getByRole('heading', { level: 2 });
  await expect.poll(() => days.first().innerText()).toBe('Today');
  // A daily series: each day of two weeks.
  await expect.poll(() => days.count()).toBe(14);
  await page.getByRole('button', { name: 'Show more weeks' }).click();
  await expect.poll(() => days.count()).toBe(28);
  await expect.poll(() => main.getByText('Look back').count()).toBe(0);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as calendar file' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('planning.ics');
});

test('conversations show what is new, and the others when asked', async () => {
  const { page } = await signedIn(await openPlatform());
  await visit(page, 'Conversations');
  const subjects = page.getByRole('main').getByRole('heading', { level: 2 });
  await expect
    .poll(() => subjects.allInnerTexts())
    .toEqual(['After the session', 'Session now', 'Video appointment', 'Homework of this week']);
  await expect.poll(() => page.getByText('2 unread messages').isVisible()).toBe(true);
  await page.getByText('All', { exact: true }).click();
  await expect.poll(() => subjects.count()).toBe(6);
});

describe('parts without access are absent, not broken', () => {
  test('a client without a diary sees no diary', async () => {
    const platform = await openPlatform();
    const { control } = platform.sandbox;
    const key = control.users('client').find(({ id }) => id === 'EHR-1044')?.key ?? '';
    const { page, complaints } = await signedIn(platform, { token: control.issueToken(key), who: 'EHR-1044' });
    await page.getByRole('heading', { level: 1, name: 'Hello Zoë' }).waitFor();
    await expect.poll(() => page.locator('a[href*="diary"]').count()).toBe(0);
    await expect
      .poll(() => page.getByRole('navigation').getByRole('link').allInnerTexts())
      .toEqual(['Overview', 'My tasks', 'My planning', 'Conversations']);
    // Not by its address either.
    await page.evaluate(() => {
      location.hash = '#/diary';
    });
    await page.getByRole('heading', { level: 1, name: 'This is not part of your portal' }).waitFor();
    expect((await platform.requests()).filter((request) => request.includes('diary'))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('a friend has a few pages', async () => {
    const platform = await openPlatform();
    const { control, tokens } = platform.sandbox;
    const path = control.users('friend')[0]?.path ?? '';
    const person = { token: tokens.friend, who: `${platform.server.baseUrl}${path}` };
    const { page, complaints } = await signedIn(platform, person);
    const pages = await page.getByRole('navigation').getByRole('link').allInnerTexts();
    expect(pages).toEqual(['Overview', 'My tasks', 'My planning']);
    await visit(page, 'My tasks');
    await visit(page, 'My planning');
    expect(complaints).toEqual([]);
  });
});

test('the language changes at once, everywhere, and asks for nothing', async () => {
  const platform = await openPlatform();
  const { page } = await signedIn(platform, fenna(platform));
  await visit(page, 'My diary');
  await platform.requests();
  await page.getByLabel('Language').selectOption('Nederlands');
  await page.getByRole('heading', { level: 1, name: 'Mijn dagboek' }).waitFor();
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('nl');
  await expect.poll(() => page.title()).toBe('Mijn dagboek · Mijn zorgportaal');
  const navigation = page.getByRole('navigation', { name: 'Pagina’s' });
  await expect
    .poll(() => navigation.getByRole('link').allInnerTexts())
    .toEqual(['Overzicht', 'Mijn taken', 'Mijn dagboek', 'Mijn planning', 'Gesprekken']);
  expect(await platform.requests()).toEqual([]);
});

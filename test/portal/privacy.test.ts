import type { Page, Request } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { picture, save, write } from './diary.ts';
import { fenna, openPlatform, signedIn, visit } from './portal.ts';

/** Whatever a browser keeps for a page beyond its life. */
function kept(page: Page) {
  return page.evaluate(async () => ({
    local: { ...localStorage },
    session: { ...sessionStorage },
    cookies: document.cookie,
    databases: (await indexedDB.databases()).map(({ name }) => name),
    // The service worker of the example notes the ids of its tabs when it starts again; a portal for one installation has none.
    caches: (await caches.keys()).filter((name) => !name.startsWith('msw:active-clients:')),
    name: window.name,
    history: String(history.state),
  }));
}

const nothing = {
  local: {},
  session: {},
  cookies: '',
  databases: [],
  caches: [],
  name: '',
  history: 'null',
};

test('nothing of a visit is left in storage, caches, addresses, titles, referrers or the console', async () => {
  const platform = await openPlatform();
  const { sandbox, server } = platform;
  const { page } = await signedIn(platform);
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  const addresses: string[] = [];
  const titles: string[] = [];
  page.on('framenavigated', (frame) => addresses.push(frame.url()));
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));

  for (const name of ['My tasks', 'My planning', 'Conversations', 'My diary']) {
    await visit(page, name);
    titles.push(await page.title());
  }
  await write(page, 'Mood diary');
  await page.getByRole('radio', { name: 'Good', exact: true }).check();
  await page.getByLabel('What happened?').fill('Between me and my diary');
  await page.locator('input[type=file]').setInputFiles(picture);
  await save(page);
  await page.getByText('Your entry has been saved.').waitFor();
  await page.getByLabel('Language').selectOption('Nederlands');
  await page.getByRole('button', { name: 'Donkere kleuren' }).click();
  expect(await kept(page)).toEqual(nothing);
  addresses.push(page.url());

  // What the page asked the platform for: never with a referrer, a cookie, or the token in an address.
  const { token } = fenna(platform);
  const calls = requests.filter((request) => request.url().startsWith(server.url));
  expect(calls.length).toBeGreaterThan(5);
  for (const request of requests) {
    const headers = await request.allHeaders();
    expect(headers.referer ?? '').toBe('');
    expect(headers.cookie).toBeUndefined();
    expect(request.url()).not.toContain(token);
    expect(new URL(request.url()).search).not.toMatch(/Fenna|EHR/);
  }
  // The portal's own origin got nothing but requests for its files.
  const own = requests.filter((request) => request.url().startsWith(inject('portal')));
  for (const request of own) {
    expect(request.method()).toBe('GET');
    expect((await request.allHeaders()).authorization).toBeUndefined();
  }

  await page.getByRole('button', { name: 'Uitloggen' }).click();
  await page.getByRole('status').filter({ hasText: 'Je bent uitgelogd.' }).waitFor();
  expect(await kept(page)).toEqual(nothing);
  expect(await page.context().cookies()).toEqual([]);
  const secrets = [
    token,
    'Fenna',
    'Voorbeeld',
    'EHR-1042',
    'Between me',
    ...sandbox.control.users().map(({ key }) => key),
  ];
  const traces = [...addresses, ...titles, ...said].join('\n');
  for (const secret of secrets) expect(traces).not.toContain(secret);
  expect(await page.content()).not.toContain('Between me');
});

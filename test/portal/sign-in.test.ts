import { expect, test } from 'vitest';
import { beyondStatuses } from './complaints.ts';
import { enter, fenna, openPlatform, openPortal, signedIn, visit } from './portal.ts';

test('a user signs in with a token and an external id, and each page requests only what it shows', async () => {
  const platform = await openPlatform();
  const { page, complaints } = await signedIn(platform);
  await page.getByRole('heading', { level: 1, name: 'Hello Fenna' }).waitFor();
  // Who it is and their picture, and the overview. A list that comes in batches has ended when nothing more comes.
  expect((await platform.requests()).toSorted()).toEqual([
    'GET /',
    'GET /aux/client/id/EHR-1042',
    'GET client/conversations',
    'GET client/conversations',
    'GET client/planning/items',
    'GET client/tasks/items',
    'GET file',
  ]);
  expect(complaints).toEqual([]);
});

test('a user signs in with a token and the own URL', async () => {
  const platform = await openPlatform();
  const { path } = platform.sandbox.control.user(platform.sandbox.control.users('client')[0]?.key ?? '');
  const { page } = await signedIn(platform, { ...fenna(platform), who: `${platform.server.baseUrl}${path}` });
  await page.getByRole('heading', { level: 1, name: 'Hello Fenna' }).waitFor();
});

test('a wrong token is reported, and the field has the message', async () => {
  const platform = await openPlatform();
  const { page, complaints } = await openPortal();
  await enter(page, platform, { token: 'wrong', who: 'EHR-1042' });
  await page.getByRole('alert').filter({ hasText: 'This token is not valid' }).waitFor();
  await expect.poll(() => page.getByLabel(/^Token/).getAttribute('aria-invalid')).toBe('true');
  expect(await platform.requests(1)).toHaveLength(1);
  expect(beyondStatuses(complaints)).toEqual([]);
});

test('empty fields are reported at the fields, and nothing is sent', async () => {
  const { page } = await openPortal();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect.poll(() => page.getByText('Please fill this in.').count()).toBe(3);
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('baseUrl');
});

test('a URL of another place gets neither a request nor the token', async () => {
  const platform = await openPlatform();
  const other = await openPlatform();
  const { page } = await openPortal();
  await enter(page, platform, { ...fenna(platform), who: `${other.server.baseUrl}/c/1` });
  await page.getByRole('alert').filter({ hasText: 'That is the address of another place' }).waitFor();
  expect(await other.requests()).toEqual([]);
});

test('a professional sees that the portal is for others', async () => {
  const platform = await openPlatform();
  const { control, tokens } = platform.sandbox;
  const { path } = control.users('professional')[0] ?? {};
  const { page } = await openPortal();
  await enter(page, platform, { token: tokens.professional, who: `${platform.server.baseUrl}${path}` });
  await page.getByRole('alert').filter({ hasText: 'This portal is for clients' }).waitFor();
});

test('after signing in the page can reach that installation and no other', async () => {
  const platform = await openPlatform();
  const other = await openPlatform();
  const { page, complaints } = await signedIn(platform);
  const outcome = await page.evaluate(
    (url) =>
      fetch(url).then(
        () => 'reached',
        () => 'blocked',
      ),
    other.server.baseUrl,
  );
  expect(outcome).toBe('blocked');
  await expect.poll(() => complaints.filter((one) => one.startsWith('policy: connect-src'))).toHaveLength(1);
});

test('signing out forgets everything, and shows that', async () => {
  const platform = await openPlatform();
  const { page } = await signedIn(platform);
  await visit(page, 'My diary');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('status').filter({ hasText: 'You are signed out.' }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  await expect.poll(() => page.getByRole('navigation').count()).toBe(0);
  await expect.poll(() => page.getByLabel(/^Token/).inputValue()).toBe('');
});

test('loading the page again signs out, and the same page is there after signing in again', async () => {
  const platform = await openPlatform();
  const { page } = await signedIn(platform);
  await visit(page, 'My tasks');
  await page.reload();
  await page.getByRole('status').filter({ hasText: 'The page was loaded anew' }).waitFor();
  await enter(page, platform, fenna(platform));
  await page.getByRole('heading', { level: 1, name: 'My tasks' }).waitFor();
});

test('a token that ends meanwhile is reported, with the way back to signing in', async () => {
  const platform = await openPlatform();
  const { page } = await signedIn(platform);
  platform.sandbox.control.revokeToken(platform.sandbox.tokens.client);
  await page.getByRole('navigation').getByRole('link', { name: 'My diary' }).click();
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
});

import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { openSandbox, openSandboxPage } from './sandbox-page.ts';

const section = (page: Page, title: string): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

const message = (page: Page) => page.getByRole('status');

/** Goes on with Tab until this has the focus. */
async function tabTo(page: Page, element: Locator): Promise<void> {
  for (let steps = 0; steps < 80; steps++) {
    await page.keyboard.press('Tab');
    if (await element.evaluate((found) => found === document.activeElement)) return;
  }
  throw new Error(`Tab does not lead to ${element}.`);
}

describe.each([
  ['the sources', ''],
  ['the published files', 'sandbox/index.js'],
])('the page of a sandbox from %s', (_, file) => {
  test('shows requests as they come, with their users, statuses and ignored fields', async () => {
    const opened = await openSandbox({ file });
    const { page, complaints } = await openSandboxPage(opened);
    const requests = section(page, 'Requests');
    await requests.getByText('No request has come yet').waitFor();
    await opened.ask('/c/items?limit=3');
    await opened.ask('/configuration/labels', { label: 'Waiting list', colour: 'red' });
    await requests.getByRole('row', { name: 'POST /configuration/labels' }).waitFor();
    const rows = await requests.locator('tbody tr').allInnerTexts();
    expect(rows.map((row) => row.split('\t').map((text) => text.trim()))).toEqual([
      ['09:00:00', 'POST /configuration/labels', '201', 'sandbox-ehr', 'colour'],
      ['09:00:00', 'GET /c/items?limit=3', '200', 'sandbox-ehr', ''],
    ]);
    expect(complaints).toEqual([]);
    // The page itself asks the platform for nothing, not even for an icon.
    expect(opened.sandbox.journal).toHaveLength(2);
  });

  test('moves, sets, freezes and resumes the clock', async () => {
    const opened = await openSandbox({ file });
    const { clock } = opened.sandbox;
    const { page } = await openSandboxPage(opened);
    await page.getByText('Mon 2026-03-02 09:00:00 UTC').waitFor();
    await page.getByRole('button', { name: '+1 hour' }).click();
    await page.getByText('Mon 2026-03-02 10:00:00 UTC').waitFor();
    await page.getByLabel('Set to (UTC)').fill('2030-01-01T12:30:00');
    await page.getByRole('button', { name: 'Set', exact: true }).click();
    await page.getByText('Tue 2030-01-01 12:30:00 UTC').waitFor();
    await page.getByRole('button', { name: 'Let it run' }).click();
    await page.getByText('runs', { exact: true }).waitFor();
    expect(clock.frozen).toBe(false);
    await page.getByRole('button', { name: 'Freeze' }).click();
    await page.getByText('stands still', { exact: true }).waitFor();
    expect(clock.frozen).toBe(true);
  });

  test('adds faults from its form, shows what is left of them, and clears them', async () => {
    const opened = await openSandbox({ file });
    const { page } = await openSandboxPage(opened);
    const faults = section(page, 'Faults');
    await faults.getByLabel('Path', { exact: true }).fill('^/c/');
    await faults.getByLabel('The path is a regular expression').check();
    await faults.getByLabel('Lasts for').selectOption('minutes');
    await faults.getByLabel('How many').fill('2');
    await faults.getByRole('button', { name: 'Add the fault' }).click();
    await faults.getByText('until 2026-03-02 09:02:00 UTC').waitFor();
    expect(await opened.ask('/c/items')).toBe(502);

    await faults.getByLabel('Effect').selectOption('response');
    await faults.getByLabel('Body: JSON').fill('{"code":418}');
    await faults.getByLabel('Status', { exact: true }).fill('418');
    await faults.getByLabel('Path', { exact: true }).fill('/p/items');
    await faults.getByLabel('The path is a regular expression').uncheck();
    await faults.getByLabel('Lasts for').selectOption('times');
    await faults.getByRole('button', { name: 'Add the fault' }).click();
    await faults.getByText('2 requests left').waitFor();
    expect(opened.sandbox.faults.pending).toMatchObject([
      { kind: 'html', status: 502, path: /^\/c\//, for: { minutes: 2 } },
      { kind: 'response', status: 418, body: { code: 418 }, path: '/p/items', times: 2 },
    ]);
    expect(await opened.ask('/p/items')).toBe(418);
    await faults.getByText('1 request left').waitFor();
    await page.getByRole('button', { name: '+10 minutes' }).click();
    await expect.poll(() => faults.getByRole('listitem').count()).toBe(1);
    await faults.getByRole('button', { name: 'Clear all' }).click();
    await faults.getByText('No fault is pending').waitFor();
    expect(opened.sandbox.faults.pending).toEqual([]);
  });
});

test.each([
  ['the published files for CommonJS', 'sandbox/index.cjs'],
  ['a bundle that is minified', 'sandbox-minified.js'],
  ['a bundle that keeps names', 'sandbox-named.js'],
])('the page works from %s', async (_, file) => {
  const opened = await openSandbox({ file });
  const { page, complaints } = await openSandboxPage(opened);
  await opened.ask('/c/items');
  await page.getByText('GET /c/items').waitFor();
  await page.getByRole('button', { name: 'Add the fault' }).click();
  await page.getByText('1 request left').waitFor();
  expect([opened.sandbox.faults.pending.length, complaints]).toEqual([1, []]);
});

test('one fault is removed with its button, by keyboard too', async () => {
  const opened = await openSandbox();
  const { faults } = opened.sandbox;
  faults.add(
    { kind: 'html', times: 9 },
    { kind: 'drop', when: 'after', method: 'POST' },
    { kind: 'html', path: '/p/items' },
  );
  const { page } = await openSandboxPage(opened);
  await page.getByRole('button', { name: 'Remove the fault drop, when after: POST' }).click();
  await message(page).getByText('The fault was removed.').waitFor();
  expect(faults.pending.map(({ id }) => id)).toEqual([1, 3]);
  const first = page.getByRole('button', { name: 'Remove the fault html: any request', exact: true });
  await first.focus();
  expect(await opened.ask('/c/items')).toBe(502);
  await page.getByText('8 requests left').waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => faults.pending.map(({ id }) => id)).toEqual([3]);
  // The button is gone.
  await expect
    .poll(() => page.getByRole('button', { name: 'Clear all' }).evaluate((found) => found === document.activeElement))
    .toBe(true);
});

test('every kind of fault can be added from the form', async () => {
  const opened = await openSandbox();
  const { faults } = opened.sandbox;
  const { page } = await openSandboxPage(opened);
  const effect = page.getByLabel('Effect');
  const kinds = await effect
    .locator('option')
    .evaluateAll((options) => options.map((one) => one.getAttribute('value')));
  for (const [index, kind] of kinds.entries()) {
    await effect.selectOption(kind);
    await page.getByLabel('Lasts for').selectOption('ever');
    await page.getByRole('button', { name: 'Add the fault' }).click();
    await expect.poll(() => faults.pending.length).toBe(index + 1);
  }
  expect(faults.pending.map(({ kind }) => kind)).toEqual(kinds);
  expect(kinds).toHaveLength(9);
});

test('a fault that the sandbox refuses is an alert with its reason', async () => {
  const opened = await openSandbox();
  const { page } = await openSandboxPage(opened);
  await page.getByLabel('Path', { exact: true }).fill('no-slash');
  await page.getByRole('button', { name: 'Add the fault' }).click();
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('`path`');
  expect(opened.sandbox.faults.pending).toEqual([]);
});

test('people are found, their tokens are copied, and new ones are issued', async () => {
  const opened = await openSandbox({ clients: 80 });
  const { page } = await openSandboxPage(opened, { permissions: ['clipboard-read', 'clipboard-write'] });
  const people = section(page, 'People');
  await people.getByText(/^50 of \d+ people\.$/).waitFor();
  await people.getByLabel('Search').fill('ehr-1042');
  await people.getByText('1 people.').waitFor();
  await people.getByRole('button', { name: 'Copy the token client of Fenna Voorbeeld' }).click();
  await message(page).getByText('The token was copied.').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(opened.sandbox.tokens.client);
  await people.getByLabel('Search').fill('EHR-1044');
  await people.getByRole('button', { name: /^Issue a token for/ }).click();
  const token = await people.locator('code', { hasText: 'sandbox-' }).textContent();
  const response = await fetch(opened.server.baseUrl, { headers: { Authorization: `svc-token ${token}` } });
  expect([response.status, Object.values(opened.sandbox.tokens).includes(token ?? '')]).toEqual([200, false]);
});

test('a reset asks first, then restores the start', async () => {
  const opened = await openSandbox();
  const { page } = await openSandboxPage(opened);
  opened.sandbox.clock.advance({ days: 1 });
  await opened.ask('/c/items');
  page.once('dialog', (dialog) => dialog.dismiss());
  await page.getByRole('button', { name: 'Reset everything' }).click();
  expect(opened.sandbox.journal).toHaveLength(1);
  page.once('dialog', (dialog) => dialog.accept());
  await page.getByRole('button', { name: 'Reset everything' }).click();
  await page.getByText('Mon 2026-03-02 09:00:00 UTC').waitFor();
  await page.getByText('No request has come yet').waitFor();
  expect(opened.sandbox.journal).toEqual([]);
});

test('updates can be paused, and a sandbox that ends is reported', async () => {
  const opened = await openSandbox();
  const { page } = await openSandboxPage(opened);
  await page.getByRole('button', { name: 'Pause updates' }).click();
  await opened.ask('/c/items');
  await page.waitForTimeout(2500);
  expect(await page.getByText('GET /c/items').count()).toBe(0);
  await page.getByRole('button', { name: 'Pause updates', pressed: true }).click();
  await page.getByText('GET /c/items').waitFor();
  await opened.server.close();
  await expect.poll(() => page.getByRole('alert').textContent(), { timeout: 15_000 }).toContain('does not respond');
});

test('the clock is moved and a fault is added with the keyboard alone', async () => {
  const opened = await openSandbox();
  const { page } = await openSandboxPage(opened);
  await tabTo(page, page.getByRole('button', { name: '+1 day' }));
  await page.keyboard.press('Enter');
  await page.getByText('Tue 2026-03-03 09:00:00 UTC').waitFor();
  await tabTo(page, page.getByLabel('Effect'));
  await page.keyboard.type('a lost');
  await tabTo(page, page.getByLabel('Path', { exact: true }));
  await page.keyboard.type('/c/items');
  await page.keyboard.press('Enter');
  await page.getByText('1 request left').waitFor();
  expect(opened.sandbox.faults.pending).toMatchObject([{ kind: 'drop', when: 'after', path: '/c/items' }]);
});

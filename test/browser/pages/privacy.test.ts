import { globSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type OpenedPage, openPage } from './chromium-page.ts';
import { signIn } from './sign-in.ts';

/** What is known of the patient, in words that stand nowhere else. */
const facts = {
  first_name: 'Quirinia',
  last_name: 'Zwanevelder',
  email: 'quirinia.zwanevelder@mail.example',
  bsn: '918273645',
  phone_number: '+31-6-9182-7364',
};
const message = 'Zolpidemafbouw bespreken';

async function newProfile(): Promise<string> {
  const profile = await mkdtemp(join(tmpdir(), 'care-platform-profile-'));
  onTestFinished(() => rm(profile, { recursive: true, force: true, maxRetries: 5 }));
  return profile;
}

/** A page with a session behind it, of somebody about whom all that is planted. */
async function afterASession(profile: string): Promise<{ opened: OpenedPage; secrets: string[] }> {
  const opened = await openPage('portal.html', { profile });
  const { sandbox, server } = opened.platform;
  const { control, tokens } = sandbox;
  const [first] = control.users('client');
  const setUp = await fetch(`${server.baseUrl}${first?.path}`, {
    method: 'PATCH',
    headers: { Authorization: `svc-token ${tokens.apiUser}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(facts),
  });
  expect(setUp.ok).toBe(true);
  control.assignTask(first?.key ?? '', { title: message });
  const done = await signIn(opened);
  expect(done.client?.name).toBe('Quirinia Zwanevelder');
  expect(done.officer?.csv).toBe(12);
  return { opened, secrets: [tokens.client, tokens.dataOfficer, ...Object.values(facts), message] };
}

/** The files that hold one of the secrets, in either way in which Chromium writes text. */
function holding(folder: string, secrets: readonly string[]): string[] {
  const needles = secrets.flatMap((secret) => [Buffer.from(secret), Buffer.from(secret, 'utf16le')]);
  return globSync(join(folder, '**'), { exclude: [] }).filter((file) => {
    if (!statSync(file).isFile()) return false;
    const content = readFileSync(file);
    return needles.some((needle) => content.includes(needle));
  });
}

/** All that a page can keep, and what it shows of itself. */
function kept(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const databases = await indexedDB.databases();
    const stores = await caches.keys();
    const { cookie, referrer, title } = document;
    const entries = performance.getEntries().map((entry) => ({ ...entry.toJSON(), name: undefined }));
    const all = { databases, stores, cookie, referrer, title, entries, url: location.href, state: history.state };
    return JSON.stringify({ ...all, local: { ...localStorage }, session: { ...sessionStorage }, name: window.name });
  });
}

const found = (text: string, secrets: readonly string[]) => secrets.filter((secret) => text.includes(secret));

describe('after a session', () => {
  test('the profile on disk (storage, caches, history) has no token and no fact about a patient', async () => {
    const profile = await newProfile();
    const { opened, secrets } = await afterASession(profile);
    await opened.context.close();

    expect(globSync(join(profile, '**')).length).toBeGreaterThan(20);
    expect(holding(profile, secrets)).toEqual([]);
  });

  test('the page keeps, shows and measures no token and no fact about a patient, apart from addresses', async () => {
    const { opened, secrets } = await afterASession(await newProfile());
    const everything = await kept(opened.page);

    expect(found(everything, secrets)).toEqual([]);
    expect(JSON.parse(everything)).toMatchObject({ databases: [], stores: [], cookie: '', local: {}, session: {} });
    // On disk they are encrypted, so that no search would find them.
    expect(await opened.context.cookies()).toEqual([]);
  });

  test('the console has no token and no fact about a patient, although errors and resources were printed', async () => {
    const { opened, secrets } = await afterASession(await newProfile());

    expect(opened.reported.some((line) => line.startsWith('error: '))).toBe(true);
    expect(found(opened.reported.join('\n'), secrets)).toEqual([]);
  });

  test('the headers of requests have the token in its place only, no fact about a patient, and no referrer', async () => {
    const { opened, secrets } = await afterASession(await newProfile());
    const sent = opened.platform.seen.filter(({ headers }) => headers.origin !== undefined);
    const others = sent.map(({ headers: { authorization: _, ...headers } }) => headers);

    expect(sent.length).toBeGreaterThan(20);
    expect(found(JSON.stringify(others), secrets)).toEqual([]);
    expect(others.filter(({ referer, cookie }) => referer !== undefined || cookie !== undefined)).toEqual([]);
  });
});

describe('the search', () => {
  test.each<[string, (secret: string) => Promise<unknown>]>([
    ['localStorage', async (secret) => localStorage.setItem('x', secret)],
    ['a cache', async (secret) => (await caches.open('x')).put('/x', new Response(secret))],
    ['the disk cache', async (secret) => (await fetch(`/bare.js?${secret}`, { cache: 'force-cache' })).text()],
  ])('the check finds a secret in %s', async (_, plant) => {
    const profile = await newProfile();
    const { context, page } = await openPage('bare.html', { profile });
    const secret = 'a-secret-that-is-planted';
    await page.evaluate(plant, secret);
    await context.close();

    expect(holding(profile, [secret]).length).toBeGreaterThan(0);
  });
});

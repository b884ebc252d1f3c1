import { createSandbox, type Sandbox, type SandboxServer } from 'care-platform/sandbox';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { chromiumArguments, chromiumPath } from '../../support/chromium.js';
import { type NextApp, startNextApp } from './nextjs-app.js';

let sandbox: Sandbox;
let server: SandboxServer;
let app: NextApp;

beforeAll(async () => {
  sandbox = createSandbox();
  server = await sandbox.listen();
  app = await startNextApp(inject('tarball'), server.baseUrl);
}, 300_000);
afterAll(async () => {
  await app?.close();
  await server?.close();
}, 300_000);

/** A client with tasks of these titles. */
function addVisitor(...titles: string[]) {
  const { key, path } = sandbox.control.addClient();
  const tasks = titles.map((title) => sandbox.control.assignTask(key, { title }));
  return { key, url: `${server.baseUrl}${path}`, token: sandbox.control.issueToken(key), tasks };
}

/** Sends the form of the first page, as a browser without scripts does. */
async function signIn({ token, url }: { readonly token: string; readonly url: string }): Promise<Response> {
  const page = await (await fetch(app.origin)).text();
  const form = new FormData();
  for (const [, name = ''] of page.matchAll(/<input type="hidden" name="([^"]+)"/g)) form.append(name, '');
  form.append('token', token);
  form.append('url', url);
  return fetch(app.origin, { method: 'POST', body: form, redirect: 'manual', headers: { origin: app.origin } });
}

async function cookieOf(visitor: Parameters<typeof signIn>[0]): Promise<string> {
  const response = await signIn(visitor);
  expect([response.status, response.headers.get('location')]).toEqual([303, '/']);
  const [cookie = ''] = response.headers.getSetCookie();
  expect(cookie).toMatch(/; HttpOnly/);
  return cookie.split(';')[0] ?? '';
}

const read = (cookie: string, headers: Record<string, string> = {}) =>
  fetch(app.origin, { headers: { cookie, ...headers } });

async function requestsOf(work: () => Promise<unknown>): Promise<string[]> {
  const before = sandbox.journal.length;
  await work();
  return sandbox.journal.slice(before).map(({ user, path }) => `${user} ${path.replace(/^\/c\/[^/]+/, '/c/*')}`);
}

test('a server component shows each visitor their own tasks, with two requests of their own', async () => {
  const noor = addVisitor('Read the first chapter', 'Fill in the form');
  const sam = addVisitor('Call the practice');
  const cookies = [await cookieOf(noor), await cookieOf(sam)];
  const pages: string[] = [];
  const requests = await requestsOf(async () => {
    for (const cookie of cookies) pages.push(await (await read(cookie)).text());
  });
  expect(pages[0]).toContain('Read the first chapter');
  expect(pages[0]).not.toContain('Call the practice');
  expect(pages[1]).toContain('Call the practice');
  expect(pages[1]).not.toContain('Read the first chapter');
  expect(requests).toEqual([noor, sam].flatMap(({ key }) => [`${key} /c/*`, `${key} /c/*/tasks/items`]));
});

test('all visitors share one connection, which read the root once and without a token', async () => {
  await cookieOf(addVisitor());
  const roots = sandbox.journal.filter(({ path }) => path === '/' || path === '');
  expect(roots.map(({ user }) => user)).toEqual([null]);
});

test('forty pages at the same time stay within the limits of the platform', async () => {
  const cookies: string[] = [];
  for (const title of ['A', 'B', 'C', 'D']) cookies.push(await cookieOf(addVisitor(title)));
  const before = sandbox.journal.length;
  const pages = await Promise.all(Array.from({ length: 40 }, (_, index) => read(cookies[index % 4] ?? '')));
  expect(
    pages.map(({ status }) => status),
    app.printed(),
  ).toEqual(pages.map(() => 200));
  const statuses = sandbox.journal.slice(before).map(({ status }) => status);
  expect(statuses).toEqual(Array.from({ length: 80 }, () => 200));
});

test('neither a page nor a file for the browser contains a token', async () => {
  const visitor = addVisitor('Read the first chapter');
  const cookie = await cookieOf(visitor);
  const page = await read(cookie);
  const payload = await read(cookie, { rsc: '1' });
  const texts = [cookie, await page.text(), await payload.text(), ...app.clientFiles];
  expect(texts[2]).toContain('Read the first chapter');
  expect(app.clientFiles.length).toBeGreaterThan(3);
  for (const text of texts) {
    expect(text.includes(visitor.token)).toBe(false);
    expect(text).not.toContain('svc-token');
  }
  for (const { headers } of [page, payload]) expect(JSON.stringify([...headers])).not.toContain(visitor.token);
});

test('a wrong token and a wrong address are reported by the class of their error', async () => {
  const { token, url } = addVisitor();
  const locations: unknown[] = [];
  for (const visitor of [
    { token: 'wrong', url },
    { token, url: 'https://other.example/c/1' },
  ]) {
    const response = await signIn(visitor);
    expect(response.headers.getSetCookie()).toEqual([]);
    locations.push(response.headers.get('location'));
  }
  expect(locations).toEqual(['/?failed=UnauthorizedError', '/?failed=ForeignLinkError']);
});

const executablePath = chromiumPath();

test.skipIf(executablePath === undefined)(
  'a Task goes from a server component to a client component and back to a live resource',
  async () => {
    const { token, url, tasks } = addVisitor('Read the first chapter');
    const browser = await chromium.launch({ executablePath: executablePath ?? '', args: chromiumArguments });
    try {
      const page = await browser.newPage();
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
      await page.goto(app.origin);
      await page.getByLabel('Token').fill(token);
      await page.getByLabel('Your address').fill(url);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('button', { name: 'Check' }).click();
      await page.getByText('still to do').waitFor();
      sandbox.control.completeTask(tasks[0] ?? '');
      await page.getByRole('button', { name: 'Check' }).click();
      await page.getByText('done').waitFor();
      await page.getByRole('button', { name: 'Read again' }).click();
      await page.getByText('0 tasks').waitFor();
      expect(complaints).toEqual([]);
    } finally {
      await browser.close();
    }
  },
);

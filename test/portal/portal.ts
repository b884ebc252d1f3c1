import { createSandbox, type Sandbox, type SandboxOptions, type SandboxServer } from 'care-platform/sandbox';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect, inject, onTestFinished, vi } from 'vitest';
import { watch } from './complaints.ts';

/** A platform of the test's own, over HTTP on another origin than the portal, which it lets in by CORS. */
export interface Platform {
  readonly sandbox: Sandbox;
  readonly server: SandboxServer;
  /** What was asked since this was last called, once nothing more comes: `GET client/tasks/items`. Without preflights.
   * @param least - so many are waited for */
  requests(least?: number): Promise<readonly string[]>;
}

interface PlatformOptions extends Pick<SandboxOptions, 'limits' | 'settings'> {
  /** Of pages that it lets in. Default: the portal's. */
  readonly origins?: readonly string[];
  /** When its clock starts. Default: now. */
  readonly start?: Date;
}

export async function openPlatform({
  origins,
  start = new Date(),
  ...options
}: PlatformOptions = {}): Promise<Platform> {
  const sandbox = createSandbox({
    ...options,
    clock: { start },
    cors: { origins: origins ?? [inject('portal')] },
  });
  const server = await sandbox.listen();
  onTestFinished(() => server.close());
  let reported = 0;
  const fresh = () => sandbox.journal.slice(reported).filter(({ method }) => method !== 'OPTIONS');
  const requests = async (least = 0) => {
    await vi.waitUntil(() => fresh().length >= least, { timeout: 20_000 });
    await quiet(sandbox);
    const seen = fresh();
    reported = sandbox.journal.length;
    return seen.map(({ method, path }) => `${method} ${withoutKeys(path)}`);
  };
  return { sandbox, server, requests };
}

/** Nothing came for a while. */
async function quiet({ journal }: Sandbox): Promise<void> {
  for (let before = -1; before !== journal.length; ) {
    before = journal.length;
    await new Promise((resolve) => setTimeout(resolve, 700));
  }
}

/** Keys differ from run to run. */
function withoutKeys(path: string): string {
  return path
    .replace(/^\/files\/.*/, 'file')
    .replace(/^\/c\/[^/]+(?=\/|$)/, 'client')
    .replace(/(entries\/)(?!items|schemas).*/, '$1entry');
}

let browser: Promise<Browser> | undefined;

export interface Portal {
  readonly page: Page;
  /** What the page complained of, and what of it broke a rule of its content security policy. */
  readonly complaints: readonly string[];
}

/** A new profile with the portal's first page in it. */
export async function openPortal(options: BrowserContextOptions = {}, path = '/'): Promise<Portal> {
  browser ??= chromium.connect(inject('browser'));
  const context = await (await browser).newContext({
    locale: 'en-GB',
    timezoneId: 'Europe/Amsterdam',
    reducedMotion: 'reduce',
    serviceWorkers: 'allow',
    ...options,
  });
  onTestFinished(async ({ task }) => {
    // What was on the page says more than which element was not found.
    if (task.result?.state === 'fail') await page.screenshot({ path: `reports/portal/failed-${task.id}.png` });
    await context.close();
  });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  const complaints = await watch(page);
  await page.goto(new URL(path, inject('portal')).href);
  return { page, complaints };
}

export interface Person {
  readonly token: string;
  /** External id or URL. */
  readonly who: string;
}

/** Fenna, who has everything. */
export function fenna({ sandbox }: Platform): Person {
  return { token: sandbox.tokens.client, who: 'EHR-1042' };
}

/** Types what the sign-in page asks for, and sends it. */
export async function enter(page: Page, { server }: Platform, { token, who }: Person): Promise<void> {
  await page.getByLabel('Address of the installation').fill(server.baseUrl);
  await page.getByLabel(/^Token/).fill(token);
  await page.getByLabel('Your own URL').fill(who);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** A portal in which that person is signed in. */
export async function signedIn(platform: Platform, person = fenna(platform), options?: BrowserContextOptions) {
  const portal = await openPortal(options);
  await enter(portal.page, platform, person);
  await portal.page.getByRole('navigation', { name: 'Pages' }).waitFor();
  await expectLoaded(portal.page);
  return portal;
}

/** @param heading default: the name in the navigation */
export async function visit(page: Page, name: string, heading = name): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
  await expectLoaded(page);
}

/** Each part of a page has what it asked for. */
const expectLoaded = (page: Page) =>
  expect.poll(() => page.getByRole('status', { name: /Loading|Laden/ }).count()).toBe(0);

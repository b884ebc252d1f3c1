import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { chromiumArguments, chromiumPath } from '../../support/chromium.ts';
import { type LocalPlatform, openPlatform, type PlatformOptions } from '../platforms.ts';
import { everydayBrowser } from './everyday-browser.ts';
import { type WebServer, webServer } from './web-server.ts';

export interface PageOptions extends PlatformOptions {
  /** Its content security policy, for a platform of that origin. Default: none. */
  readonly policy?: (platformOrigin: string) => string;
  /** A folder that Chromium keeps what it keeps in. Default: one that goes with the browser. */
  readonly profile?: string;
  /** In Chromium as people use it, with tabs that are hidden and rest. Default: as tests use it. */
  readonly everyday?: boolean;
}

/** A platform, a website on another origin, and a tab of a browser of its own. All end with the test. */
export interface OpenedPage {
  readonly platform: LocalPlatform;
  readonly web: WebServer;
  readonly context: BrowserContext;
  readonly page: Page;
  /** What stood in the console, and errors that nobody caught. */
  readonly reported: readonly string[];
}

export async function openPage(path: string, options: PageOptions = {}): Promise<OpenedPage> {
  const { policy, profile, everyday = false, ...platformOptions } = options;
  const platform = await openPlatform(platformOptions);
  onTestFinished(() => platform.server.close());
  const web = await webServer(policy?.(platform.server.url));
  onTestFinished(() => web[Symbol.asyncDispose]());
  const context = everyday ? await everydayBrowser() : await testBrowser(profile);
  const page = context.pages()[0] ?? (await context.newPage());
  const reported: string[] = [];
  page.on('console', (message) => reported.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => reported.push(`uncaught: ${error.stack}`));
  await page.goto(`${web.origin}/${path}`);
  return { platform, web, context, page, reported };
}

async function testBrowser(profile: string | undefined): Promise<BrowserContext> {
  const executablePath = chromiumPath();
  const options = { ...(executablePath !== undefined && { executablePath }), args: chromiumArguments };
  if (profile !== undefined) {
    const context = await chromium.launchPersistentContext(profile, options);
    onTestFinished(() => context.close());
    return context;
  }
  const browser = await chromium.launch(options);
  onTestFinished(() => browser.close());
  return browser.newContext();
}

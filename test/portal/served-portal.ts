// Before all tests: the portal as it is delivered, on an origin of its own, and one browser.
import { rmSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { chromiumArguments, chromiumPath } from '../support/chromium.ts';
import { buildPortal, installPortal, newFolder } from './built-portal.ts';
import { serveFiles } from './static-files.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The origin of the portal. */
    readonly portal: string;
    /** Where Playwright finds the browser. */
    readonly browser: string;
  }
}

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const executablePath = chromiumPath();
  if (executablePath === undefined) throw new Error('There is no Chromium.');
  const folder = newFolder();
  await installPortal();
  await buildPortal(folder);
  const files = await serveFiles(folder);
  const browser = await chromium.launchServer({ executablePath, args: chromiumArguments });
  provide('portal', files.origin);
  provide('browser', browser.wsEndpoint());
  return async () => {
    await browser.close();
    await files.close();
    rmSync(folder, { recursive: true, force: true });
  };
}

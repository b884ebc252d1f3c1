// Before all tests: the portal as it is delivered, on an origin of its own, and one browser.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { chromiumArguments, chromiumPath } from '../support/chromium.ts';
import { serveFiles } from './static-files.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The origin of the portal. */
    readonly portal: string;
    /** Where Playwright finds the browser. */
    readonly browser: string;
  }
}

const portal = fileURLToPath(new URL('../../examples/portal', import.meta.url));

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const executablePath = chromiumPath();
  if (executablePath === undefined) throw new Error('There is no Chromium.');
  if (!existsSync(join(portal, 'node_modules'))) {
    await run('npm', 'ci', '--prefix', portal, '--no-audit', '--no-fund', '--loglevel=error');
  }
  const folder = mkdtempSync(join(tmpdir(), 'care-portal-'));
  await run(
    join(portal, 'node_modules/.bin/vite'),
    'build',
    portal,
    '--outDir',
    folder,
    '--emptyOutDir',
    '--logLevel',
    'warn',
  );
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

async function run(command: string, ...args: readonly string[]): Promise<void> {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}.`);
}

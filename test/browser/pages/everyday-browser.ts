import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';
import { onTestFinished, vi } from 'vitest';
import { chromiumArguments, chromiumPath } from '../../support/chromium.ts';

/** Chromium as people use it: a browser that Playwright starts keeps hidden pages awake, and lets each believe it is seen. */
export async function everydayBrowser(): Promise<BrowserContext> {
  const profile = await mkdtemp(join(tmpdir(), 'care-platform-profile-'));
  const given = ['--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'];
  const browser = spawn(chromiumPath() ?? 'chromium', [...chromiumArguments, ...given], { stdio: 'ignore' });
  const ended = once(browser, 'exit');
  onTestFinished(async () => {
    browser.kill();
    await ended;
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  });
  const port = await vi.waitFor(
    async () => (await readFile(join(profile, 'DevToolsActivePort'), 'utf8')).split('\n', 1)[0],
    { timeout: 20_000 },
  );
  const connection = await chromium.connectOverCDP(`http://127.0.0.1:${port}`, { noDefaults: true });
  const [context] = connection.contexts();
  if (context === undefined) throw new Error('Chromium has no window.');
  return context;
}

import { existsSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openPage } from './chromium-page.ts';

const pageSize = 4096;
const megabyte = 1_000_000;

/** The most memory that the processes of pages hold together until it is told, in bytes over now. */
async function watchMemory(page: Page): Promise<() => number> {
  const inspector = await page.context().browser()?.newBrowserCDPSession();
  if (inspector === undefined) throw new Error('The browser is gone.');
  const { processInfo } = await inspector.send('SystemInfo.getProcessInfo');
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  const held = () =>
    renderers.reduce((sum, id) => {
      const path = `/proc/${id}/statm`;
      return existsSync(path) ? sum + Number(readFileSync(path, 'utf8').split(' ')[1]) * pageSize : sum;
    }, 0);
  const before = held();
  let highest = before;
  const timer = setInterval(() => {
    highest = Math.max(highest, held());
  }, 20);
  return () => {
    clearInterval(timer);
    return highest - before;
  };
}

test.skipIf(!existsSync('/proc/self/statm'))(
  'a file of 20 MB is sent in no more memory than Chromium itself takes for such a body, and the text for it',
  async () => {
    const { page, platform: local } = await openPage('bare.html');
    await page.evaluate(
      async ([baseUrl, token]) => {
        globalThis.care = await platform.connect({ baseUrl, token, tokenKind: 'user' });
        const client = await care.client({ id: 'EHR-1043' });
        globalThis.send = async (size) => {
          const file = new File([new Uint8Array(size).fill(7)], 'large.bin');
          await client.update({ picture: await platform.inlineFile(file) });
        };
        await send(1000);
      },
      [local.server.baseUrl, local.sandbox.tokens.applicationManager] as const,
    );
    const highest = await watchMemory(page);
    await page.evaluate(() => send(20_000_000));

    const growth = highest();
    // Less than its text, and nothing was measured.
    expect(growth).toBeGreaterThan(27 * megabyte);
    // Measured: 365 to 385 MB, of which a bare `fetch` of that text takes 210. Ten copies more would not pass.
    expect(growth).toBeLessThan(600 * megabyte);
  },
);

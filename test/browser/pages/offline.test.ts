import { expect, test } from 'vitest';
import { openPage } from './chromium-page.ts';

async function connected() {
  const opened = await openPage('bare.html');
  const { page, platform: local } = opened;
  await page.evaluate(
    async ([baseUrl, token]) => {
      globalThis.care = await platform.connect({ baseUrl, token, tokenKind: 'user' });
    },
    [local.server.baseUrl, local.sandbox.tokens.client] as const,
  );
  /** How a read goes, and what the throttle then says. */
  const read = () =>
    page.evaluate(async () => {
      const { care } = globalThis;
      const outcome = await care.client({ id: 'EHR-1042' }).then(
        ({ data }) => ({ name: data.name, message: '' }),
        (error: unknown) => {
          const { name, message } = error as Error;
          return { name, message };
        },
      );
      return { ...outcome, ...care.throttle.stats() };
    });
  return { ...opened, read };
}

test('a call fails at once while the page is offline, and calls go on at the same rate once it is online', async () => {
  const { context, platform, read, reported } = await connected();
  await context.setOffline(true);
  const failed = await read();
  expect(failed).toMatchObject({ name: 'ConnectionError', rateLimited: 0, requestsPerSecond: 15, running: 0 });
  expect(failed.message).toContain('offline');
  // Chromium's emulation lets preflights through.
  expect(platform.seen.filter(({ method }) => method === 'GET')).toHaveLength(1);

  await context.setOffline(false);
  expect(await read()).toMatchObject({ name: 'Fenna Voorbeeld', requestsPerSecond: 15, rateLimited: 0 });
  expect(reported.filter((line) => line.startsWith('uncaught'))).toEqual([]);
});

test('many calls of an offline page are sent at most once each, and slow nothing down', async () => {
  const { context, page, read } = await connected();
  await context.setOffline(true);
  const { names, sent } = await page.evaluate(async () => {
    const { care } = globalThis;
    const before = care.throttle.stats().sent;
    const reads = Array.from({ length: 6 }, () => care.open('c/items'));
    const names = (await Promise.allSettled(reads)).map((outcome) => (outcome as PromiseRejectedResult).reason.name);
    return { names, sent: care.throttle.stats().sent - before };
  });
  expect(names).toEqual(new Array(6).fill('ConnectionError'));
  expect(sent).toBeLessThanOrEqual(6);
  await context.setOffline(false);
  expect(await read()).toMatchObject({ name: 'Fenna Voorbeeld', rateLimited: 0 });
});

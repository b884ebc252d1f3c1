import { describe, expect, test } from 'vitest';
import { type OpenedPage, openPage } from './chromium-page.ts';

/** Another tab comes to the front. */
async function hide({ context, page }: OpenedPage): Promise<void> {
  await (await context.newPage()).bringToFront();
  await page.waitForFunction(() => document.visibilityState === 'hidden', undefined, { polling: 100 });
}

/** Starts so many different reads; `done` of the page counts those that have ended well, in `failed` the others. */
async function startReading({ page, platform: local }: OpenedPage, count: number): Promise<void> {
  await page.evaluate(
    async ([baseUrl, token, count]) => {
      globalThis.care = await platform.connect({ baseUrl, token, tokenKind: 'user' });
      globalThis.outcomes = [];
      for (let limit = 1; limit <= count; limit++) {
        void care
          .clients({ limit })
          .first()
          .then(
            () => outcomes.push(performance.now()),
            (error: unknown) => outcomes.push(String(error)),
          );
      }
    },
    [local.server.baseUrl, local.sandbox.tokens.applicationManager, count] as const,
  );
}

const outcomesOf = async ({ page }: OpenedPage) => page.evaluate(() => outcomes);

/** All have ended well. */
async function expectAllRead(opened: OpenedPage, count: number): Promise<void> {
  await expect.poll(async () => (await outcomesOf(opened)).length, { timeout: 40_000 }).toBe(count);
  expect((await outcomesOf(opened)).filter((outcome) => typeof outcome === 'string')).toEqual([]);
}

/** How late a short timer is, in milliseconds. */
const lateness = ({ page }: OpenedPage) =>
  page.evaluate(async () => {
    const begun = performance.now();
    await new Promise((resolve) => setTimeout(resolve, 10));
    await new Promise((resolve) => setTimeout(resolve, 10));
    return performance.now() - begun;
  });

describe('a tab in the background', () => {
  test('has timers of a second, and still sends several requests for each', async () => {
    const opened = await openPage('bare.html', { everyday: true });
    await hide(opened);
    expect(await lateness(opened)).toBeGreaterThan(900);
    await startReading(opened, 90);
    await expectAllRead(opened, 90);

    const { starts } = opened.platform.server.stats();
    const pauses = starts.filter((start, index) => start - (starts[index - 1] ?? start) > 500);
    // 14 at once and then one for each timer would be 76 pauses.
    expect(pauses.length).toBeLessThan(40);
  });

  test('sends nothing while the browser suspends it, and goes on without a burst', async () => {
    const opened = await openPage('bare.html', { everyday: true });
    const requests = () => opened.platform.server.stats().requests;
    await hide(opened);
    await startReading(opened, 90);
    const inspector = await opened.context.newCDPSession(opened.page);
    await inspector.send('Page.setWebLifecycleState', { state: 'frozen' });
    // What was under way ends first.
    await new Promise((resolve) => setTimeout(resolve, 500));
    const before = requests();
    await new Promise((resolve) => setTimeout(resolve, 3000));
    expect(requests()).toBe(before);
    expect(before).toBeLessThan(2 * 90);

    await inspector.send('Page.setWebLifecycleState', { state: 'active' });
    await expectAllRead(opened, 90);
  });
});

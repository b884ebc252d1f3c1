import type { Download } from 'care-platform';
import { describe, expect, test } from 'vitest';
import { collectGarbage } from '../support/garbage.js';
import { until } from '../support/raw-server.js';
import { ask, filePlatform as platform } from './file-platform.js';

/** Collects garbage until it holds; fails if it never does. */
async function collectUntil(condition: () => boolean): Promise<void> {
  await until(() => {
    collectGarbage();
    return condition();
  });
}

describe('the connection of a download that is not read to its end is given back', () => {
  const uses: Record<string, (download: Download) => unknown> = {
    'it is dropped unread': () => undefined,
    'its stream is dropped unread': (download) => void download.stream(),
    'its stream is dropped after a piece': (download) => download.stream().getReader().read(),
    'its iterator is dropped after a piece': (download) => download[Symbol.asyncIterator]().next(),
    'the iterator of its stream is dropped after a piece': (download) =>
      download.stream()[Symbol.asyncIterator]().next(),
  };

  test.each(Object.entries(uses))('when it is garbage: %s', async (_, use) => {
    const { care, open, warnings, cancelled, idle } = await platform();
    for (let count = 0; count < 3; count++) await use(await open());
    await collectUntil(idle);
    expect((await ask(care)).data).toBe(1);
    expect(cancelled).toHaveBeenCalledTimes(3);
    expect(warnings.length).toBeGreaterThan(0);
  });

  test('is not given back while its stream is read slowly and garbage is collected', async () => {
    const { open } = await platform({ endless: false });
    const reader = (await open()).stream().getReader();
    collectGarbage();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('abc');
    for (let round = 0; round < 5; round++) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      collectGarbage();
    }
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('de');
    expect(await reader.read()).toEqual({ done: true, value: undefined });
  });
});

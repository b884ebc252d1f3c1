import { getEventListeners } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import type { ExportJob, Throttle } from 'care-platform';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { byPath, connectedTo } from '../support/answering-fetch.js';
import { baseUrl, clientDocument, exportJobDocument } from '../support/documents.js';
import { OpenThrottle } from '../support/open-throttle.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
});

test('a wait for the throttle is no part of `timeout`, also after a token that had to be asked for', async () => {
  const throttle: Throttle = new OpenThrottle();
  const open = throttle.acquire.bind(throttle);
  throttle.acquire = async (options) => {
    await new Promise((resolve) => setTimeout(resolve, 60_000));
    return open(options);
  };
  const connecting = connectedTo(byPath({}).fetch, { token: async () => 'x', timeout: 1000, throttle });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await connecting).toMatchObject({ data: { name: 'Care example' } });
});

describe('a job that is waited for', () => {
  async function running(): Promise<ExportJob> {
    let looks = 0;
    const { fetch } = byPath({
      '/export/j1': () => {
        const isReady = ++looks > 3;
        const state = isReady ? 'completed' : 'running';
        return Response.json(exportJobDocument({ state }, isReady ? { download: '/export/j1/download' } : {}));
      },
    });
    const care = await connectedTo(fetch);
    return care.exportJob(`${baseUrl}/export/j1`);
  }

  test('leaves no listener on the signal that could have ended the wait', async () => {
    const job = await running();
    const { signal } = new AbortController();
    const completed = job.completed({ signal });
    await vi.advanceTimersByTimeAsync(500);
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect((await completed).ready).toBe(true);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('keeps no program alive once the wait was aborted', async () => {
    const job = await running();
    const stop = new AbortController();
    const completed = job.completed({ signal: stop.signal });
    await vi.advanceTimersByTimeAsync(500);
    stop.abort('enough');
    await expect(completed).rejects.toBe('enough');
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a write whose answer was lost', () => {
  async function lost(deadline: number | undefined) {
    const { fetch, asked } = byPath({
      '/c/1': () => Response.json(clientDocument('1', { active: false })),
      '/c/1/activation': () => Response.json({ code: 500 }, { status: 500 }),
    });
    const care = await connectedTo(fetch);
    const client = await care.client({ url: `${baseUrl}/c/1` });
    asked.length = 0;
    const { signal } = new AbortController();
    let message: string | undefined;
    client
      .activate({ sendEmail: 'no' }, deadline === undefined ? { signal } : { signal, deadline })
      .catch((error: Error) => {
        message = error.message;
      });
    while (message === undefined) {
      await turn();
      if (asked.length > 0) await vi.advanceTimersByTimeAsync(100);
    }
    return { message, asked, listeners: getEventListeners(signal, 'abort') };
  }

  test.each([600_000, undefined])('is looked for within a deadline of %s ms', async (deadline) => {
    const { message, asked, listeners } = await lost(deadline);
    expect(message).toContain('It was looked for');
    expect(listeners).toEqual([]);
    expect(asked.slice(0, 2)).toEqual(['POST /c/1/activation', 'GET /c/1']);
  });

  test('is not looked for where the deadline comes first', async () => {
    const { message, asked } = await lost(500);
    expect(message).toContain('Its deadline left no time to look.');
    expect(asked).toHaveLength(1);
  });
});

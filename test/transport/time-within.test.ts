import { getEventListeners } from 'node:events';
import type { ExportJob, Throttle } from 'care-platform';
import { beforeEach, describe, expect, test } from 'vitest';
import { baseUrl, clientDocument, exportJobDocument } from '../support/documents.js';
import { failureOf } from '../support/failure.js';
import { OpenThrottle } from '../support/open-throttle.js';
import { byPath, connectedTo } from '../support/scripted-fetch.js';
import { type VirtualTime, virtualTime } from '../support/virtual-time.js';

let time: VirtualTime;
beforeEach(() => {
  time = virtualTime();
});

test('a wait for the throttle is no part of `timeout`, also after a request for a token', async () => {
  const throttle: Throttle = new OpenThrottle();
  const open = throttle.acquire.bind(throttle);
  throttle.acquire = async (options) => {
    await time.wait(60_000);
    return open(options);
  };
  const connecting = connectedTo(byPath({}).fetch, { token: async () => 'x', timeout: 1000, throttle });
  expect(await time.until(connecting)).toMatchObject({ data: { name: 'Care example' } });
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
    const completed = job.waitForCompletion({ signal });
    await time.advance(500);
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    await time.advance(60_000);
    expect((await completed).ready).toBe(true);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('keeps no program alive once the wait was aborted', async () => {
    const job = await running();
    const stop = new AbortController();
    const completed = job.waitForCompletion({ signal: stop.signal });
    await time.advance(500);
    stop.abort('enough');
    await expect(completed).rejects.toBe('enough');
    expect(time.pending).toEqual([]);
  });
});

describe('a write whose response was lost', () => {
  async function lost(deadline: number | undefined) {
    const { fetch, asked } = byPath({
      '/c/1': () => Response.json(clientDocument('1', { active: false })),
      '/c/1/activation': () => Response.json({ code: 500 }, { status: 500 }),
    });
    const care = await connectedTo(fetch);
    const client = await care.client({ url: `${baseUrl}/c/1` });
    asked.length = 0;
    const { signal } = new AbortController();
    const options = deadline === undefined ? { signal } : { signal, deadline };
    const failure = await time.until(failureOf(client.activate({ sendEmail: 'no' }, options)));
    expect(failure).toMatchObject({ name: 'OutcomeUnknownError' });
    return { asked, listeners: getEventListeners(signal, 'abort') };
  }

  test.each([600_000, undefined])('is verified within a deadline of %s ms', async (deadline) => {
    const { asked, listeners } = await lost(deadline);
    expect(listeners).toEqual([]);
    expect(asked.slice(0, 2)).toEqual(['POST /c/1/activation', 'GET /c/1']);
  });

  test('is not verified if the deadline comes first', async () => {
    const { asked } = await lost(500);
    expect(asked).toEqual(['POST /c/1/activation']);
  });
});

import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { Application, ExportJob } from 'care-platform';
import { describe, expect, onTestFinished, test } from 'vitest';
import { exportJobDocument } from '../support/documents.js';
import { collectGarbage } from '../support/garbage.js';
import { rawServer, sendJson, until } from '../support/raw-server.js';

// Node's fetch follows a signal by a weak reference: once the collector has been, the signal may lead nowhere.

async function collectInRounds(): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await setImmediate();
    collectGarbage();
  }
}

function begin(response: ServerResponse, type: string): void {
  response.writeHead(200, { 'content-type': type, 'content-length': 1000 });
  response.write('{"a":');
}

/** A platform whose responses never end, except those of exports. */
async function endless() {
  const server = await rawServer((request, response) => {
    if (request.url === '/api/2/export/j1') {
      sendJson(response, exportJobDocument({}, { download: '/export/j1/download' }, server.baseUrl));
    } else if (request.url === '/api/2/body') begin(response, 'application/json');
    else if (request.url === '/api/2/export/j1/download') begin(response, 'text/csv');
  });
  let headers = 0;
  const { fetch } = globalThis;
  // Not a spy: that keeps what it was called with, and so the signal.
  globalThis.fetch = async (...args) => {
    const response = await fetch(...args);
    headers++;
    return response;
  };
  onTestFinished(() => {
    globalThis.fetch = fetch;
  });
  const care = await server.connect();
  const job = await care.exportJob(`${server.baseUrl}/export/j1`);
  await until(() => server.running === 0);
  return { server, care, job, headers: () => headers };
}

interface Options {
  signal: AbortSignal;
  timeout: number;
}
const calls: Record<string, (care: Application, job: ExportJob, options: Options) => Promise<unknown>> = {
  'a call that waits for its response': (care, _, options) => care.request({ url: 'silent' }, options),
  'a call amid its body': (care, _, options) => care.request({ url: 'body' }, options),
  'a download amid its bytes': async (_, job, options) => (await job.download(options)).text(),
};
const endings = { abort: 'Error', close: 'ClosedError', timeout: 'TimeoutError' };

describe('the socket closes though the garbage was collected meanwhile, after', () => {
  for (const [what, begins] of Object.entries(calls)) {
    test.each(Object.entries(endings))(`the %s of ${what}`, async (how, name) => {
      const { server, care, job, headers } = await endless();
      const stop = new AbortController();
      const before = headers();
      const call = begins(care, job, { signal: stop.signal, timeout: how === 'timeout' ? 1000 : 60_000 });
      const end = call.catch((error: unknown) => error);
      await until(() => (what.includes('amid') ? headers() > before : server.running === 1));
      await collectInRounds();
      if (how === 'abort') stop.abort(new Error('enough'));
      if (how === 'close') care.close();
      expect(await end).toMatchObject({ name });
      await until(() => server.running === 0 && care.throttle.stats().running === 0);
    });
  }

  test('the abort of a download that is not read', async () => {
    const { server, care, job } = await endless();
    const stop = new AbortController();
    const download = await job.download({ signal: stop.signal });
    await collectInRounds();
    stop.abort(new Error('enough'));
    await until(() => server.running === 0 && care.throttle.stats().running === 0);
    await expect(download.text()).rejects.toThrow('enough');
  });
});

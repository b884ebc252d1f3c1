import { type BigOutput, createSandbox, type Settings } from 'care-platform/sandbox';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ask } from './api.js';
import { download, endedJob } from './export-job.js';

test('a slow response comes in as many pieces as asked for, one after each part of its time', async () => {
  const sandbox = createSandbox();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  sandbox.faults.add({ kind: 'slow', milliseconds: 90, pieces: 3 });
  const response = await sandbox.fetch(sandbox.baseUrl);
  const size = Number(response.headers.get('Content-Length'));
  const pieces: number[] = [];
  const reading = (async () => {
    for await (const piece of response.body ?? []) pieces.push(piece.byteLength);
  })();
  await vi.advanceTimersByTimeAsync(29);
  expect(pieces).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(pieces).toEqual([Math.ceil(size / 3)]);
  await vi.advanceTimersByTimeAsync(90);
  await reading;
  expect(pieces).toHaveLength(3);
  expect(pieces.reduce((sum, piece) => sum + piece, 0)).toBe(size);
});

test.each<[string, Partial<Settings>, BigOutput | undefined]>([
  ['large', {}, { bytes: 1_000_000 }],
  ['without a length', { exportChunked: true }, undefined],
])('a slow download that is %s takes the time that was asked for, in as many parts', async (_, settings, big) => {
  const sandbox = createSandbox({ settings, clock: { frozen: true } });
  if (big !== undefined) sandbox.control.enlargeNextExport(big);
  const job = await endedJob(sandbox);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  sandbox.faults.add({ kind: 'slow', milliseconds: 5000, pieces: 5 });
  const response = await download(sandbox, job);
  let size = 0;
  const reading = (async () => {
    for await (const piece of response.body ?? []) size += piece.byteLength;
  })();
  const sizes: number[] = [];
  for (let waited = 0; waited < 5; waited++) {
    await vi.advanceTimersByTimeAsync(999);
    sizes.push(size);
    await vi.advanceTimersByTimeAsync(1);
  }
  await reading;
  const piece = Math.ceil(job.content_length / 5);
  expect(sizes).toEqual([0, piece, 2 * piece, 3 * piece, 4 * piece]);
  expect(size).toBe(job.content_length);
});

test('a slow response that is cancelled leaves no timer', async () => {
  const sandbox = createSandbox();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  sandbox.faults.add({ kind: 'slow', milliseconds: 90, pieces: 3 });
  const response = await sandbox.fetch(sandbox.baseUrl);
  const reader = response.body?.getReader();
  void reader?.read();
  await vi.advanceTimersByTimeAsync(10);
  await reader?.cancel();
  expect(vi.getTimerCount()).toBe(0);
});

test.each(['json', 'csv'] as const)(
  'a large %s export that is compressed arrives whole and decoded',
  async (format) => {
    const sandbox = createSandbox({ limits: false, clock: { frozen: true }, settings: { exportGzip: true } });
    sandbox.control.enlargeNextExport({ rows: 3000 });
    const job = await endedJob(sandbox, { output_format: format });
    expect(job.content_encoding).toBe('gzip');
    const response = await download(sandbox, job);
    expect(response.headers.get('Content-Length')).toBe(null);
    expect((await response.text()).length).toBe(job.content_length);
  },
);

test('a page may read a response only if its origin is allowed', async () => {
  const read = async (cors: object | undefined, origin?: string) => {
    const sandbox = createSandbox(cors === undefined ? {} : { cors: cors as { origins: string[] } });
    const { headers } = await ask(sandbox, 'GET', '/', origin === undefined ? {} : { headers: { Origin: origin } });
    return ['Access-Control-Allow-Origin', 'Vary', 'Access-Control-Expose-Headers'].map((name) => headers.get(name));
  };
  const own = 'http://localhost:3000';
  const cors = { origins: [own], exposedHeaders: ['Location', 'Retry-After'] };
  expect(await read(undefined, own)).toEqual([null, null, null]);
  expect(await read(cors)).toEqual([null, null, null]);
  expect(await read(cors, 'http://localhost:3001')).toEqual([null, null, null]);
  expect(await read(cors, own)).toEqual([own, 'Origin', 'Location, Retry-After']);
  expect(await read({ origins: [own] }, own)).toEqual([own, 'Origin', null]);
  expect(await read({ origins: '*' }, own)).toEqual([own, 'Origin', null]);
});

test('the URL of the web application is the base URL without a final `/api/2`', async () => {
  const webUrl = async (baseUrl: string) => (await ask(createSandbox({ baseUrl }), 'GET', '/')).body.web_url;
  expect(await webUrl('https://care.example/api/2')).toBe('https://care.example');
  expect(await webUrl('https://care.example/api/2/test/api/2')).toBe('https://care.example/api/2/test');
  expect(await webUrl('https://care.example/v2')).toBe('https://care.example/v2');
});

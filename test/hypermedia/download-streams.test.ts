import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { Download, DownloadProgress, UnexpectedResponseError } from 'care-platform';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { baseUrl, exportJobDocument } from '../support/documents.js';
import { failureOf } from '../support/failure.js';
import { OpenThrottle } from '../support/open-throttle.js';
import { byPath, connectedTo } from '../support/scripted-fetch.js';

const throttle = new OpenThrottle();
const url = `${baseUrl}/files/8f31`;
const parts = ['abc', 'de'].map((text) => new TextEncoder().encode(text));
/** How the runtimes tell that a connection broke. */
const broken = new TypeError('terminated', { cause: Object.assign(new Error('Fenna'), { code: 'ECONNRESET' }) });

interface Sent {
  /** What the body ends with; without it, it ends as it should. */
  readonly end?: (controller: ReadableStreamDefaultController) => unknown;
  readonly headers?: Record<string, string>;
  readonly status?: number;
  /** What the reference to the file says. */
  readonly size?: number;
  readonly signal?: AbortSignal;
  readonly timeout?: number;
}

/** A file of five bytes in two parts, and what is done with its body. What `connect` asked of the throttle is forgotten. */
async function opened({ end = (body) => body.close(), headers = {}, status = 200, size, ...options }: Sent = {}) {
  const cancelled = vi.fn();
  let pulled = 0;
  const pull = (body: ReadableStreamDefaultController): unknown => {
    const part = parts[pulled++];
    return part === undefined ? end(body) : body.enqueue(part);
  };
  const body = () =>
    new ReadableStream(
      { pull: async (controller) => void (await pull(controller)), cancel: cancelled },
      { highWaterMark: 0 },
    );
  const care = await connectedTo(async () => new Response(body(), { headers, status }), { retry: 0, throttle });
  throttle.released.length = 0;
  const download = await care.file({ url, ...(size !== undefined && { size }) }, options);
  return { care, download, cancelled, pulled: () => pulled };
}

/** All ways of reading, to the text that comes of it. */
const ways: ((download: Download) => Promise<string>)[] = [
  async (download) => new TextDecoder().decode(await download.bytes()),
  async (download) => (await download.blob()).text(),
  (download) => download.text(),
  (download) => new Response(download.stream()).text(),
];

describe('a download that ends too early is an error with the number of bytes that came', () => {
  const breaks: Sent = { status: 203, end: (body) => body.error(broken) };

  test.each<[string, Sent, number | undefined, number]>([
    ['a clean end', { size: 6 }, 6, 200],
    ['a clean end before the length of the headers', { headers: { 'content-length': '9' } }, 9, 200],
    [
      'a clean end with a length that something on the way made up',
      { headers: { 'content-length': '5' }, size: 6 },
      6,
      200,
    ],
    ['a broken connection', { ...breaks, size: 6 }, 6, 203],
    ['a broken connection, of an unknown size', breaks, undefined, 203],
  ])('%s', async (_, sent, size, status) => {
    for (const way of ways) {
      const { download } = await opened(sent);
      expect(download.size).toBe(size);
      const failure = await failureOf<UnexpectedResponseError>(way(download));
      const exchange = { method: 'GET', target: 'file', attempts: 1, waited: expect.any(Number) };
      expect(failure).toMatchObject({ name: 'UnexpectedResponseError', status, ...exchange });
      expect(failure).toMatchObject({ cutOff: true, received: 5 });
      expect(failure.requestUrl()).toBe(url);
    }
  });

  test('rejects with the reason of a signal', async () => {
    const reason = new Error('enough');
    const stop = new AbortController();
    const { download } = await opened({ signal: stop.signal, end: () => stop.abort(reason) });
    expect(await failureOf(download.bytes())).toBe(reason);
    expect(throttle.released).toEqual(['aborted']);
  });
});

describe('a download that has ended is whole', () => {
  test.each<[string, Sent]>([
    ['whose size is unknown', {}],
    ['where all of it has come', { size: 5 }],
    ['whose size is smaller than what came', { size: 4 }],
    [
      'where its headers count the bytes as they were encoded',
      { headers: { 'content-length': '9', 'content-encoding': 'gzip' } },
    ],
  ])('%s', async (_, sent) => {
    for (const way of ways) {
      const { download } = await opened(sent);
      expect(await way(download)).toBe('abcde');
      expect(throttle.released).toEqual(['done']);
    }
  });
});

describe('the stream of a download', () => {
  test('reads nothing before the consumer reads, and then no more than it reads', async () => {
    const { download, pulled } = await opened();
    const reader = download.stream().getReader();
    await new Promise((resolve) => setTimeout(resolve));
    expect(pulled()).toBe(0);
    expect(await reader.read()).toEqual({ done: false, value: parts[0] });
    await new Promise((resolve) => setTimeout(resolve));
    expect(pulled()).toBe(1);
    expect(throttle.released).toEqual([]);
    await reader.read();
    expect(await reader.read()).toEqual({ done: true, value: undefined });
    expect(throttle.released).toEqual(['done']);
  });

  test('reports its progress with each part', async () => {
    for (const size of [undefined, 5]) {
      const reported: DownloadProgress[] = [];
      const { download } = await opened(size === undefined ? {} : { size });
      await download.bytes({ onProgress: (progress) => reported.push(progress) });
      expect(reported).toEqual([
        { received: 3, size },
        { received: 5, size },
      ]);
    }
  });

  test('is cancelled down to its connection, which has to close', async () => {
    const { download, cancelled } = await opened();
    const reason = new Error('enough');
    await download.stream().cancel(reason);
    expect(cancelled).toHaveBeenCalledExactlyOnceWith(reason);
    expect(throttle.released).toEqual(['aborted']);
  });

  test('fails with an `AbortError` if the download is cancelled while a part is awaited', async () => {
    const { download } = await opened({ end: () => new Promise(() => undefined) });
    const failing = failureOf<DOMException>(download.text());
    await download.cancel();
    expect((await failing).name).toBe('AbortError');
  });

  const reason = new Error('enough');
  test.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw reason;
      },
    ],
    ['rejects with', () => Promise.reject(reason)],
  ])('is cancelled with what `onProgress` %s, and gives no more', async (_, onProgress) => {
    const { download, cancelled, pulled } = await opened();
    expect(await failureOf(download.stream({ onProgress }).getReader().read())).toBe(reason);
    expect(cancelled).toHaveBeenCalledExactlyOnceWith(reason);
    expect(pulled()).toBe(1);
  });
});

describe('the connection of a download is free at once', () => {
  const broke = new Error('The consumer broke.');
  const ends: [string, (chunks: AsyncGenerator<unknown, void>) => Promise<unknown>][] = [
    ['left', (chunks) => chunks.return(undefined)],
    ['failed from outside', (chunks) => chunks.throw(broke).catch((failure: unknown) => expect(failure).toBe(broke))],
  ];

  test.each(ends)('if its iteration is %s while a chunk is awaited', async (_, end) => {
    const { download } = await opened({ end: () => new Promise(() => undefined) });
    const chunks = download[Symbol.asyncIterator]();
    for (const part of parts) expect((await chunks.next()).value).toEqual(part);
    const waiting = chunks.next();
    const ended = end(chunks);
    expect(throttle.released).toEqual(['aborted']);
    await ended;
    expect(await waiting).toEqual({ done: true, value: undefined });
  });

  test.each(ends)('if its iteration is %s before the first chunk', async (_, end) => {
    const { download, pulled } = await opened();
    const chunks = download[Symbol.asyncIterator]();
    await end(chunks);
    expect(throttle.released).toEqual(['aborted']);
    expect(await chunks.next()).toEqual({ done: true, value: undefined });
    expect(pulled()).toBe(0);
  });

  test('if a Node stream of it is destroyed unread', async () => {
    const { download } = await opened();
    const stream = Readable.from(download).destroy();
    await once(stream, 'close');
    expect(throttle.released).toEqual(['aborted']);
  });
});

test.each([
  ['text/csv; charset=UTF-16LE', 'text/csv; charset=utf-16le', 'UTF-16LE'],
  ['image/png', 'image/png', undefined],
  [undefined, '', undefined],
])('the download and its blob have the content type %s, and its charset beside it', async (type, blobType, charset) => {
  const { download } = await opened({ headers: type === undefined ? {} : { 'content-type': type } });
  expect(download).toMatchObject({ contentType: type ?? '', charset });
  expect((await download.blob()).type).toBe(blobType);
});

test('a file that cannot be read as rows is an error about the response, without its values', async () => {
  const links = { download: '/export/j1/download' };
  const document = exportJobDocument({ state: 'completed', options: { name: 'client', output_format: 'csv' } }, links);
  const { fetch } = byPath({
    '/export/j1': () => Response.json(document),
    '/export/j1/download': () => new Response('PK\u0003\u0004Fenna'),
  });
  const care = await connectedTo(fetch, { retry: 0 });
  const rows = (await care.exportJob(`${baseUrl}/export/j1`)).rows();
  const failure = await failureOf(rows.next());
  expect(failure).toMatchObject({
    name: 'ResponseValidationError',
    resource: 'download of export/job',
    problems: [{ name: 'content' }],
    attempts: 1,
    waited: expect.any(Number),
  });
  expect(String(failure)).not.toContain('Fenna');
});

test('the time without a byte does not count while the consumer does not read', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { download } = await opened({ timeout: 1000 });
  await vi.advanceTimersByTimeAsync(60_000);
  const reader = download.stream().getReader();
  expect((await reader.read()).value).toEqual(parts[0]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await reader.read()).value).toEqual(parts[1]);
});

test('a stream that breaks or is aborted gives its connection back as one that has to close', async () => {
  const stop = new AbortController();
  const { download } = await opened({ signal: stop.signal, end: () => stop.abort('enough') });
  await expect(download.text()).rejects.toBe('enough');
  expect(throttle.released).toEqual(['aborted']);
  const other = await opened({ end: (body) => body.error(broken) });
  await failureOf(other.download.text());
  expect(throttle.released).toEqual(['aborted']);
});

import { gzipSync } from 'node:zlib';
import { connect, type Fetch } from 'care-platform';
import { describe, expect, onTestFinished, test } from 'vitest';
import { baseUrl, clientDocument } from '../support/documents.js';
import { OpenThrottle } from '../support/open-throttle.js';
import { rawServer } from '../support/raw-server.js';
import { connectedTo } from '../support/scripted-fetch.js';

const mebibyte = 2 ** 20;
const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail('It did not fail.'),
    (error: unknown) => error as Error,
  );

interface Flood {
  readonly fetch: Fetch;
  /** Bytes that were read. */
  readonly read: () => number;
  readonly cancelled: () => number;
}

/** Responds with a body of pieces without end. After `most` bytes it breaks, so that a client without a bound stops too. */
function flood({
  status = 200,
  headers = {},
  piece = new Uint8Array(mebibyte).fill(0x20),
  most = 80 * mebibyte,
}: {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly piece?: Uint8Array;
  readonly most?: number;
}): Flood {
  let read = 0;
  let cancelled = 0;
  const body = () =>
    new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (read >= most) controller.error(new TypeError('terminated'));
          else controller.enqueue(piece);
          read += piece.byteLength;
        },
        cancel: () => void cancelled++,
      },
      { highWaterMark: 0 },
    );
  const type = { 'content-type': 'application/json' };
  return {
    fetch: async () => new Response(body(), { status, headers: { ...type, ...headers } }),
    read: () => read,
    cancelled: () => cancelled,
  };
}

describe('a response without end', () => {
  test('is not read beyond 64 MiB, is not requested again, and gives its connection back', async () => {
    const throttle = new OpenThrottle();
    const { fetch, read, cancelled } = flood({});
    const care = await connectedTo(fetch, { throttle });
    expect(await failureOf(care.request({ url: 'x' }))).toMatchObject({
      name: 'UnexpectedResponseError',
      status: 200,
      cutOff: false,
      attempts: 1,
    });
    expect(read()).toBe(65 * mebibyte);
    expect(cancelled()).toBe(1);
    expect(throttle.running).toBe(0);
  });

  test('is not read beyond the `maxResponseBytes` of `connect`', async () => {
    const { fetch, read } = flood({ piece: new Uint8Array(100).fill(0x20), most: 10_000 });
    const care = await connectedTo(fetch, { maxResponseBytes: 1000 });
    expect(await failureOf(care.request({ url: 'x' }))).toMatchObject({ name: 'UnexpectedResponseError' });
    expect(read()).toBe(1100);
  });

  test('is not read beyond it by `connect` itself', async () => {
    const { fetch, read } = flood({ piece: new Uint8Array(100).fill(0x20), most: 10_000 });
    const connecting = connect({ baseUrl, token: 'x', fetch, throttle: new OpenThrottle(), maxResponseBytes: 1000 });
    expect(await failureOf(connecting)).toMatchObject({ name: 'UnexpectedResponseError', status: 200 });
    expect(read()).toBe(1100);
  });

  test('is not read beyond it as a calendar', async () => {
    const { fetch, read } = flood({
      headers: { 'content-type': 'text/calendar' },
      piece: new Uint8Array(100).fill(0x20),
      most: 100_000,
    });
    const care = await connectedTo(
      async (url, init) => (url.endsWith('/c/1') ? Response.json(clientDocument('1')) : fetch(url, init)),
      { maxResponseBytes: 10_000 },
    );
    const client = await care.client({ url: `${baseUrl}/c/1` });
    expect(await failureOf(client.calendar())).toMatchObject({ name: 'UnexpectedResponseError' });
    expect(read()).toBe(10_100);
  });

  test.each([
    [500, 'ServerError'],
    [404, 'NotFoundError'],
    [400, 'BadRequestError'],
  ])('with status %i is not read beyond 1 MiB, and is the error of its status', async (status, name) => {
    const throttle = new OpenThrottle();
    const { fetch, read } = flood({ status, piece: new Uint8Array(1000).fill(0x20), most: 3 * mebibyte });
    const care = await connectedTo(fetch, { throttle, retry: 0 });
    expect(await failureOf(care.request({ url: 'x' }))).toMatchObject({ name, status });
    expect(read()).toBeLessThan(mebibyte + 2000);
    expect(throttle.running).toBe(0);
  });

  test('that redirects is not read beyond 1 MiB, and is followed', async () => {
    const { fetch, read } = flood({
      status: 302,
      headers: { location: `${baseUrl}/y` },
      piece: new Uint8Array(1000),
      most: 3 * mebibyte,
    });
    const care = await connectedTo(async (url, init) => (url.endsWith('/y') ? Response.json(7) : fetch(url, init)));
    expect(await care.request({ url: 'x' })).toMatchObject({ data: 7 });
    expect(read()).toBeLessThan(mebibyte + 2000);
  });

  test('leaves the outcome of a write unknown, and still has the URL of the new resource', async () => {
    const { fetch } = flood({ status: 201, headers: { location: `${baseUrl}/c/9` } });
    const care = await connectedTo(fetch);
    const failure = await failureOf(care.request({ method: 'POST', url: 'x', body: {} }));
    expect(failure).toMatchObject({
      name: 'OutcomeUnknownError',
      cause: { name: 'UnexpectedResponseError', status: 201 },
    });
    expect((failure as Error & { resourceUrl(): string }).resourceUrl()).toBe(`${baseUrl}/c/9`);
  });

  test('does not take a hundred times its length when it comes byte by byte', async () => {
    const { fetch } = flood({ piece: Uint8Array.of(0x20), most: 4 * mebibyte });
    const care = await connectedTo(fetch, { maxResponseBytes: 2 * mebibyte });
    expect(await failureOf(care.request({ url: 'x' }))).toMatchObject({ name: 'UnexpectedResponseError' });
  });
});

test('a compressed response is bounded by its decompressed size', async () => {
  const packed = gzipSync(new Uint8Array(70 * mebibyte).fill(0x20));
  const server = await rawServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    response.end(packed);
  });
  const care = await server.connect();
  expect(await failureOf(care.request({ url: 'x' }))).toMatchObject({ name: 'UnexpectedResponseError', status: 200 });
});

test('a response of exactly as many bytes is read', async () => {
  const text = JSON.stringify({ '@type': 'x', text: 'é'.repeat(5000) });
  const length = new TextEncoder().encode(text).byteLength;
  const fetch: Fetch = async () => new Response(text, { headers: { 'content-type': 'application/json' } });
  const throttle = new OpenThrottle();
  const care = await connectedTo(fetch, { throttle, maxResponseBytes: length });
  expect((await care.request({ url: 'x' })).status).toBe(200);
  const strict = await connectedTo(fetch, { throttle, maxResponseBytes: length - 1 });
  await expect(strict.request({ url: 'x' })).rejects.toMatchObject({ name: 'UnexpectedResponseError' });
});

test('a response that is longer than a text can be is an error of this package', async () => {
  // The engine would refuse a text of 512 MiB; here its decoder does.
  const { decode } = TextDecoder.prototype;
  TextDecoder.prototype.decode = () => {
    throw new Error('Cannot create a string longer than 0x1fffffe8 characters');
  };
  onTestFinished(() => {
    TextDecoder.prototype.decode = decode;
  });
  const care = await connectedTo(async () => Response.json(1)).catch((error: unknown) => error);
  expect(care).toMatchObject({ name: 'UnexpectedResponseError', status: 200 });
});

test.each([0, -1, 1.5, Number.NaN, '5', null])('`maxResponseBytes: %s` is refused', async (maxResponseBytes) => {
  const options = { baseUrl, token: 'x', maxResponseBytes: maxResponseBytes as number };
  expect(await failureOf(connect(options))).toMatchObject({
    name: 'InputError',
    problems: [{ name: 'maxResponseBytes' }],
  });
});

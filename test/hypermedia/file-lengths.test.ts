import { gzipSync } from 'node:zlib';
import { type FetchInit, isCareError } from 'care-platform';
import { describe, expect, test, vi } from 'vitest';
import { baseUrl, exportJobDocument } from '../support/documents.js';
import { OpenThrottle } from '../support/open-throttle.js';
import { rawServer, sendJson } from '../support/raw-server.js';
import { connectedTo } from '../support/scripted-fetch.js';

const text = Array.from({ length: 500 }, (_, row) => `client ${row};${(row * 7919) % 10_007}`).join('\r\n');
const plain = new TextEncoder().encode(text);
const packed = new Uint8Array(gzipSync(plain));
const short = new TextEncoder().encode('abcd');
const shortPacked = new Uint8Array(gzipSync(short));

interface Sent {
  /** As `fetch` gives it: unpacked where the headers name an encoding. */
  readonly body: Uint8Array<ArrayBuffer>;
  readonly status?: number;
  readonly headers?: Record<string, string | number>;
  /** What the job says. */
  readonly length?: number;
  readonly encoding?: string;
  readonly filtered?: boolean;
}

/** A job whose file is sent in pieces; and how it was asked for. */
async function jobWith({ body, status = 200, headers = {}, length, encoding, filtered = false }: Sent) {
  const asked: FetchInit[] = [];
  const document = exportJobDocument(
    { state: 'completed', content_length: length ?? 0, content_encoding: encoding ?? null },
    { download: '/export/j1/download' },
  );
  const care = await connectedTo(
    async (url, init) => {
      if (!url.endsWith('/download')) return Response.json(document);
      asked.push(init);
      const pieces = [body.slice(0, 1), body.slice(1, 50), body.slice(50)];
      const stream = new ReadableStream<Uint8Array>({
        pull(controller) {
          const piece = pieces.shift();
          if (piece === undefined) controller.close();
          else if (piece.length > 0) controller.enqueue(piece);
        },
      });
      const all = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
      const response = new Response(stream, { status, headers: all });
      if (filtered) Object.defineProperty(response, 'type', { value: 'cors' });
      return response;
    },
    { retry: 0, tokenKind: 'user', throttle: new OpenThrottle() },
  );
  return { job: await care.exportJob(`${baseUrl}/export/j1`), asked };
}

const read = async (sent: Sent) => (await (await jobWith(sent)).job.download()).bytes();
const gzip = { 'content-encoding': 'gzip' };

describe('a whole file is whole', () => {
  test.each<[string, Sent]>([
    [
      'packed on the way, its job counting the packed bytes',
      {
        body: short,
        headers: { ...gzip, 'content-length': shortPacked.length },
        length: shortPacked.length,
      },
    ],
    [
      'packed on the way in chunks, its job counting the packed bytes',
      { body: short, headers: gzip, length: shortPacked.length },
    ],
    ['packed on the way, its job counting the bytes themselves', { body: plain, headers: gzip, length: plain.length }],
    [
      'kept packed and unpacked on the way, its job counting the packed bytes',
      {
        body: plain,
        headers: gzip,
        length: packed.length,
        encoding: 'gzip',
      },
    ],
    ['kept packed and unpacked by the platform', { body: plain, length: packed.length, encoding: 'gzip' }],
    ['kept packed and handed out as it is', { body: packed, length: packed.length, encoding: 'gzip' }],
    [
      'kept packed and handed out with its length',
      {
        body: packed,
        headers: { 'content-length': packed.length },
        length: packed.length,
        encoding: 'GZIP',
      },
    ],
    ['kept as it is', { body: plain, headers: { 'content-length': plain.length }, length: plain.length }],
    [
      'sent as a range that is all of it',
      {
        body: plain,
        status: 206,
        headers: { 'content-range': `bytes 0-${plain.length - 1}/${plain.length}` },
      },
    ],
  ])('%s', async (_, sent) => {
    expect(await read(sent)).toEqual(sent.body);
  });
});

describe('a file of another length is an error, not a file', () => {
  const part = plain.slice(0, 3000);
  test.each<[string, Sent, number]>([
    [
      'kept packed, handed out as it is, and cut off',
      { body: packed.slice(0, 900), length: packed.length, encoding: 'gzip' },
      900,
    ],
    [
      'packed on the way and cut off, its job counting the bytes themselves',
      { body: part, headers: gzip, length: plain.length },
      3000,
    ],
    [
      'kept packed, unpacked on the way, and cut off, its job counting the bytes themselves',
      {
        body: part,
        headers: gzip,
        length: plain.length,
        encoding: 'gzip',
      },
      3000,
    ],
    [
      'cut off with a length made up on the way',
      { body: part, headers: { 'content-length': 3000 }, length: plain.length },
      3000,
    ],
    ['longer than its headers say', { body: plain, headers: { 'content-length': 345 } }, plain.length],
    ['longer than its job says', { body: plain, length: 345 }, plain.length],
    ['kept packed, and longer than its job says', { body: packed, length: 345, encoding: 'gzip' }, packed.length],
  ])('%s', async (_, sent, received) => {
    const failure = await read(sent).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'UnexpectedResponseError', cutOff: true, received });
  });
});

describe('a partial response', () => {
  test.each([['bytes 0-99/242'], ['bytes 0-99/*'], ['bytes 100-241/242'], [undefined]])(
    'is no file: %s',
    async (range) => {
      const headers: Record<string, string> = range === undefined ? {} : { 'content-range': range };
      const failure = await read({ body: plain.slice(0, 100), status: 206, headers }).catch((error: unknown) => error);
      expect(failure).toMatchObject({ name: 'UnexpectedResponseError', status: 206, cutOff: true });
    },
  );

  test.each(['bytes 0-99/242', 'bytes 0-99/*', 'bytes 100-241/242'])(
    'is no file with the status 200 either: %s',
    async (range) => {
      const headers = { 'content-range': range };
      const failure = await read({ body: plain.slice(0, 100), headers }).catch((error: unknown) => error);
      expect(failure).toMatchObject({ name: 'UnexpectedResponseError', status: 200, cutOff: true });
    },
  );

  test('is no calendar and no JSON, and a write that it responds to may have been done', async () => {
    const throttle = new OpenThrottle();
    const care = await connectedTo(async () => Response.json({ '@type': 'x' }, { status: 206 }), {
      throttle,
      retry: 0,
    });
    await expect(care.open('x')).rejects.toMatchObject({ name: 'UnexpectedResponseError', status: 206 });
    await expect(care.request({ method: 'POST', url: 'x' })).rejects.toMatchObject({ name: 'OutcomeUnknownError' });
    expect(throttle.running).toBe(0);
  });
});

describe('a response', () => {
  test('with a file is requested without compression', async () => {
    const { job, asked } = await jobWith({ body: plain });
    await (await job.download()).bytes();
    expect(asked[0]?.headers['accept-encoding']).toBe('identity');
  });

  test('with a file is whole from a server that compresses on request', async () => {
    const server = await rawServer((request, response) => {
      const isPacked = /gzip/.test(String(request.headers['accept-encoding']));
      response.writeHead(200, { 'content-type': 'text/csv', ...(isPacked && gzip) });
      response.end(isPacked ? packed.slice(0, 900) : plain);
    });
    const care = await server.connect();
    expect(await (await care.file({ url: `${server.baseUrl}/files/1` })).text()).toBe(text);
  });

  test('with JSON may be compressed', async () => {
    const encodings: unknown[] = [];
    const server = await rawServer((request, response) => {
      encodings.push(request.headers['accept-encoding']);
      sendJson(response, { '@type': 'x' });
    });
    await (await server.connect()).open('x');
    expect(encodings).toEqual([expect.stringContaining('gzip')]);
  });
});

test('a page that cannot see whether a file was packed takes a whole one for whole', async () => {
  vi.stubGlobal('document', {});
  vi.stubGlobal('process', undefined);
  const packedLength = { 'content-length': shortPacked.length };
  const outcome = await (async () => {
    const { job, asked } = await jobWith({
      body: short,
      headers: packedLength,
      length: shortPacked.length,
      filtered: true,
    });
    const download = await job.download();
    return { bytes: await download.bytes(), asked };
  })().catch((error: unknown) => error);
  vi.unstubAllGlobals();
  expect(isCareError(outcome)).toBe(false);
  expect(outcome).toMatchObject({ bytes: short });
});

import type { ServerResponse } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { ClosedError, type Download, UnexpectedResponseError } from 'care-platform';
import { describe, expect, test } from 'vitest';
import { exportJobDocument } from '../support/documents.js';
import { rawServer, sendJson, sendParts, singly, until } from '../support/raw-server.js';

type Sending = (response: ServerResponse) => void;

async function ready(send: Sending, fields: Record<string, unknown> = {}) {
  const server = await rawServer((request, response) => {
    if (request.url === '/api/2/export/j1') {
      const document = exportJobDocument(
        { state: 'completed', ...fields },
        { download: '/export/j1/download' },
        server.baseUrl,
      );
      sendJson(response, document);
    } else send(response);
  });
  const care = await server.connect();
  const job = await care.exportJob(`${server.baseUrl}/export/j1`);
  return { server, care, job };
}

/** As much of a body as is given, in pieces, and then a clean end. */
function bytes(content: Uint8Array, headers: Record<string, string | number> = {}): Sending {
  return (response) => {
    response.writeHead(200, { 'content-type': 'application/octet-stream', ...headers });
    response.end(content);
  };
}

const content = Uint8Array.from({ length: 1000 }, (_, index) => index % 256);

describe('the bytes of a download', () => {
  test('are bytes, whatever they look like', async () => {
    const { job } = await ready(bytes(content, { 'content-length': 1000 }), { filename: 'export.zip' });
    const download = await job.download();
    expect(download).toMatchObject({ contentType: 'application/octet-stream', size: 1000, filename: 'export.zip' });
    expect(await download.bytes()).toEqual(content);
    expect((await (await job.download()).blob()).size).toBe(1000);
  });

  test('are text in UTF-8 even if a letter is cut in two', async () => {
    const text = '\uFEFFé,€,😀';
    const { job } = await ready((response) => {
      response.writeHead(200, { 'content-type': 'text/csv' });
      void sendParts(response, singly(text));
    });
    expect(await (await job.download()).text()).toBe('é,€,😀');
  });

  test('are requested with any media type', async () => {
    const { job, server } = await ready(bytes(content));
    await (await job.download()).bytes();
    expect(server.requests).toEqual(['GET /api/2/export/j1', 'GET /api/2/export/j1/download']);
  });
});

describe('a download that ends too early is an error', () => {
  const dropped: Sending = (response) => {
    response.writeHead(200, { 'content-type': 'text/csv', 'content-length': 1000 });
    response.write(content.slice(0, 400), () => response.destroy());
  };
  const droppedChunks: Sending = (response) => {
    response.writeHead(200, { 'content-type': 'text/csv' });
    response.write(content.slice(0, 400), () => response.destroy());
  };
  const part = content.slice(0, 400);

  test.each<[string, Sending, Record<string, unknown>]>([
    ['the connection broke', dropped, {}],
    ['the connection broke between chunks', droppedChunks, {}],
    ['a clean end before what the job tells', bytes(part), { content_length: 1000 }],
    [
      'a clean end with a length that something on the way made up',
      bytes(part, { 'content-length': 400 }),
      { content_length: 1000 },
    ],
  ])('%s', async (_, send, fields) => {
    const { job, care } = await ready(send, fields);
    const read: ((download: Download) => Promise<unknown>)[] = [
      (download) => download.bytes(),
      (download) => download.text(),
      (download) => download.blob(),
      async (download) => {
        for await (const _ of download.stream());
      },
    ];
    for (const way of read) {
      const failure = await way(await job.download()).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(UnexpectedResponseError);
      const details = { cutOff: true, received: 400, target: 'download of export/job', status: 200 };
      expect(failure).toMatchObject(details);
    }
    await until(() => care.throttle.stats().running === 0);
  });
});

describe('the connection of a download', () => {
  const endless: Sending = (response) => {
    response.writeHead(200, { 'content-type': 'text/csv' });
    response.write('x');
  };

  test('is held until the body has been read', async () => {
    let end: (() => void) | undefined;
    const { job, care } = await ready((response) => {
      endless(response);
      end = () => response.end();
    });
    await until(() => care.throttle.stats().running === 0);
    const reader = (await job.download()).stream().getReader();
    await reader.read();
    for (let turns = 0; turns < 10; turns++) await turn();
    expect(care.throttle.stats().running).toBe(1);
    end?.();
    expect(await reader.read()).toEqual({ done: true, value: undefined });
    await until(() => care.throttle.stats().running === 0);
  });

  test('is free after the stream is cancelled, its socket closed', async () => {
    const { job, care, server } = await ready(endless);
    const stream = (await job.download()).stream();
    expect(server.running).toBe(1);
    await stream.cancel();
    await until(() => care.throttle.stats().running === 0 && server.running === 0);
  });

  test('is free after `break`', async () => {
    const { job, care, server } = await ready(endless);
    for await (const _ of (await job.download()).stream()) {
      expect(server.running).toBe(1);
      break;
    }
    await until(() => care.throttle.stats().running === 0 && server.running === 0);
  });

  test('is free after an abort, whether it is read or not', async () => {
    const { job, care, server } = await ready(endless);
    const reason = new Error('enough');
    for (const reads of [true, false]) {
      const stop = new AbortController();
      const download = await job.download({ signal: stop.signal });
      const text = reads ? download.text() : undefined;
      text?.catch(() => undefined);
      stop.abort(reason);
      await until(() => care.throttle.stats().running === 0 && server.running === 0);
      await expect(text ?? download.text()).rejects.toBe(reason);
    }
  });

  test('is free after `close()`, though the consumer does not read', async () => {
    const { job, care, server } = await ready(endless);
    const download = await job.download();
    care.close();
    await until(() => server.running === 0 && care.throttle.stats().running === 0);
    await expect(download.text()).rejects.toBeInstanceOf(ClosedError);
  });
});

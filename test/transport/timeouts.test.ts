import type { ServerResponse } from 'node:http';
import { TimeoutError } from 'care-platform';
import { describe, expect, test } from 'vitest';
import { exportJobDocument } from '../support/documents.js';
import { rawServer, sendJson, until } from '../support/raw-server.js';

/** Headers and the first bytes, then silence. */
function begin(response: ServerResponse, type = 'application/json', length = 1000): void {
  response.writeHead(200, { 'content-type': type, 'content-length': length });
  response.write('{"a":');
}

describe('a request that takes too long', () => {
  test.each<[string, (response: ServerResponse) => void]>([
    ['no answer at all', () => undefined],
    ['headers, then silence', begin],
    [
      'a body that drips',
      (response) => {
        begin(response);
        const timer = setInterval(() => response.write(' '), 20);
        response.on('close', () => clearInterval(timer));
      },
    ],
  ])('is ended and its socket closed: %s', async (_, answer) => {
    const server = await rawServer((_request, response) => answer(response));
    const care = await server.connect();
    const before = performance.now();
    const failure = await care.request({ url: 'x' }, { timeout: 500 }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(TimeoutError);
    expect(performance.now() - before).toBeGreaterThan(490);
    expect(String(failure)).toContain('500 ms');
    await until(() => server.running === 0);
    await until(() => care.throttle.stats().running === 0);
  });

  test('has the time that `connect` was given, unless its own options name one', async () => {
    const server = await rawServer((_request, response) => setTimeout(() => sendJson(response, {}), 1000));
    const care = await server.connect({ timeout: 500 });
    await expect(care.request({ url: 'x' })).rejects.toMatchObject({ name: 'TimeoutError', attempts: 1 });
    expect(await care.request({ url: 'x' }, { timeout: 5000 })).toMatchObject({ status: 200 });
  });

  test('has that time anew for each attempt', async () => {
    let count = 0;
    const server = await rawServer((_request, response) => {
      if (++count === 3) sendJson(response, {});
    });
    const care = await server.connect({ timeout: 500, retry: 2 });
    expect(await care.request({ url: 'x' })).toMatchObject({ status: 200, attempts: 3 });
  });

  test('and changes something is of unknown outcome', async () => {
    const server = await rawServer(() => undefined);
    const care = await server.connect({ timeout: 500, retry: 2 });
    const failure = await care.createLabel('x').catch((error: unknown) => error as Error);
    expect(failure).toMatchObject({ name: 'OutcomeUnknownError', cause: { name: 'TimeoutError' } });
    expect(server.requests).toHaveLength(1);
  });
});

test('waiting for the throttle is no request time', async () => {
  const server = await rawServer((_request, response) => setTimeout(() => sendJson(response, {}), 60));
  const care = await server.connect({ timeout: 2000, throttle: { connections: 1 } });
  const answers = await Promise.all(Array.from({ length: 8 }, () => care.request({ url: 'x' })));
  expect(answers.at(-1)?.waited).toBeGreaterThan(300);
});

test('an error answer whose body breaks off or never ends is told by its status all the same', async () => {
  const server = await rawServer((request, response) => {
    response.writeHead(403, { 'content-type': 'application/json', 'content-length': 1000 });
    response.write('{"code": 40', () => {
      if (request.url === '/api/2/broken') response.destroy();
    });
  });
  const care = await server.connect({ timeout: 500 });
  for (const url of ['broken', 'silent']) {
    await expect(care.request({ url })).rejects.toMatchObject({ name: 'ForbiddenError', status: 403, code: 403 });
  }
});

describe('a download', () => {
  async function opened(answer: (response: ServerResponse) => void) {
    const server = await rawServer((request, response) => {
      if (request.url === '/api/2/export/j1') {
        sendJson(
          response,
          exportJobDocument({ state: 'completed' }, { download: '/export/j1/download' }, server.baseUrl),
        );
      } else answer(response);
    });
    const care = await server.connect();
    const job = await care.exportJob(`${server.baseUrl}/export/j1`);
    return { care, server, download: () => job.download({ timeout: 500 }) };
  }

  test('may take longer than the timeout, as long as bytes come', async () => {
    const { download } = await opened((response) => {
      response.writeHead(200, { 'content-type': 'text/csv' });
      let left = 6;
      const timer = setInterval(() => {
        response.write('x');
        if (--left > 0) return;
        clearInterval(timer);
        response.end();
      }, 150);
    });
    expect(await (await download()).text()).toBe('xxxxxx');
  });

  test('whose bytes stop coming times out, and its socket is closed', async () => {
    const { download, server, care } = await opened((response) => begin(response, 'text/csv'));
    const file = await download();
    await expect(file.text()).rejects.toMatchObject({ name: 'TimeoutError' });
    await until(() => server.running === 0 && care.throttle.stats().running === 0);
  });

  test('that nobody reads yet does not time out', async () => {
    const { download } = await opened((response) => {
      response.writeHead(200, { 'content-type': 'text/csv' });
      response.end('a,b');
    });
    const file = await download();
    await new Promise((resolve) => setTimeout(resolve, 800));
    expect(await file.text()).toBe('a,b');
  });
});

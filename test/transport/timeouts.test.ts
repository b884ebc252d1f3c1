import type { ServerResponse } from 'node:http';
import { type AttemptEnd, type Hooks, TimeoutError } from 'care-platform';
import { beforeEach, describe, expect, test } from 'vitest';
import { exportJobDocument } from '../support/documents.js';
import { failureOf } from '../support/failure.js';
import { rawServer, sendJson, until } from '../support/raw-server.js';
import { connectedTo } from '../support/scripted-fetch.js';
import { type VirtualTime, virtualTime } from '../support/virtual-time.js';

let time: VirtualTime;
beforeEach(() => {
  time = virtualTime();
});

/** Headers and the first bytes, then silence. */
function begin(response: ServerResponse, type = 'application/json', length = 1000): void {
  response.writeHead(200, { 'content-type': type, 'content-length': length });
  response.write('{"a":');
}

describe('a request that takes too long', () => {
  test.each<[string, 'response' | 'body', (response: ServerResponse) => void]>([
    ['no response at all', 'response', () => undefined],
    ['headers, then silence', 'body', begin],
    [
      'a body that drips',
      'body',
      (response) => {
        begin(response);
        const timer = setInterval(() => response.write(' '), 20);
        response.on('close', () => clearInterval(timer));
      },
    ],
  ])('is ended and its socket closed: %s', async (_, waitedFor, respond) => {
    let headersCame = false;
    const ends: AttemptEnd[] = [];
    const server = await rawServer((_request, response) => respond(response));
    const care = await server.connect({
      hooks: { afterResponse: (end) => ends.push(end) } satisfies Hooks,
      fetch: async (...args) => {
        const response = await fetch(...args);
        headersCame = args[0].endsWith('/x');
        return response;
      },
    });
    const failing = failureOf(care.request({ url: 'x' }, { timeout: 500 }));
    await until(() => (waitedFor === 'body' ? headersCame : server.running === 1));
    await time.advance(499);
    expect(care.throttle.stats().running).toBe(1);
    await time.advance(1);
    expect(await failing).toBeInstanceOf(TimeoutError);
    expect(await failing).toMatchObject({ waitedFor, mayHaveArrived: true });
    // A response that had begun has a status, for hooks too.
    expect(ends.at(-1)).toMatchObject({ error: 'TimeoutError', status: waitedFor === 'body' ? 200 : undefined });
    await until(() => server.running === 0);
    await time.advance(300);
    expect(care.throttle.stats().running).toBe(0);
  });

  test('has the time that `connect` was given, unless its own options name one', async () => {
    const server = await rawServer((request, response) => {
      if (request.url?.endsWith('y')) void time.wait(1000).then(() => sendJson(response, {}));
    });
    const care = await server.connect({ timeout: 500 });
    const late = failureOf(care.request({ url: 'x' }));
    await until(() => server.running === 1);
    await time.advance(500);
    expect(await late).toMatchObject({ name: 'TimeoutError', attempts: 1 });
    const patient = care.request({ url: 'y' }, { timeout: 5000 });
    await until(() => server.requests.length === 2);
    await time.advance(1000);
    expect(await patient).toMatchObject({ status: 200 });
  });

  test('has that time again for each attempt', async () => {
    const server = await rawServer((_request, response) => {
      if (server.requests.length === 3) sendJson(response, {});
    });
    const care = await server.connect({ timeout: 500, retry: 2 });
    const call = care.request({ url: 'x' });
    await until(() => server.requests.length === 1);
    // The timeout, and three quarters of a quarter of a second before the next attempt.
    await time.advance(500 + 188);
    await until(() => server.requests.length === 2);
    await time.advance(500 + 375);
    expect(await call).toMatchObject({ status: 200, attempts: 3 });
  });

  test('has an unknown outcome if it writes', async () => {
    const server = await rawServer(() => undefined);
    const care = await server.connect({ timeout: 500, retry: 2 });
    const failing = failureOf(care.createLabel('x'));
    await until(() => server.running === 1);
    await time.advance(60_000);
    expect(await failing).toMatchObject({ name: 'OutcomeUnknownError', cause: { name: 'TimeoutError' } });
    expect(server.requests).toHaveLength(1);
  });
});

test('waiting for the throttle is no request time', async () => {
  const fetch = () => time.wait(60).then(() => Response.json({}));
  const care = await connectedTo(fetch, { timeout: 100, throttle: { connections: 1 } });
  const calls = Array.from({ length: 8 }, () => care.request({ url: 'x' }));
  const waits = (await time.until(Promise.all(calls))).map(({ waited }) => waited);
  expect(waits).toEqual([0, 60, 120, 180, 240, 300, 360, 420]);
});

test('an error response whose body breaks off or never ends is still reported by its status', async () => {
  const server = await rawServer((request, response) => {
    response.writeHead(403, { 'content-type': 'application/json', 'content-length': 1000 });
    response.write('{"code": 40', () => {
      if (request.url === '/api/2/broken') response.destroy();
    });
  });
  const care = await server.connect({ timeout: 500 });
  for (const url of ['broken', 'silent']) {
    const failing = failureOf(care.request({ url }));
    await until(() => server.requests.some((request) => request.endsWith(url)));
    await time.advance(500);
    expect(await failing).toMatchObject({ name: 'ForbiddenError', status: 403, code: 403 });
  }
});

describe('a download', () => {
  async function opened(respond: (response: ServerResponse) => void) {
    const server = await rawServer((request, response) => {
      if (request.url === '/api/2/export/j1') {
        const links = { download: '/export/j1/download' };
        sendJson(response, exportJobDocument({ state: 'completed' }, links, server.baseUrl));
      } else respond(response);
    });
    const care = await server.connect();
    const job = await care.exportJob(`${server.baseUrl}/export/j1`);
    return { care, server, download: () => job.download({ timeout: 500 }) };
  }

  test('may take longer than the timeout, as long as bytes come', async () => {
    let response: ServerResponse | undefined;
    const { download } = await opened((opening) => {
      response = opening.writeHead(200, { 'content-type': 'text/csv' });
      response.write('0');
    });
    const file = await download();
    const bytes = file.stream().getReader();
    for (let byte = 0; byte < 6; byte++) {
      const { value } = await bytes.read();
      expect(new TextDecoder().decode(value)).toBe(String(byte));
      await time.advance(400);
      response?.write(String(byte + 1));
    }
    await bytes.cancel();
  });

  test('whose bytes stop coming times out, and its socket is closed', async () => {
    const { download, server, care } = await opened((response) => begin(response, 'text/csv'));
    const file = await download();
    const failing = failureOf(file.text());
    await until(() => time.pending.length > 0);
    await time.advance(500);
    expect(await failing).toMatchObject({ name: 'TimeoutError', waitedFor: 'bytes' });
    await until(() => server.running === 0);
    await time.advance(300);
    expect(care.throttle.stats().running).toBe(0);
  });

  test('that is not read yet does not time out', async () => {
    const { download } = await opened((response) => {
      response.writeHead(200, { 'content-type': 'text/csv' });
      response.end('a,b');
    });
    const file = await download();
    await time.advance(60_000);
    expect(await file.text()).toBe('a,b');
  });
});

describe('a timeout has in `waitedFor`', () => {
  test('the token, before anything was sent; the next call asks for it again', async () => {
    let asked = 0;
    const never = new Promise<string>(() => undefined);
    const server = await rawServer((request, response) => {
      if (request.headers.authorization === 'svc-token token-1') sendJson(response, { code: 401 }, 401);
      else sendJson(response, { a: 1 });
    });
    const care = await server.connect({ token: () => (++asked === 2 ? never : `token-${asked}`) });
    const failing = failureOf(care.request({ url: 'x' }, { timeout: 400 }));
    await until(() => asked === 2);
    await time.advance(400);
    expect(await failing).toMatchObject({ waitedFor: 'token', mayHaveArrived: false });
    expect(await care.request({ url: 'x' })).toMatchObject({ data: { a: 1 } });
  });

  test.each([
    ['UND_ERR_HEADERS_TIMEOUT', 'response'],
    ['UND_ERR_BODY_TIMEOUT', 'bytes'],
  ])('a limit of the runtime (%s), with its code', async (code, waitedFor) => {
    const cause = Object.assign(new Error('late'), { code });
    const broken = new ReadableStream({
      pull: (controller) => controller.error(new TypeError('terminated', { cause })),
    });
    const server = await rawServer(() => undefined);
    const care = await server.connect({
      fetch: async (...args) => {
        if (!new Request(...args).url.endsWith('/x')) return globalThis.fetch(...args);
        if (waitedFor === 'response') throw new TypeError('fetch failed', { cause });
        return new Response(broken, { headers: { 'content-type': 'application/json' } });
      },
    });
    const failure = await failureOf<Error>(care.request({ url: 'x' }));
    expect(failure).toMatchObject({ name: 'TimeoutError', waitedFor, mayHaveArrived: true });
    expect(failure.message).toContain(code);
  });
});

import { getEventListeners } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { ClosedError } from 'care-platform';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listDocument } from '../support/documents.js';
import { OpenThrottle } from '../support/open-throttle.js';
import { rawServer, sendJson, until } from '../support/raw-server.js';

const unheard: unknown[] = [];
const warnings: string[] = [];
const rejected = (reason: unknown) => unheard.push(reason);
const warned = (warning: Error) => warnings.push(warning.name);

beforeAll(() => {
  process.on('unhandledRejection', rejected);
  process.on('warning', warned);
});
afterAll(() => {
  process.off('unhandledRejection', rejected);
  process.off('warning', warned);
});

async function expectNothingUnheard() {
  // Rejections are reported within a turn.
  await turn();
  await turn();
  expect(unheard).toEqual([]);
  expect(warnings).toEqual([]);
}

const reason = new Error('enough');
const silence = () => undefined;
const headersOnly = (response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 });
  response.write('{');
};

describe('an abort', () => {
  test.each([
    ['before its response', silence],
    ['while its body is read', headersOnly],
  ])('ends a running call %s with the signal’s reason, and closes its socket', async (_, respond) => {
    const server = await rawServer((_request, response) => respond(response));
    const care = await server.connect();
    const stop = new AbortController();
    const call = care.request({ url: 'x' }, { signal: stop.signal });
    call.catch(() => undefined);
    await until(() => server.requests.length === 1);
    stop.abort(reason);
    await expect(call).rejects.toBe(reason);
    await until(() => server.running === 0 && care.throttle.stats().running === 0);
    expect(getEventListeners(stop.signal, 'abort')).toHaveLength(0);
  });

  test('ends a waiting call at once, without a request, and leaves its place to others', async () => {
    let release: (() => void) | undefined;
    const server = await rawServer((_request, response) => {
      if (release === undefined) release = () => sendJson(response, {});
      else sendJson(response, {});
    });
    const care = await server.connect({ throttle: { connections: 1 } });
    const stop = new AbortController();
    const running = care.request({ url: 'running' });
    const waiting = [1, 2, 3].map(() => care.request({ url: 'waiting' }, { signal: stop.signal }));
    const last = care.request({ url: 'last' });
    const ends = Promise.allSettled(waiting);
    await until(() => release !== undefined && care.throttle.stats().queued === 4);
    stop.abort(reason);
    expect((await ends).map((end) => end.status === 'rejected' && end.reason)).toEqual([reason, reason, reason]);
    release?.();
    await Promise.all([running, last]);
    expect(server.requests).toEqual(['GET /api/2/running', 'GET /api/2/last']);
    await expectNothingUnheard();
  });

  test('that has happened already sends nothing', async () => {
    const server = await rawServer((_request, response) => sendJson(response, {}));
    const care = await server.connect();
    const before = care.throttle.stats().sent;
    await expect(care.request({ url: 'x' }, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    await expect(care.labels({ signal: AbortSignal.abort(reason) } as object).toArray()).rejects.toBe(reason);
    expect(server.requests).toEqual([]);
    expect(care.throttle.stats().sent).toBe(before);
  });

  test('ends the reading of a list while a page hangs', async () => {
    let count = 0;
    const server = await rawServer((_request, response) => {
      if (++count === 1) sendJson(response, listDocument([{ '@url': 'a' }, { '@url': 'b' }], { total: 9, limit: 2 }));
    });
    const care = await server.connect();
    const stop = new AbortController();
    const pages = care.clients({ limit: 2 }, { signal: stop.signal }).toArray();
    pages.catch(() => undefined);
    await until(() => count === 2);
    stop.abort(reason);
    await expect(pages).rejects.toBe(reason);
  });

  test('leaves no listener on a signal that lives on, over 1,000 calls', async () => {
    const server = await rawServer((request, response) => {
      if (request.url?.endsWith('0')) sendJson(response, { code: 404 }, 404);
      else sendJson(response, {});
    });
    const care = await server.connect({ throttle: new OpenThrottle() });
    const { signal } = new AbortController();
    let most = 0;
    for (let round = 0; round < 50; round++) {
      const calls = Array.from({ length: 20 }, (_, index) => care.request({ url: `x${index}` }, { signal }));
      await Promise.allSettled(calls);
      most = Math.max(most, getEventListeners(signal, 'abort').length);
    }
    expect(server.requests).toHaveLength(1000);
    expect(most).toBe(0);
    await expectNothingUnheard();
  });
});

describe('`close()`', () => {
  test('rejects what waits and what runs with a `ClosedError`, and nothing goes unheard', async () => {
    const server = await rawServer(silence);
    const care = await server.connect({ throttle: { connections: 3 } });
    const calls = Array.from({ length: 40 }, (_, index) => care.request({ url: `x${index}` }));
    const ends = Promise.allSettled(calls);
    await until(() => server.requests.length === 3);
    care.close();
    const results = await ends;
    expect(results.every((end) => end.status === 'rejected' && end.reason instanceof ClosedError)).toBe(true);
    await until(() => server.running === 0);
    await expectNothingUnheard();
  });

  test('reports of each call whether it had been sent, and of a write that it may have been done', async () => {
    const server = await rawServer(silence);
    const care = await server.connect({ throttle: { connections: 1 } });
    const running = care.request({ method: 'POST', url: 'x' });
    const waiting = care.request({ method: 'POST', url: 'x' });
    const ends = Promise.allSettled([running, waiting]);
    await until(() => server.requests.length === 1 && care.throttle.stats().queued === 1);
    care.close();
    await ends;
    await expect(running).rejects.toMatchObject({
      attempts: 1,
      message: expect.stringMatching(/may have been applied/),
    });
    await expect(waiting).rejects.toMatchObject({ attempts: 0, message: expect.not.stringMatching(/been applied/) });
  });

  test('refuses what comes later, can be called twice, and leaves other connections alone', async () => {
    const server = await rawServer((_request, response) => sendJson(response, {}));
    const [care, other] = [await server.connect(), await server.connect()];
    care.close();
    care.close();
    await expect(care.request({ url: 'x' })).rejects.toBeInstanceOf(ClosedError);
    expect(await other.request({ url: 'x' })).toMatchObject({ status: 200 });
    expect(server.requests).toHaveLength(1);
  });

  test('ends the wait for a retry', async () => {
    const server = await rawServer((_request, response) => sendJson(response, {}, 500));
    const care = await server.connect({ retry: 5 });
    const call = care.request({ url: 'x' });
    call.catch(() => undefined);
    await until(() => server.requests.length === 1);
    care.close();
    await expect(call).rejects.toBeInstanceOf(ClosedError);
  });

  test('is what `using` does', async () => {
    const server = await rawServer((_request, response) => sendJson(response, {}));
    const care = await server.connect();
    care[Symbol.dispose]();
    await expect(care.refresh()).rejects.toBeInstanceOf(ClosedError);
  });

  test('is what `await using` does', async () => {
    const server = await rawServer((_request, response) => sendJson(response, {}));
    const care = await server.connect();
    await care[Symbol.asyncDispose]();
    await expect(care.refresh()).rejects.toBeInstanceOf(ClosedError);
  });
});

import { getEventListeners, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { Application } from 'care-platform';
import { describe, expect, test } from 'vitest';
import { batchOf, exportJobDocument, listDocument, listedClient } from '../support/documents.js';
import { type RawServer, rawServer, sendJson, until } from '../support/raw-server.js';

const people = [1, 2, 3].map((id) => listedClient(String(id)));

/** Responds to the first request of everything, and leaves the second page and the rest of a file open. */
function respond(path: URL, response: ServerResponse, baseUrl: string): void {
  if (path.pathname.endsWith('/export/j1')) {
    const fields = { options: { name: 'client', output_format: 'csv' } };
    sendJson(response, exportJobDocument(fields, { download: '/export/j1/download' }, baseUrl));
  } else if (path.pathname.endsWith('/download')) {
    response.writeHead(200, { 'content-type': 'text/csv' }).write('a,b\n1,2\n');
  } else if (path.pathname.endsWith('/changes')) {
    sendJson(response, listDocument([]));
  } else if ((path.searchParams.get('start') ?? '0') === '0') {
    sendJson(response, batchOf(people, path.searchParams));
  }
}

/** What is iterated, and whether a request runs while its second result is waited for. */
const iterations: [string, (care: Application, signal: AbortSignal) => Promise<AsyncGenerator<unknown>>, boolean][] = [
  ['a list', async (care, signal) => care.clients({ limit: 1 }, { signal })[Symbol.asyncIterator](), true],
  ['a list with prefetch', async (care, signal) => care.clients({ limit: 1, prefetch: 1 }, { signal }).pages(), true],
  ['the rows of an export', async (care, signal) => (await care.exportJob('export/j1')).rows({ signal }), true],
  ['the changes', async (care, signal) => care.watchChanges({ types: ['tasks'], signal }), false],
];

async function begun(begin: (typeof iterations)[number][1], runs: boolean) {
  const server: RawServer = await rawServer(({ url }, response) =>
    respond(new URL(url ?? '', server.baseUrl), response, server.baseUrl),
  );
  const { signal } = new AbortController();
  const iteration = await begin(await server.connect(), signal);
  expect((await iteration.next()).done).toBe(false);
  const waiting = iteration.next();
  await until(() => server.running === Number(runs));
  return { server, signal, iteration, waiting };
}

describe.each(iterations)('%s that is left while its next result is waited for', (_, begin, runs) => {
  // The next poll is 30 seconds away, and so is the end of a request.
  test('ends at once, its request too, and leaves nothing on the signal', { timeout: 20_000 }, async () => {
    const { server, signal, iteration, waiting } = await begun(begin, runs);
    expect(await iteration.return(undefined)).toEqual({ done: true, value: undefined });
    expect(await waiting).toEqual({ done: true, value: undefined });
    await until(() => server.running === 0);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});

test.each(iterations)('an iteration that is failed from outside ends at once: %s', async (_, begin, runs) => {
  const { server, signal, iteration, waiting } = await begun(begin, runs);
  const failure = new Error('The consumer broke.');
  await expect(iteration.throw(failure)).rejects.toBe(failure);
  expect(await waiting).toEqual({ done: true, value: undefined });
  expect(await iteration.next()).toEqual({ done: true, value: undefined });
  await until(() => server.running === 0);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('a Node stream of the changes that is destroyed ends at once, with its error', async () => {
  const server = await rawServer(({ url }, response) =>
    respond(new URL(url ?? '', server.baseUrl), response, server.baseUrl),
  );
  const stream = Readable.from((await server.connect()).watchChanges({ types: ['tasks'] }));
  const failure = new Error('The consumer broke.');
  const failed = once(stream, 'close').catch((error: unknown) => error);
  stream.once('data', () => setImmediate(() => stream.destroy(failure)));
  expect(await failed).toBe(failure);
});

test.each(iterations)('an iteration that was cancelled before it began sends nothing: %s', async (_, begin) => {
  const server = await rawServer(({ url }, response) =>
    respond(new URL(url ?? '', server.baseUrl), response, server.baseUrl),
  );
  const iteration = await begin(await server.connect(), AbortSignal.abort('left'));
  const asked = server.requests.length;
  await expect(iteration.next()).rejects.toBe('left');
  expect(server.requests).toHaveLength(asked);
});

// Left alone, the request would end by its timeout, after 30 seconds.
test('a list that is left while the link to it is read ends that request', { timeout: 20_000 }, async () => {
  const server: RawServer = await rawServer(({ url }, response) => {
    const { pathname, searchParams } = new URL(url ?? '', server.baseUrl);
    const client = listedClient('1', { '@url': `${server.baseUrl}/c/1` });
    if (pathname.endsWith('/c/items')) sendJson(response, batchOf([client], searchParams));
  });
  const client = await (await server.connect()).clients().first();
  const iteration = client?.tasks()[Symbol.asyncIterator]();
  const waiting = iteration?.next();
  await until(() => server.requests.includes('GET /api/2/c/1'));
  await iteration?.return(undefined);
  expect(await waiting).toEqual({ done: true, value: undefined });
  await until(() => server.running === 0);
});

describe('work on the items of a list', () => {
  async function pagesOfOne() {
    const server: RawServer = await rawServer(({ url }, response) => {
      sendJson(response, batchOf(people, new URL(url ?? '', server.baseUrl).searchParams));
    });
    return { server, clients: (await server.connect()).clients() };
  }

  test('leaves nothing on its own signal', async () => {
    const { clients } = await pagesOfOne();
    const { signal } = new AbortController();
    const worked: unknown[] = [];
    await clients.forEach((user) => void worked.push(user), { signal });
    expect(worked).toHaveLength(people.length);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('sends nothing if its own signal has aborted before', async () => {
    const { server, clients } = await pagesOfOne();
    const reason = new Error('enough');
    const worked: unknown[] = [];
    const call = clients.forEach((user) => void worked.push(user), { signal: AbortSignal.abort(reason) });
    await expect(call).rejects.toBe(reason);
    expect([server.requests, worked]).toEqual([[], []]);
  });
});

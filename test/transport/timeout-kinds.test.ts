import type { ServerResponse } from 'node:http';
import type { TimeoutError } from 'care-platform';
import { describe, expect, test } from 'vitest';
import { exportJobDocument } from '../support/documents.js';
import { failureOf } from '../support/failure.js';
import { rawServer, sendJson } from '../support/raw-server.js';

const begin = (response: ServerResponse, type: string) => {
  response.writeHead(200, { 'content-type': type, 'content-length': 1000 });
  response.write('{"a":');
};

describe('a timeout says what it waited for:', () => {
  test('the beginning of an answer', async () => {
    const care = await (await rawServer(() => undefined)).connect({ timeout: 400 });
    const failure = await failureOf<TimeoutError>(care.request({ url: 'x' }));
    expect(failure).toMatchObject({ waitedFor: 'answer', mayHaveArrived: true });
    expect(failure.message).toContain('no answer began within 400 ms');
  });

  test('the end of its body', async () => {
    const care = await (await rawServer((_, response) => begin(response, 'application/json'))).connect({
      timeout: 400,
    });
    const failure = await failureOf<TimeoutError>(care.request({ url: 'x' }));
    expect(failure).toMatchObject({ waitedFor: 'body', mayHaveArrived: true });
    expect(failure.message).toContain('its body was not complete within 400 ms');
  });

  test('the next bytes of a download', async () => {
    const server = await rawServer((request, response) => {
      if (request.url?.endsWith('download')) begin(response, 'text/csv');
      else sendJson(response, exportJobDocument({}, { download: '/export/j1/download' }, server.baseUrl));
    });
    const job = await (await server.connect()).exportJob(`${server.baseUrl}/export/j1`);
    const failure = await failureOf<TimeoutError>((await job.download({ timeout: 400 })).bytes());
    expect(failure).toMatchObject({ waitedFor: 'bytes' });
    expect(failure.message).toContain('no byte came for 400 ms');
  });

  test('the token, before anything was sent; the next call asks for it anew', async () => {
    let asked = 0;
    const never = new Promise<string>(() => undefined);
    const server = await rawServer((request, response) => {
      if (request.headers.authorization === 'svc-token token-1') sendJson(response, { code: 401 }, 401);
      else sendJson(response, { a: 1 });
    });
    const care = await server.connect({ token: () => (++asked === 2 ? never : `token-${asked}`) });
    const failure = await failureOf<TimeoutError>(care.request({ url: 'x' }, { timeout: 400 }));
    expect(failure).toMatchObject({ waitedFor: 'token', mayHaveArrived: false });
    expect(failure.message).toContain('the `token` function gave no token within 400 ms');
    expect(await care.request({ url: 'x' })).toMatchObject({ data: { a: 1 } });
  });

  test.each([
    ['UND_ERR_HEADERS_TIMEOUT', 'answer'],
    ['UND_ERR_BODY_TIMEOUT', 'bytes'],
  ])('a limit of the runtime (%s), and how to raise it', async (code, waitedFor) => {
    const cause = Object.assign(new Error('late'), { code });
    const broken = new ReadableStream({
      pull: (controller) => controller.error(new TypeError('terminated', { cause })),
    });
    const server = await rawServer(() => undefined);
    const care = await server.connect({
      fetch: async (...args) => {
        if (!new Request(...args).url.endsWith('/x')) return globalThis.fetch(...args);
        if (waitedFor === 'answer') throw new TypeError('fetch failed', { cause });
        return new Response(broken, { headers: { 'content-type': 'application/json' } });
      },
    });
    const failure = await failureOf<TimeoutError>(care.request({ url: 'x' }));
    expect(failure).toMatchObject({ name: 'TimeoutError', waitedFor, mayHaveArrived: true });
    expect(failure.message).toContain(code);
  });
});

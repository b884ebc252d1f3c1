import { setTimeout as sleep } from 'node:timers/promises';
import type { CareError, Client, TimeoutError } from 'care-platform';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { clientDocument, exportJobDocument } from '../support/documents.js';
import { failureOf } from '../support/failure.js';
import { OpenThrottle } from '../support/open-throttle.js';
import { rawServer, sendJson, until } from '../support/raw-server.js';

describe('a deadline', () => {
  test('ends a call whose attempt is under way, and closes its socket', async () => {
    const server = await rawServer(() => undefined);
    const care = await server.connect();
    const failure = await failureOf<TimeoutError>(care.request({ url: 'x' }, { deadline: 1000 }));
    expect(failure).toMatchObject({ name: 'TimeoutError', waitedFor: 'call', mayHaveArrived: true, attempts: 1 });
    expect(failure.message).toMatch(/`deadline` of 1000 ms: its attempt was ended.*1 request sent/);
    await until(() => server.running === 0);
  });

  test('of `connect` holds for every call that names none', async () => {
    const server = await rawServer((request, response) => {
      if (request.url?.endsWith('late')) void sleep(1500).then(() => sendJson(response, {}));
    });
    const care = await server.connect({ deadline: 1000 });
    expect(await failureOf(care.request({ url: 'never' }))).toMatchObject({ waitedFor: 'call' });
    expect(await care.request({ url: 'late' }, { deadline: 10_000 })).toMatchObject({ status: 200 });
  });

  test('counts the wait for the throttle, after which nothing was sent', async () => {
    const server = await rawServer((request, response) => {
      if (request.url?.endsWith('late')) sendJson(response, {});
    });
    const care = await server.connect({ throttle: { connections: 1 } });
    const stop = new AbortController();
    const first = failureOf(care.request({ url: 'first' }, { signal: stop.signal }));
    await until(() => server.requests.length === 1);
    const failure = await failureOf<TimeoutError>(care.request({ url: 'late' }, { deadline: 60 }));
    expect(failure).toMatchObject({ waitedFor: 'call', mayHaveArrived: false, attempts: 0 });
    expect(failure.message).toContain('it was waiting for the throttle; 0 requests sent');
    expect(care.throttle.stats().queued).toBe(0);
    stop.abort(new Error('enough'));
    await first;
  });

  test('that passes in a throttle of one’s own, which heeds no signal, says where', async () => {
    const server = await rawServer((_request, response) => sendJson(response, {}));
    const throttle = new OpenThrottle();
    const care = await server.connect({ throttle });
    const letThrough = throttle.acquire.bind(throttle);
    throttle.acquire = () => sleep(200).then(() => letThrough());
    const failure = await failureOf<TimeoutError>(care.request({ url: 'x' }, { deadline: 50 }));
    expect(failure).toMatchObject({ waitedFor: 'call', mayHaveArrived: false, attempts: 0 });
    expect(failure.message).toContain('it was waiting for the throttle; 0 requests sent');
    expect(server.requests).toEqual([]);
    expect(throttle.running).toBe(0);
  });

  test('that comes before the repeat ends the call with what happened', async () => {
    // As long a wait as after several failures in a row.
    const random = vi.spyOn(Math, 'random').mockReturnValue(20);
    onTestFinished(() => random.mockRestore());
    const server = await rawServer((_request, response) => response.destroy());
    const care = await server.connect({ retry: 2 });
    const failure = await failureOf<CareError>(care.request({ url: 'x' }, { deadline: 2000 }));
    expect(failure).toMatchObject({ name: 'ConnectionError', attempts: 1 });
    expect(failure.message).toContain('not sent again: its `deadline` of 2000 ms comes first');
    expect(failure.stack).toContain('comes first');
  });

  test('ends the pause after a refusal for the rate too, and tells of it', async () => {
    const server = await rawServer((_request, response) => {
      response.writeHead(429, { 'retry-after': '20' });
      response.end();
    });
    const care = await server.connect({ retry: 2 });
    const failure = await failureOf<TimeoutError>(care.request({ url: 'x' }, { deadline: 1500 }));
    expect(failure).toMatchObject({ waitedFor: 'call', mayHaveArrived: false, attempts: 1 });
    expect(failure.message).toContain('it was waiting for the throttle; 1 request sent');
    expect(failure.cause).toMatchObject({ name: 'RateLimitedError' });
    expect(server.requests).toHaveLength(1);
  });

  test('during a write that is never sent twice leaves its outcome unknown', async () => {
    const server = await rawServer(() => undefined);
    const care = await server.connect();
    const failure = await failureOf<TimeoutError>(care.createLabel('x', { deadline: 1000 }));
    expect(failure).toMatchObject({ name: 'OutcomeUnknownError', cause: { name: 'TimeoutError', waitedFor: 'call' } });
  });

  test('is shared by the requests of one call', async () => {
    const server = await rawServer((request, response) => {
      const { '@links': _, ...listed } = clientDocument('1', {}, server.baseUrl);
      if (request.url?.startsWith('/api/2/c/items')) sendJson(response, { '@items': [listed] });
      else void sleep(700).then(() => sendJson(response, clientDocument('1', {}, server.baseUrl)));
    });
    const care = await server.connect({ retry: 0 });
    const client = (await care.clients().first()) as Client;
    // Its links did not come with the list: one request for them, and one for what they lead to.
    expect(await failureOf(client.diary({ deadline: 1200 }))).toMatchObject({ waitedFor: 'call' });
  });

  test('of a download ends with its first byte', async () => {
    const server = await rawServer((request, response) => {
      if (!request.url?.endsWith('download')) {
        sendJson(response, exportJobDocument({}, { download: '/export/j1/download' }, server.baseUrl));
        return;
      }
      response.writeHead(200, { 'content-type': 'text/csv' });
      response.write('a,');
      void sleep(1500).then(() => response.end('b'));
    });
    const care = await server.connect({ deadline: 1000 });
    const job = await care.exportJob(`${server.baseUrl}/export/j1`);
    expect(await (await job.download()).text()).toBe('a,b');
  });

  test('leaves no time to look for a write whose answer was lost', async () => {
    const server = await rawServer((request, response) => {
      if (request.method === 'POST') sendJson(response, { code: 500 }, 500);
      else sendJson(response, clientDocument('1', { active: false }, server.baseUrl));
    });
    const care = await server.connect({ retry: 2 });
    const client = await care.client({ url: `${server.baseUrl}/c/1` });
    const failure = await failureOf<CareError>(client.activate({ sendEmail: 'no' }, { deadline: 450 }));
    expect(failure).toMatchObject({ name: 'OutcomeUnknownError', operation: 'setActive', attempts: 1 });
    expect(failure.message).toContain('Its deadline left no time to look');
    expect(server.requests).toHaveLength(2);
  });

  test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])(
    'of %s is refused before anything is sent',
    async (deadline) => {
      const server = await rawServer((_request, response) => sendJson(response, {}));
      const care = await server.connect();
      expect(await failureOf(care.request({ url: 'x' }, { deadline }))).toMatchObject({ name: 'InputError' });
      expect(server.requests).toEqual([]);
      await expect(server.connect({ deadline })).rejects.toMatchObject({ name: 'InputError' });
    },
  );
});

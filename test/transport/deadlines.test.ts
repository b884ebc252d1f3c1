import type { CareError, Client } from 'care-platform';
import { beforeEach, describe, expect, test } from 'vitest';
import { baseUrl, clientDocument, exportJobDocument } from '../support/documents.js';
import { failureOf } from '../support/failure.js';
import { OpenThrottle } from '../support/open-throttle.js';
import { rawServer, until } from '../support/raw-server.js';
import { byPath, connectedInTurn, connectedTo } from '../support/scripted-fetch.js';
import { type VirtualTime, virtualTime } from '../support/virtual-time.js';

let time: VirtualTime;
beforeEach(() => {
  time = virtualTime();
});

const failing = <Failure = unknown>(call: Promise<unknown>) => time.until(failureOf<Failure>(call));
const later = (milliseconds: number, document: unknown) => time.wait(milliseconds).then(() => Response.json(document));
const lost = () => Promise.reject(new TypeError('fetch failed'));

describe('a deadline', () => {
  test('ends a call whose attempt is under way, and closes its socket', async () => {
    const server = await rawServer(() => undefined);
    const care = await server.connect();
    const failure = failureOf<CareError>(care.request({ url: 'x' }, { deadline: 1000 }));
    await until(() => server.running === 1);
    await time.advance(999);
    expect(care.throttle.stats().running).toBe(1);
    await time.advance(1);
    expect(await failure).toMatchObject({
      name: 'TimeoutError',
      waitedFor: 'call',
      mayHaveArrived: true,
      attempts: 1,
    });
    await until(() => server.running === 0);
  });

  test('of `connect` holds for every call that names none', async () => {
    const care = await connectedTo(() => later(1500, {}), { deadline: 1000 });
    expect(await failing(care.request({ url: 'x' }))).toMatchObject({ waitedFor: 'call' });
    expect(await time.until(care.request({ url: 'x' }, { deadline: 10_000 }))).toMatchObject({ status: 200 });
  });

  test('counts the wait for the throttle, after which nothing was sent', async () => {
    const { fetch, asked } = byPath({});
    const care = await connectedTo((url, init) => (url.endsWith('first') ? later(5000, {}) : fetch(url, init)), {
      throttle: { connections: 1 },
    });
    await time.advance(0);
    const first = care.request({ url: 'first' });
    await time.settle();
    const failure = await failing(care.request({ url: 'late' }, { deadline: 60 }));
    expect(failure).toMatchObject({ waitedFor: 'call', mayHaveArrived: false, attempts: 0, waited: 60 });
    expect(care.throttle.stats().queued).toBe(0);
    expect(asked).toEqual([]);
    expect(await time.until(first)).toMatchObject({ status: 200 });
  });

  test('that passes in a throttle of the caller, which heeds no signal, ends the call unsent', async () => {
    const throttle = new OpenThrottle();
    const { fetch, asked } = byPath({});
    const care = await connectedTo(fetch, { throttle });
    const letThrough = throttle.acquire.bind(throttle);
    throttle.acquire = () => time.wait(200).then(() => letThrough());
    const failure = await failing(care.request({ url: 'x' }, { deadline: 50 }));
    expect(failure).toMatchObject({ waitedFor: 'call', mayHaveArrived: false, attempts: 0 });
    await time.advance(200);
    expect(asked).toEqual([]);
    expect(throttle.running).toBe(0);
  });

  test('that comes before the next attempt ends the call with what happened', async () => {
    const { care, askedAt } = await connectedInTurn([lost], {}, () => time.now());
    // The wait would be 188 ms.
    const failure = await failing<CareError>(care.request({ url: 'x' }, { deadline: 180 }));
    expect(failure).toMatchObject({ name: 'ConnectionError', attempts: 1 });
    expect(failure.stack).toContain(failure.message);
    expect(askedAt).toHaveLength(1);
    expect(await failing(care.request({ url: 'x' }, { deadline: 190 }))).toMatchObject({ attempts: 2 });
  });

  test('ends the pause after a refusal for the rate too, and reports it as the cause', async () => {
    const { care, askedAt } = await connectedInTurn(
      [async () => Response.json({ code: 429 }, { status: 429, headers: { 'retry-after': '20' } })],
      { throttle: {} },
      () => time.now(),
    );
    const failure = await failing<Error>(care.request({ url: 'x' }, { deadline: 1500 }));
    expect(failure).toMatchObject({ waitedFor: 'call', mayHaveArrived: false, attempts: 1, waited: 1500 });
    expect(failure.cause).toMatchObject({ name: 'RateLimitedError' });
    expect(askedAt).toHaveLength(1);
  });

  test('during a write that is never sent twice leaves its outcome unknown', async () => {
    const care = await connectedTo(() => later(60_000, {}));
    const failure = await failing(care.createLabel('x', { deadline: 1000 }));
    expect(failure).toMatchObject({ name: 'OutcomeUnknownError', cause: { name: 'TimeoutError', waitedFor: 'call' } });
  });

  test('is shared by the requests of one call', async () => {
    const { '@links': _, ...listed } = clientDocument('1');
    const care = await connectedTo((url) =>
      url.includes('/c/items') ? later(0, { '@items': [listed] }) : later(700, clientDocument('1')),
    );
    const client = (await time.until(care.clients().first())) as Client;
    // Its links did not come with the list: one request for them, and one for what they lead to.
    expect(await failing(client.diary({ deadline: 1200 }))).toMatchObject({ waitedFor: 'call' });
  });

  test('of a download ends with its first byte', async () => {
    const rest = new TransformStream<Uint8Array, Uint8Array>();
    const { fetch } = byPath({
      '/export/j1': () => Response.json(exportJobDocument({}, { download: '/export/j1/download' })),
      '/export/j1/download': () => new Response(rest.readable),
    });
    const care = await connectedTo(fetch, { deadline: 1000 });
    const job = await care.exportJob(`${baseUrl}/export/j1`);
    const text = (await job.download()).text();
    const writer = rest.writable.getWriter();
    await writer.write(new TextEncoder().encode('a,'));
    await time.advance(1500);
    await writer.write(new TextEncoder().encode('b'));
    await writer.close();
    expect(await text).toBe('a,b');
  });

  test('leaves no time to verify a write whose response was lost', async () => {
    const { fetch, asked } = byPath({
      '/c/1': () => Response.json(clientDocument('1', { active: false })),
      '/c/1/activation': () => Response.json({ code: 500 }, { status: 500 }),
    });
    const care = await connectedTo(fetch, { retry: 2 });
    const client = await care.client({ url: `${baseUrl}/c/1` });
    asked.length = 0;
    const failure = await failing(client.activate({ sendEmail: 'no' }, { deadline: 450 }));
    expect(failure).toMatchObject({ name: 'OutcomeUnknownError', operation: 'setActive', attempts: 1 });
    expect(asked).toEqual(['POST /c/1/activation']);
  });

  test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])(
    'of %s is refused before anything is sent',
    async (deadline) => {
      const { fetch, asked } = byPath({});
      const care = await connectedTo(fetch);
      expect(await failing(care.request({ url: 'x' }, { deadline }))).toMatchObject({ name: 'InputError' });
      expect(asked).toEqual([]);
      await expect(connectedTo(fetch, { deadline })).rejects.toMatchObject({ name: 'InputError' });
    },
  );
});

import type { Fetch, FetchedResponse } from 'care-platform';
import { describe, expect, test } from 'vitest';
import { baseUrl, clientDocument, exportJobDocument } from '../support/documents.js';
import { failureOf } from '../support/failure.js';
import { OpenThrottle } from '../support/open-throttle.js';
import { connectedTo } from '../support/scripted-fetch.js';
import { virtualTime } from '../support/virtual-time.js';

const throttle = new OpenThrottle();

/** A connection whose calls use this `fetch`. */
async function connected(fetch: Fetch, retry = 0) {
  const care = await connectedTo(fetch, { retry, throttle });
  throttle.refusals.length = 0;
  throttle.released.length = 0;
  return care;
}

/** What a `fetch` that is not the runtime's may give. */
const given = (status: number, headers: Record<string, string>, body: unknown = null): FetchedResponse => ({
  ok: status < 300,
  status,
  headers: { get: (name) => headers[name] ?? null },
  body,
});

const streamOf = (...parts: Uint8Array[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });

describe('a body', () => {
  test('that comes in pieces is put together, a letter that stands in two of them too', async () => {
    const bytes = new TextEncoder().encode('{"name":"Zoë"}');
    const care = await connected(async () => {
      const body = streamOf(bytes.slice(0, 3), bytes.slice(3, 12), bytes.slice(12));
      return new Response(body, { headers: { 'content-type': 'application/json' } });
    });
    expect(await care.request({ url: 'x' })).toMatchObject({ data: { name: 'Zoë' } });
  });

  test('of a calendar is unfolded at its folds only, and not inside the response of `fetch`', async () => {
    const text = 'A:x\r\n y z\r\n\tw\r\nB:x\n y\r z\r\r \n\n u\r\n';
    const kept = new TextEncoder().encode(text);
    const care = await connected(async (url, { headers }) => {
      if (url.endsWith('/c/1')) return Response.json(clientDocument('1'));
      expect(headers.accept).toBe('text/calendar, application/json');
      return new Response(streamOf(kept), { headers: { 'content-type': 'text/calendar' } });
    });
    const client = await care.client({ url: `${baseUrl}/c/1` });
    expect(await client.calendar()).toBe('A:xy zw\r\nB:x\n y\r z\r\r \n\n u\r\n');
    expect(new TextDecoder().decode(kept)).toBe(text);
  });

  test.each([
    ['a field', { id: 'x', amount: 1n }, 'amount'],
    ['the whole', { toJSON: () => Object.create(null).missing() }, ''],
  ])(
    'that cannot be written is refused before anything is sent, and what of it is named: %s',
    async (_, body, name) => {
      let sent = 0;
      const care = await connected(async () => Response.json(sent++));
      expect(await failureOf(care.request({ method: 'POST', url: 'x', body }))).toMatchObject({
        name: 'InputError',
        problems: [{ name }],
      });
      expect(sent).toBe(0);
    },
  );
});

describe('a failed response', () => {
  const unending = () =>
    new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new Uint8Array(1)) });

  test('whose body breaks off is reported with its status', async () => {
    const body = () => new ReadableStream({ pull: (controller) => controller.error(new TypeError('terminated')) });
    const care = await connected(async () => new Response(body(), { status: 503 }));
    expect(await failureOf(care.request({ url: 'x' }))).toMatchObject({ name: 'ServerError', status: 503 });
  });

  test('whose body does not end is reported with its status when its time is up', async () => {
    const care = await connected(async () => new Response(unending(), { status: 404 }));
    const time = virtualTime();
    const failing = failureOf(care.request({ url: 'x' }, { timeout: 100 }));
    expect(await time.until(failing)).toMatchObject({ name: 'NotFoundError' });
  });

  test('whose body the caller ends is reported with the caller’s reason', async () => {
    const stop = new AbortController();
    const care = await connected(async () => {
      setImmediate(() => stop.abort('enough'));
      return new Response(unending(), { status: 404 });
    });
    expect(await failureOf(care.request({ url: 'x' }, { signal: stop.signal }))).toBe('enough');
    expect(throttle.released).toEqual(['aborted']);
  });
});

describe('a `fetch` of the caller', () => {
  test('that gives no body at all is understood', async () => {
    const stop = new AbortController();
    const care = await connected(async (url) => {
      if (url.endsWith('/ended')) stop.abort('enough');
      return given(204, {});
    });
    expect(await care.request({ url: 'x' })).toMatchObject({ status: 204, data: undefined });
    expect(await failureOf(care.request({ url: 'ended' }, { signal: stop.signal }))).toBe('enough');
  });

  test('that returns a page without a body in place of a file causes an error that describes it', async () => {
    const links = { download: '/export/j1/download' };
    const care = await connected(async (url) =>
      url.endsWith('/download')
        ? given(200, { 'content-type': 'text/html' })
        : Response.json(exportJobDocument({ state: 'completed' }, links)),
    );
    const job = await care.exportJob(`${baseUrl}/export/j1`);
    expect(await failureOf(job.download())).toMatchObject({ name: 'UnexpectedResponseError', status: 200 });
    expect(throttle.released).toEqual(['done', 'aborted']);
  });

  test('may leave blanks around a header', async () => {
    let asked = 0;
    const care = await connected(
      async () => (asked++ === 0 ? given(429, { 'retry-after': ' 2 ' }) : Response.json(1)),
      1,
    );
    expect(await care.request({ url: 'x' })).toMatchObject({ attempts: 2 });
    expect(throttle.refusals).toEqual([2000]);
  });
});

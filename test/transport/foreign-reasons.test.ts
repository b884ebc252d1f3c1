import { type Application, type CareError, connect, type Fetch } from 'care-platform';
import { expect, onTestFinished, test } from 'vitest';
import { applicationDocument, baseUrl, clientDocument } from '../support/documents.js';
import { failureOf } from '../support/failure.js';
import { OpenThrottle } from '../support/open-throttle.js';
import { connected, connectedTo } from '../support/scripted-fetch.js';

const throttle = new OpenThrottle();

async function errorOfAnotherCall(): Promise<CareError> {
  const care = await connected(() => Response.json({ code: 503, message: 'Later' }, { status: 503 }), { throttle });
  return failureOf(care.client({ id: 'EHR-1' }));
}

/** Responds to each GET, and leaves all other requests open until their signal aborts. */
const openWrites: Fetch = async (_, { method, signal }) => {
  if (method === 'GET') return Response.json(clientDocument('1'));
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
};

test.each<[string, number, (care: Application, signal: AbortSignal) => Promise<unknown>]>([
  ['an update', 0, (care, signal) => care.updateClient({ id: 'EHR-1' }, { infix: 'van' }, { signal })],
  ['an update with retries', 2, (care, signal) => care.updateClient({ id: 'EHR-1' }, { infix: 'van' }, { signal })],
  ['a write that is never sent again', 2, (care, signal) => care.createLabel('New', { signal })],
])('%s that is aborted with the error of another call rejects with that error as it is', async (_, retry, call) => {
  const reason = await errorOfAnotherCall();
  const { message } = reason;
  const care = await connectedTo(openWrites, { retry, throttle });
  const stop = new AbortController();
  const calls = [1, 2, 3].map(() => failureOf(call(care, stop.signal)));
  setImmediate(() => stop.abort(reason));
  expect(await Promise.all(calls)).toEqual([reason, reason, reason]);
  expect(reason.message).toBe(message);
  const before = failureOf(call(care, AbortSignal.abort(reason)));
  expect(await before).toBe(reason);
});

test('a `fetch` of the caller may return headers that are no `Headers`', async () => {
  const headers = new Map([['content-type', 'application/json']]);
  const statuses = [429, 200];
  const fetch: Fetch = async (url) => {
    const status = url === baseUrl ? 200 : (statuses.shift() ?? 200);
    const document = url === baseUrl ? applicationDocument() : clientDocument('1');
    return { status, headers, text: async () => JSON.stringify(document) } as unknown as Response;
  };
  const care = await connect({ baseUrl, token: 'x', fetch, throttle });
  onTestFinished(() => care.close());
  expect((await care.client({ id: 'EHR-1' })).url).toBe(`${baseUrl}/c/1`);
});

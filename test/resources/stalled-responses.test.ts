import type { Fetch, OutcomeUnknownError } from 'care-platform';
import { expect, test } from 'vitest';
import { baseUrl } from '../support/documents.js';
import { failureOf } from '../support/failure.js';
import { newClient } from '../support/people.js';
import { connectedTo } from '../support/scripted-fetch.js';
import { virtualTime } from '../support/virtual-time.js';

const place = `${baseUrl}/c/MRN-4711`;

/** A 201 whose body never ends. */
const stalled = () =>
  new Response(new ReadableStream(), { status: 201, headers: { 'content-type': 'application/json', location: place } });

test('a creation whose body stalls has a status and an address, and is not sent again', async () => {
  const time = virtualTime();
  const asked: string[] = [];
  const fetch: Fetch = async (url, { method }) => {
    asked.push(`${method} ${url.slice(baseUrl.length)}`);
    return method === 'POST' && url === `${baseUrl}/c` ? stalled() : Response.json({ '@items': [] });
  };
  const care = await connectedTo(fetch, { timeout: 500 });
  const failure = (await time.until(failureOf(care.createClient(newClient)))) as OutcomeUnknownError;
  expect(failure).toMatchObject({
    name: 'OutcomeUnknownError',
    cause: { name: 'TimeoutError', waitedFor: 'body', status: 201 },
  });
  expect(failure.resourceUrl()).toBe(place);
  expect(failure.message).toContain('201');
  expect(JSON.stringify(failure) + failure.stack).not.toContain('MRN-4711');
  expect(asked.filter((request) => request === 'POST /c')).toHaveLength(1);
});

test('a timeout without a response has no status and no address', async () => {
  const time = virtualTime();
  const care = await connectedTo(() => new Promise(() => undefined), { timeout: 500, retry: 0 });
  const failure = (await time.until(failureOf(care.request({ url: 'x' })))) as OutcomeUnknownError;
  expect(failure).toMatchObject({ name: 'TimeoutError', waitedFor: 'response' });
  expect(failure).not.toHaveProperty('status');
  expect(failure.resourceUrl()).toBeUndefined();
});

test('a change that may have been applied says so if the renewal of the token then takes too long', async () => {
  const time = virtualTime();
  let requests = 0;
  const fetch: Fetch = async () => {
    if (requests++ === 0) throw new TypeError('fetch failed');
    return Response.json({}, { status: 401 });
  };
  let tokens = 0;
  const token = () => (tokens++ === 0 ? 'x' : new Promise<string>(() => undefined));
  const care = await connectedTo(fetch, { token, timeout: 500 });
  const changing = care.updateClient({ url: `${baseUrl}/c/1` }, { infix: null });
  const failure = await time.until(failureOf(changing));
  expect(failure).toMatchObject({ name: 'TimeoutError', waitedFor: 'token', mayHaveArrived: true });
  expect(requests).toBe(2);
});

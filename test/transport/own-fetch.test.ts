import { connect, type FetchInit } from 'care-platform';
import { createSandbox } from 'care-platform/sandbox';
import { expect, test, vi } from 'vitest';
import { failureOf } from '../support/failure.js';
import { OpenThrottle } from '../support/open-throttle.js';
import { connectedTo } from '../support/scripted-fetch.js';
import { virtualTime } from '../support/virtual-time.js';

test('a `fetch` of one’s own is asked with a URL and plain options, which that of any package takes', async () => {
  const sandbox = createSandbox();
  const asked: { url: string; init: FetchInit }[] = [];
  const care = await connect({
    baseUrl: sandbox.baseUrl,
    token: sandbox.tokens.apiUser,
    fetch: (url, init) => {
      asked.push({ url, init });
      return sandbox.fetch(url, init);
    },
  });
  await care.updateClient({ id: 'EHR-1042' }, { last_name: 'Voorbeeld' });
  const { signal, ...rest } = asked.at(-1)?.init ?? {};
  expect(asked.at(-1)?.url).toBe(`${sandbox.baseUrl}/aux/client/id/EHR-1042`);
  expect(signal).toBeInstanceOf(AbortSignal);
  expect(rest).toEqual({
    method: 'PATCH',
    headers: {
      accept: 'application/json',
      authorization: `svc-token ${sandbox.tokens.apiUser}`,
      'content-type': 'application/json',
    },
    body: '{"last_name":"Voorbeeld"}',
    redirect: 'manual',
    cache: 'no-store',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
  });
});

test('it need not give the runtime’s own kind of response', async () => {
  const sandbox = createSandbox();
  const care = await connect({
    baseUrl: sandbox.baseUrl,
    token: sandbox.tokens.apiUser,
    async fetch(url, init) {
      const { ok, status, headers, body } = await sandbox.fetch(url, init);
      return { ok, status, headers: { get: (name) => headers.get(name) }, body };
    },
  });
  expect((await care.client({ id: 'EHR-1042' })).type).toMatch(/client$/);
});

test.each([
  ['timeout', { timeout: 50 }, 'response'],
  ['deadline', { deadline: 50 }, 'call'],
])('a `fetch` may ignore its signal: the %s of a call still ends it', async (_, options, waitedFor) => {
  const time = virtualTime();
  const throttle = new OpenThrottle();
  const care = await connectedTo(() => new Promise(() => undefined), { throttle, retry: 0 });
  const failure = await time.until(failureOf(care.request({ url: 'x' }, options)));
  expect(failure).toMatchObject({ name: 'TimeoutError', waitedFor });
  expect(throttle.running).toBe(0);
});

test('a `fetch` may ignore its signal: an abort still ends its call', async () => {
  const stop = new AbortController();
  const throttle = new OpenThrottle();
  const care = await connectedTo(
    () => {
      setImmediate(() => stop.abort('enough'));
      return new Promise(() => undefined);
    },
    { throttle },
  );
  await expect(care.request({ url: 'x' }, { signal: stop.signal })).rejects.toBe('enough');
  expect(throttle.running).toBe(0);
});

test('a response that no call waits for any more is dropped', async () => {
  const time = virtualTime();
  const cancel = vi.fn();
  const late = () => time.wait(100).then(() => new Response(new ReadableStream({ cancel })));
  const care = await connectedTo(late, { retry: 0 });
  const failing = failureOf(care.request({ url: 'x' }, { timeout: 50 }));
  expect(await time.until(failing)).toMatchObject({ waitedFor: 'response' });
  await time.advance(50);
  expect(cancel).toHaveBeenCalled();
});

test('a response that it has read itself is reported by its status, and its connection is free again', async () => {
  const throttle = new OpenThrottle();
  const respond = async (status: number) => {
    const response = Response.json({ code: status }, { status });
    await response.text();
    return response;
  };
  const care = await connectedTo((url) => respond(Number(url.slice(-3))), { throttle, retry: 0 });
  await expect(care.request({ url: '404' })).rejects.toMatchObject({ name: 'NotFoundError' });
  const created = care.request({ method: 'POST', url: '201' });
  await expect(created).rejects.toMatchObject({ name: 'OutcomeUnknownError', cause: { status: 201 } });
  expect(throttle.running).toBe(0);
});

import { connect, type FetchInit } from 'care-platform';
import { createSandbox } from 'care-platform/sandbox';
import { expect, test } from 'vitest';

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

test('it need not give the runtime’s own kind of answer', async () => {
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

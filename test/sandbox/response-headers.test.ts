import { createSandbox } from 'care-platform/sandbox';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ask } from './api.js';

const noStore = 'no-store';

test('only responses with a status of 200 to 299 forbid caches to store them', async () => {
  const sandbox = createSandbox({ limits: false });
  const statuses = [200, 299, 300, 304, 400, 500];
  for (const status of statuses) {
    sandbox.faults.add({ kind: 'response', status });
    const { headers } = await ask(sandbox, 'GET', '/');
    expect(String(headers.get('Cache-Control')).includes(noStore), String(status)).toBe(status < 300);
  }
});

test('white space around a token is ignored, and a request without a token is refused', async () => {
  const sandbox = createSandbox({ limits: false });
  const { apiUser } = sandbox.tokens;
  const statusWith = async (authorization: string) =>
    (await ask(sandbox, 'GET', '/c/items', { token: null, headers: { authorization } })).status;
  expect(await statusWith(`svc-token   ${apiUser}`)).toBe(200);
  expect(await statusWith(`bearer ${apiUser}`)).toBe(401);
  expect((await ask(sandbox, 'GET', '/c/items', { token: null })).status).toBe(401);
});

test('a request over the limit is in the log of errors, as other failed requests are', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const sandbox = createSandbox({ limits: { requestsPerSecond: 1, burst: 1 } });
  const asked = [await ask(sandbox, 'GET', '/'), await ask(sandbox, 'GET', '/c/items')];
  expect(asked.map(({ status }) => status)).toEqual([200, 429]);
  vi.advanceTimersByTime(1000);
  const log = await ask(sandbox, 'GET', '/configuration/apiusers/errorlog/items');
  expect(log.body['@items'].map(({ code, uri }) => [code, uri])).toContainEqual([429, `${sandbox.baseUrl}/c/items`]);
});

test('the full name has only the parts that are there, with one space between', () => {
  const { control } = createSandbox();
  const nameOf = (infix: string | null) => control.addClient({ first_name: 'Nova', infix, last_name: 'Wit' }).name;
  expect(['de', '', null].map(nameOf)).toEqual(['Nova de Wit', 'Nova Wit', 'Nova Wit']);
});

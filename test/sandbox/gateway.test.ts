import { createSandbox } from 'care-platform/sandbox';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ask } from './api.js';

const label = JSON.stringify({ label: 'Nieuw' });

test.each([
  ['application/json', 201],
  ['APPLICATION/JSON', 201],
  ['application/json; charset=utf-8', 201],
  ['application/json ;charset=utf-8', 201],
  ['application/jsonp', 406],
  ['text/plain', 406],
  ['', 406],
])('a body that is announced as "%s" gets a %i', async (type, status) => {
  const sandbox = createSandbox();
  const headers = { Authorization: `svc-token ${sandbox.tokens.apiUser}` };
  const body = new TextEncoder().encode(label);
  const given = type === '' ? headers : { ...headers, 'Content-Type': type };
  const response = await sandbox.fetch(`${sandbox.baseUrl}/configuration/labels`, {
    method: 'POST',
    headers: given,
    body,
  });
  expect(response.status).toBe(status);
});

test.each(['{"label":', '[]', '"Nieuw"', 'null', '7', ''])(
  'the body %j is not the object that is wanted',
  async (body) => {
    const sandbox = createSandbox();
    const reply = await ask(sandbox, 'POST', '/configuration/labels', { body });
    expect(reply.status).toBe(406);
  },
);

test('a body that is no UTF-8 is refused', async () => {
  const sandbox = createSandbox();
  const headers = { Authorization: `svc-token ${sandbox.tokens.apiUser}`, 'Content-Type': 'application/json' };
  const body = new Uint8Array([...new TextEncoder().encode('{"label":"'), 0xff, ...new TextEncoder().encode('"}')]);
  const response = await sandbox.fetch(`${sandbox.baseUrl}/configuration/labels`, { method: 'POST', headers, body });
  expect(response.status).toBe(406);
});

test.each([
  ['svc-token', (token: string) => `svc-token ${token}`, 200],
  ['the scheme in capitals', (token: string) => `SVC-Token ${token}`, 200],
  ['more blanks', (token: string) => `  svc-token \t ${token}  `, 200],
  ['another scheme', (token: string) => `Bearer ${token}`, 401],
  ['no scheme', (token: string) => token, 401],
  ['no token', () => 'svc-token', 401],
  ['an empty text', () => '', 401],
  ['more than a token', (token: string) => `svc-token ${token} x`, 401],
  ['something before it', (token: string) => `x svc-token ${token}`, 401],
  ['an unknown token', () => 'svc-token unknown', 401],
])('`Authorization` with %s', async (_title, given, status) => {
  const sandbox = createSandbox();
  const headers = { Authorization: given(sandbox.tokens.apiUser) };
  const response = await sandbox.fetch(`${sandbox.baseUrl}/c/items?limit=1`, { headers });
  expect(response.status).toBe(status);
  expect(response.headers.get('WWW-Authenticate')).toBe(status === 401 ? 'svc-token' : null);
});

test('a request whose body breaks off fails, and nothing is recorded', async () => {
  const sandbox = createSandbox();
  const body = new ReadableStream({
    pull: (controller) => {
      controller.error(new Error('gone'));
    },
  });
  const request = { method: 'POST', body, duplex: 'half' } as RequestInit;
  await expect(sandbox.fetch(`${sandbox.baseUrl}/configuration/labels`, request)).rejects.toMatchObject({
    name: 'TypeError',
  });
  expect(sandbox.journal).toEqual([]);
});

test('a request that is given up during the latency does no work', async () => {
  const sandbox = createSandbox({ settings: { latency: 500 } });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const stop = new AbortController();
  const headers = { Authorization: `svc-token ${sandbox.tokens.apiUser}`, 'Content-Type': 'application/json' };
  const call = sandbox.fetch(`${sandbox.baseUrl}/configuration/labels`, {
    ...{ method: 'POST', headers, body: label, signal: stop.signal },
  });
  const failure = call.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(499);
  const reason = new Error('enough');
  stop.abort(reason);
  await vi.advanceTimersByTimeAsync(1);
  expect(await failure).toBe(reason);
  expect(sandbox.journal).toMatchObject([{ method: 'POST', status: null, user: null }]);
  sandbox.settings.latency = 0;
  expect((await ask(sandbox, 'GET', '/configuration/labels/items')).body['@items']).toHaveLength(3);
});

test('the journal names the path, the query, the status and the user of each request', async () => {
  const sandbox = createSandbox({ clock: { frozen: true } });
  const apiUser = sandbox.control.users('apiUser')[0]?.key;
  await ask(sandbox, 'GET', '/c/items?limit=1&strange=1');
  await ask(sandbox, 'POST', '/configuration/labels', { body: { label: 'Nieuw', strange: 1 } });
  await ask(sandbox, 'GET', '', { token: null });
  await ask(sandbox, 'GET', 'https://sandbox.example/other?x=1');
  expect(sandbox.journal).toEqual([
    {
      ...{ method: 'GET', path: '/c/items', query: '?limit=1&strange=1', at: sandbox.clock.now(), status: 200 },
      ...{ user: apiUser, ignored: [] },
    },
    {
      ...{ method: 'POST', path: '/configuration/labels', query: '', at: sandbox.clock.now(), status: 201 },
      ...{ user: apiUser, ignored: ['strange'] },
    },
    { method: 'GET', path: '/', query: '', at: sandbox.clock.now(), status: 200, user: null, ignored: [] },
    { method: 'GET', path: '/other', query: '?x=1', at: sandbox.clock.now(), status: 404, user: apiUser, ignored: [] },
  ]);
});

test('`pretty=1` spreads a response over lines, also one that reports a failure', async () => {
  const sandbox = createSandbox();
  expect((await ask(sandbox, 'GET', '/?pretty=1')).text.split('\n').length).toBeGreaterThan(5);
  expect((await ask(sandbox, 'GET', '/x?pretty=1')).text.split('\n').length).toBeGreaterThan(2);
  expect((await ask(sandbox, 'GET', '/?pretty=0')).text.split('\n')).toHaveLength(1);
});

test('a base URL loses its last slashes', () => {
  for (const slashes of ['', '/', '///'])
    expect(createSandbox({ baseUrl: `https://care.example/api/2${slashes}` }).baseUrl).toBe(
      'https://care.example/api/2',
    );
});

test('only successful responses forbid to be kept', async () => {
  const sandbox = createSandbox();
  sandbox.faults.add({ kind: 'response', status: 300 }, { kind: 'response', status: 299 });
  const kept = async () => (await ask(sandbox, 'GET', '/')).headers.get('Cache-Control');
  expect([await kept(), await kept(), await kept()]).toEqual([
    null,
    expect.stringContaining('no-store'),
    expect.stringContaining('no-store'),
  ]);
});

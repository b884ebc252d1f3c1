import { createSandbox, type Fault } from 'care-platform/sandbox';
import { http } from 'msw';
import { setupServer } from 'msw/node';
import { expect, test } from 'vitest';
import { ask } from './api.js';

const unlimited = (options = {}) => createSandbox({ limits: false, ...options });
const label = { body: { label: 'Nieuw' } };
const labelCount = async (sandbox: ReturnType<typeof createSandbox>) =>
  (await ask(sandbox, 'GET', '/configuration/labels/items')).body['@items'].length;

test('STC-8: an injected answer comes once, without the work being done', async () => {
  const sandbox = unlimited();
  sandbox.faults.add({ kind: 'answer', status: 500, body: { code: 500, message: 'Unexpected error' }, method: 'POST' });
  expect((await ask(sandbox, 'GET', '/')).status).toBe(200);
  const failed = await ask(sandbox, 'POST', '/configuration/labels', label);
  expect([failed.status, failed.body.message]).toEqual([500, 'Unexpected error']);
  expect(await labelCount(sandbox)).toBe(3);
  expect((await ask(sandbox, 'POST', '/configuration/labels', label)).status).toBe(201);
});

test('A drop before leaves nothing behind, a drop after has done the work', async () => {
  const sandbox = unlimited();
  sandbox.faults.add({ kind: 'drop', when: 'before', path: '/configuration/labels' });
  await expect(ask(sandbox, 'POST', '/configuration/labels', label)).rejects.toThrow(TypeError);
  expect(await labelCount(sandbox)).toBe(3);
  sandbox.faults.add({ kind: 'drop', when: 'after', path: /labels$/ });
  await expect(ask(sandbox, 'POST', '/configuration/labels', label)).rejects.toThrow(TypeError);
  expect(await labelCount(sandbox)).toBe(4);
  expect(sandbox.journal.filter((entry) => entry.status === null)).toHaveLength(2);
});

test('A gateway page, a redirect and a late answer come as asked, after the requests that are skipped', async () => {
  const sandbox = unlimited();
  sandbox.faults.add({ kind: 'html', skip: 1 });
  expect((await ask(sandbox, 'GET', '/')).status).toBe(200);
  const page = await ask(sandbox, 'GET', '/');
  expect([page.status, page.headers.get('Content-Type')]).toEqual([502, 'text/html']);
  sandbox.faults.add({ kind: 'redirect', location: 'https://login.example/' });
  const redirect = await ask(sandbox, 'GET', '/');
  expect([redirect.status, redirect.headers.get('Location')]).toEqual([302, 'https://login.example/']);
  sandbox.faults.add({ kind: 'delay', milliseconds: 60 });
  const before = performance.now();
  expect((await ask(sandbox, 'GET', '/')).status).toBe(200);
  expect(performance.now() - before).toBeGreaterThan(50);
  expect(sandbox.faults.pending).toBe(0);
});

test('A truncated body breaks off, and a slow one arrives whole', async () => {
  const sandbox = unlimited();
  sandbox.faults.add({ kind: 'truncate', keep: 5 });
  const cut = await sandbox.fetch(sandbox.baseUrl);
  await expect(cut.text()).rejects.toThrow(TypeError);
  sandbox.faults.add({ kind: 'slow', milliseconds: 60, pieces: 3 });
  expect((await ask(sandbox, 'GET', '/')).body.name).toBe('Care Platform sandbox');
});

test('A truncated body lacks one byte at least, and where there is none, there is no answer', async () => {
  const sandbox = unlimited();
  await using server = await sandbox.listen();
  const headers = { authorization: `svc-token ${sandbox.tokens.apiUser}`, 'content-type': 'application/json' };
  const patch = { method: 'PATCH', headers, body: '{"phone_number":null}' };
  const [client] = sandbox.control.users('client');
  for (const [send, base] of [[sandbox.fetch, sandbox.baseUrl] as const, [fetch, server.baseUrl] as const]) {
    sandbox.faults.add({ kind: 'truncate', keep: 1e6 });
    const cut = await send(base);
    await expect(cut.text()).rejects.toThrow('terminated');
    sandbox.faults.add({ kind: 'truncate' });
    await expect(send(`${base}${client?.path}`, patch)).rejects.toThrow('fetch failed');
    expect((await send(`${base}${client?.path}`, patch)).status).toBe(204);
  }
});

test('An answer that can have no body has none', async () => {
  const sandbox = unlimited();
  await using server = await sandbox.listen();
  for (const [send, base] of [[sandbox.fetch, sandbox.baseUrl] as const, [fetch, server.baseUrl] as const]) {
    for (const status of [204, 205]) {
      sandbox.faults.add({ kind: 'answer', status, body: 'x' });
      const answer = await send(base);
      expect([answer.status, await answer.text()]).toEqual([status, '']);
    }
  }
});

test('A pattern that remembers where it ended hits every request it is for', async () => {
  const sandbox = unlimited();
  sandbox.faults.add({ kind: 'html', path: /^\/c/g, times: 3 });
  for (let hit = 0; hit < 3; hit++) expect((await ask(sandbox, 'GET', '/c/items')).status).toBe(502);
  expect((await ask(sandbox, 'GET', '/c/items')).status).toBe(200);
});

test('A stalled request ends when its signal aborts', async () => {
  const sandbox = unlimited();
  sandbox.faults.add({ kind: 'stall', when: 'before' });
  const signal = AbortSignal.timeout(30);
  await expect(sandbox.fetch(sandbox.baseUrl, { signal })).rejects.toHaveProperty('name', 'TimeoutError');
});

test('The msw handler answers everything under the base URL and nothing else', async () => {
  const sandbox = unlimited();
  const server = setupServer(
    ...(await sandbox.handlers()),
    http.all('*', () => new Response('other', { status: 418 })),
  );
  server.listen();
  try {
    expect((await fetch(sandbox.baseUrl)).status).toBe(200);
    expect((await fetch(`${sandbox.baseUrl}/c/items?limit=1`)).status).toBe(401);
    expect((await fetch('https://sandbox.example/api/22')).status).toBe(418);
    sandbox.faults.add({ kind: 'drop', when: 'before' });
    await expect(fetch(sandbox.baseUrl)).rejects.toThrow(TypeError);
  } finally {
    server.close();
  }
});

test('A late one breaks the connection at once, and is done later', async () => {
  const sandbox = unlimited();
  sandbox.faults.add({ kind: 'late', milliseconds: 40 });
  await expect(ask(sandbox, 'POST', '/configuration/labels', label)).rejects.toThrow(TypeError);
  expect(await labelCount(sandbox)).toBe(3);
  await expect.poll(() => labelCount(sandbox)).toBe(4);
});

test('Faults with a chance hit that share of the requests, and the same ones in every run with that seed', async () => {
  const run = async (seed: number) => {
    const sandbox = unlimited({ seed });
    sandbox.faults.add({ kind: 'answer', status: 500, chance: 0.3, times: Infinity });
    sandbox.faults.add({ kind: 'answer', status: 503, chance: 0.2, times: Infinity });
    const statuses: number[] = [];
    for (let count = 0; count < 200; count++) statuses.push((await sandbox.fetch(sandbox.baseUrl)).status);
    return statuses;
  };
  const first = await run(7);
  expect(await run(7)).toEqual(first);
  expect(await run(8)).not.toEqual(first);
  const share = (status: number) => first.filter((one) => one === status).length / first.length;
  expect(Math.abs(share(500) - 0.3)).toBeLessThan(0.1);
  expect(Math.abs(share(503) - 0.2)).toBeLessThan(0.1);
});

test('A fault can be put before those that wait', async () => {
  const sandbox = unlimited();
  sandbox.faults.add({ kind: 'answer', status: 500 });
  sandbox.faults.addFirst({ kind: 'answer', status: 503 });
  expect((await ask(sandbox, 'GET', '/')).status).toBe(503);
  expect((await ask(sandbox, 'GET', '/')).status).toBe(500);
});

test('A fault that cannot be is refused where it is added, and those with it', () => {
  const sandbox = unlimited();
  const add = (fault: object) => () => sandbox.faults.add({ kind: 'html' }, fault as Fault);
  expect(add({ kind: 'explode' })).toThrow('There is no fault of kind "explode". There are: answer, html,');
  expect(add({})).toThrow('There is no fault of kind undefined. There are: answer, html,');
  expect(add({ kind: 'drop' })).toThrow('A fault of kind `drop` needs `when`.');
  expect(add({ kind: 'html', times: Number.NaN })).toThrow('A fault of kind `html` takes as `times` 1 or more.');
  expect(add({ kind: 'html', path: 5 })).toThrow('A fault of kind `html` takes a text as `path`.');
  expect(add({ kind: 'html', pathPattern: '^/c' })).toThrow('takes no `pathPattern`, but: status, afterWork, times,');
  expect(add({ kind: 'answer', status: 200, body: 10n })).toThrow('takes as `body` a text, or what JSON can hold.');
  expect(() => sandbox.faults.add(null as unknown as Fault)).toThrow('There is no fault of kind undefined.');
  expect(sandbox.faults.pending).toBe(0);
  sandbox.faults.add({ kind: 'html', status: undefined, path: /^.c/ } as unknown as Fault);
  expect(sandbox.faults.pending).toBe(1);
});

import { createSandbox, type Fault } from 'care-platform/sandbox';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ask } from './api.js';

const unlimited = (options = {}) => createSandbox({ limits: false, ...options });
/** Timers wait for `vi.advanceTimersByTimeAsync` until the test ends. */
function stopTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

const label = { body: { label: 'Nieuw' } };
const labelCount = async (sandbox: ReturnType<typeof createSandbox>) =>
  (await ask(sandbox, 'GET', '/configuration/labels/items')).body['@items'].length;

test('an injected response comes once, and the work is not done', async () => {
  const sandbox = unlimited();
  sandbox.faults.add({
    kind: 'response',
    status: 500,
    body: { code: 500, message: 'Unexpected error' },
    method: 'POST',
  });
  expect((await ask(sandbox, 'GET', '/')).status).toBe(200);
  const failed = await ask(sandbox, 'POST', '/configuration/labels', label);
  expect([failed.status, failed.body.message]).toEqual([500, 'Unexpected error']);
  expect(await labelCount(sandbox)).toBe(3);
  expect((await ask(sandbox, 'POST', '/configuration/labels', label)).status).toBe(201);
});

test('a connection that drops before the work leaves nothing behind, one that drops after it has done the work', async () => {
  const sandbox = unlimited();
  sandbox.faults.add({ kind: 'drop', when: 'before', path: '/configuration/labels' });
  await expect(ask(sandbox, 'POST', '/configuration/labels', label)).rejects.toThrow(TypeError);
  expect(await labelCount(sandbox)).toBe(3);
  sandbox.faults.add({ kind: 'drop', when: 'after', path: /labels$/ });
  await expect(ask(sandbox, 'POST', '/configuration/labels', label)).rejects.toThrow(TypeError);
  expect(await labelCount(sandbox)).toBe(4);
  expect(sandbox.journal.filter((entry) => entry.status === null)).toHaveLength(2);
});

test('a gateway page and a redirect come after the requests that are skipped', async () => {
  const sandbox = unlimited();
  sandbox.faults.add({ kind: 'html', skip: 1 });
  expect((await ask(sandbox, 'GET', '/')).status).toBe(200);
  const page = await ask(sandbox, 'GET', '/');
  expect([page.status, page.headers.get('Content-Type')]).toEqual([502, 'text/html']);
  sandbox.faults.add({ kind: 'redirect', location: 'https://login.example/' });
  const redirect = await ask(sandbox, 'GET', '/');
  expect([redirect.status, redirect.headers.get('Location')]).toEqual([302, 'https://login.example/']);
  expect(sandbox.faults.pending).toEqual([]);
});

test('a late response comes after the milliseconds of its delay', async () => {
  const sandbox = unlimited();
  stopTimers();
  sandbox.faults.add({ kind: 'delay', milliseconds: 60 });
  const statuses: number[] = [];
  const call = ask(sandbox, 'GET', '/').then(({ status }) => statuses.push(status));
  await vi.advanceTimersByTimeAsync(59);
  expect(statuses).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await call;
  expect(statuses).toEqual([200]);
  expect(sandbox.faults.pending).toEqual([]);
});

test('a truncated body ends early, and a slow one arrives complete', async () => {
  const sandbox = unlimited();
  sandbox.faults.add({ kind: 'truncate', keep: 5 });
  const cut = await sandbox.fetch(sandbox.baseUrl);
  await expect(cut.text()).rejects.toThrow(TypeError);
  stopTimers();
  sandbox.faults.add({ kind: 'slow', milliseconds: 60, pieces: 3 });
  const call = ask(sandbox, 'GET', '/');
  // A pause before each of its three pieces, and one before its end.
  for (let pauses = 0; pauses < 4; pauses++) await vi.advanceTimersByTimeAsync(20);
  expect((await call).body.name).toBe('Care Platform sandbox');
});

test('a truncated body lacks one byte at least, and a response without a body does not come', async () => {
  const sandbox = unlimited();
  const headers = { authorization: `svc-token ${sandbox.tokens.apiUser}`, 'content-type': 'application/json' };
  const patch = { method: 'PATCH', headers, body: '{"phone_number":null}' };
  const [client] = sandbox.control.users('client');
  sandbox.faults.add({ kind: 'truncate', keep: 1e6 });
  const cut = await sandbox.fetch(sandbox.baseUrl);
  await expect(cut.text()).rejects.toThrow(TypeError);
  sandbox.faults.add({ kind: 'truncate' });
  await expect(sandbox.fetch(`${sandbox.baseUrl}${client?.path}`, patch)).rejects.toThrow(TypeError);
  expect((await sandbox.fetch(`${sandbox.baseUrl}${client?.path}`, patch)).status).toBe(204);
});

test('a response with a status that allows no body has none', async () => {
  const sandbox = unlimited();
  for (const status of [204, 205]) {
    sandbox.faults.add({ kind: 'response', status, body: 'x' });
    const response = await sandbox.fetch(sandbox.baseUrl);
    expect([response.status, await response.text()]).toEqual([status, '']);
  }
});

test('a fault with a global regular expression hits every request that it matches', async () => {
  const sandbox = unlimited();
  sandbox.faults.add({ kind: 'html', path: /^\/c/g, times: 3 });
  for (let hit = 0; hit < 3; hit++) expect((await ask(sandbox, 'GET', '/c/items')).status).toBe(502);
  expect((await ask(sandbox, 'GET', '/c/items')).status).toBe(200);
});

test('a stalled request ends when its signal aborts', async () => {
  const sandbox = unlimited();
  sandbox.faults.add({ kind: 'stall', when: 'before' });
  const caller = new AbortController();
  const call = sandbox.fetch(sandbox.baseUrl, { signal: caller.signal });
  const reason = new Error('enough');
  caller.abort(reason);
  await expect(call).rejects.toBe(reason);
});

test('a late fault drops the connection at once, and the work is done later', async () => {
  const sandbox = unlimited();
  stopTimers();
  sandbox.faults.add({ kind: 'late', milliseconds: 40 });
  await expect(ask(sandbox, 'POST', '/configuration/labels', label)).rejects.toThrow(TypeError);
  await vi.advanceTimersByTimeAsync(39);
  expect(await labelCount(sandbox)).toBe(3);
  await vi.advanceTimersByTimeAsync(1);
  expect(await labelCount(sandbox)).toBe(4);
});

test('faults with a chance hit the same requests in every run with the same seed', async () => {
  const run = async (seed: number) => {
    const sandbox = unlimited({ seed });
    sandbox.faults.add({ kind: 'response', status: 500, chance: 0.3, times: Infinity });
    sandbox.faults.add({ kind: 'response', status: 503, chance: 0.2, times: Infinity });
    const statuses: number[] = [];
    for (let count = 0; count < 200; count++) statuses.push((await sandbox.fetch(sandbox.baseUrl)).status);
    return statuses;
  };
  const first = await run(7);
  expect(await run(7)).toEqual(first);
  expect(await run(8)).not.toEqual(first);
  const count = (status: number) => first.filter((code) => code === status).length;
  expect([count(500), count(503), count(200)]).toEqual([62, 41, 97]);
});

test('a fault with a chance skips requests that match, and leaves the others as they are in the meantime', async () => {
  const statusesWith = async (...faults: readonly Fault[]) => {
    const sandbox = unlimited({ seed: 7 });
    sandbox.faults.add(...faults);
    const statuses: number[] = [];
    for (let count = 0; count < 40; count++) statuses.push((await sandbox.fetch(sandbox.baseUrl)).status);
    return statuses;
  };
  const rare: Fault = { kind: 'response', status: 500, chance: 0.4, times: Infinity };
  const alone = await statusesWith(rare);
  expect(new Set(alone)).toEqual(new Set([200, 500]));
  expect(await statusesWith({ ...rare, skip: 20 })).toEqual([...Array(20).fill(200), ...alone.slice(20)]);
  expect(await statusesWith({ ...rare, status: 503, skip: 40 }, rare)).toEqual(alone);
});

test('a fault can be put before those that are pending', async () => {
  const sandbox = unlimited();
  sandbox.faults.add({ kind: 'response', status: 500 });
  sandbox.faults.addFirst({ kind: 'response', status: 503 });
  expect((await ask(sandbox, 'GET', '/')).status).toBe(503);
  expect((await ask(sandbox, 'GET', '/')).status).toBe(500);
});

test('an invalid fault is refused with the name of its option, with all that are added at once', () => {
  const sandbox = unlimited();
  const add = (fault: object) => () => sandbox.faults.add({ kind: 'html' }, fault as Fault);
  expect(add({ kind: 'explode' })).toThrow('"explode"');
  expect(add({})).toThrow('undefined');
  expect(add({ kind: 'drop' })).toThrow('`when`');
  expect(add({ kind: 'html', times: Number.NaN })).toThrow('`times`');
  expect(add({ kind: 'html', path: 5 })).toThrow('`path`');
  expect(add({ kind: 'html', pathPattern: '^/c' })).toThrow('`pathPattern`');
  expect(add({ kind: 'response', status: 200, body: 10n })).toThrow('`body`');
  expect(() => sandbox.faults.add(null as unknown as Fault)).toThrow('undefined');
  expect(add({ kind: 'html', times: 2, for: { seconds: 1 } })).toThrow('`for`');
  expect(sandbox.faults.pending).toEqual([]);
  sandbox.faults.add({ kind: 'html', status: undefined, path: /^.c/ } as unknown as Fault);
  expect(sandbox.faults.pending).toHaveLength(1);
});

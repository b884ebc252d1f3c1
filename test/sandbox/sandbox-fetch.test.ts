import { createSandbox } from 'care-platform/sandbox';
import { describe, expect, test } from 'vitest';

const authorized = ({ tokens }: ReturnType<typeof createSandbox>) => ({
  headers: { authorization: `svc-token ${tokens.apiUser}` },
});

describe('the `fetch` of a sandbox', () => {
  test.each([301, 302, 307, 308])('rejects a redirect with %i if the request takes none', async (status) => {
    const sandbox = createSandbox();
    sandbox.faults.add({ kind: 'response', status, path: '/c/items', times: 2 });
    const url = `${sandbox.baseUrl}/c/items`;
    expect((await sandbox.fetch(url, { ...authorized(sandbox), redirect: 'manual' })).status).toBe(status);
    await expect(sandbox.fetch(url, { ...authorized(sandbox), redirect: 'error' })).rejects.toThrow(TypeError);
  });

  test.each([200, 300, 304, 400])('is no redirect with %i', async (status) => {
    const sandbox = createSandbox();
    sandbox.faults.add({ kind: 'response', status, path: '/c/items', times: 1 });
    const response = await sandbox.fetch(`${sandbox.baseUrl}/c/items`, { ...authorized(sandbox), redirect: 'error' });
    expect(response.status).toBe(status);
  });

  test('rejects with the reason of a signal that has been aborted', async () => {
    const sandbox = createSandbox();
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(sandbox.fetch(sandbox.baseUrl, { signal })).rejects.toThrow('enough');
  });
});

test.each([
  'ftp://care.example/api/2',
  'httpsx://care.example/api/2',
  'xhttps://care.example/api/2',
  'https://care.example/?a=b',
  '/api/2',
  5,
])('%s is no base URL of a sandbox', (baseUrl) => {
  expect(() => createSandbox({ baseUrl: baseUrl as string })).toThrow(TypeError);
});

test.each(['http://care.example/api/2', 'https://care.example'])('%s is a base URL of a sandbox', (baseUrl) => {
  expect(createSandbox({ baseUrl }).baseUrl).toBe(baseUrl);
});

test('a reset forgets the faults', async () => {
  const sandbox = createSandbox();
  sandbox.faults.add({ kind: 'response', status: 503, times: 9 });
  sandbox.control.reset();
  expect((await sandbox.fetch(sandbox.baseUrl)).status).toBe(200);
});

test('the clock of a saved state goes on, and one that stands still stays so', async () => {
  const start = new Date('2026-03-02T09:00:00Z');
  const moving = createSandbox({ clock: { start } });
  const frozen = createSandbox({ clock: { start, frozen: true } });
  const [moved, stayed] = [moving, frozen].map((sandbox) => createSandbox({ state: sandbox.save() }));
  expect(stayed?.clock.frozen).toBe(true);
  expect(stayed?.clock.now()).toEqual(start);
  expect(moved?.clock.frozen).toBe(false);
  expect(moved?.clock.now().getTime()).toBeGreaterThanOrEqual(start.getTime());
  expect(moved?.clock.now().getTime()).toBeLessThan(start.getTime() + 600_000);
});

test.each([
  { port: 65_536 },
  { port: -1 },
  { port: 1.5 },
  { hosts: ['http://sandbox'] },
  { hosts: ['sandbox:4010'] },
  { hosts: ['*.example'] },
  { hosts: ['[::1'] },
  { hosts: ['[zz]'] },
  { hostname: '' },
])('a server does not listen with %o', async (options) => {
  await expect(createSandbox().listen(options)).rejects.toThrow(TypeError);
});

test('a server takes names and addresses for its hosts', async () => {
  await using server = await createSandbox().listen({
    port: 0,
    hosts: ['sandbox', 'a-b.example', '10.0.0.1', '[::1]', '[fe80::1]'],
  });
  expect(new URL(server.url).port).not.toBe('0');
});

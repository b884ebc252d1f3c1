import { createSandbox } from 'care-platform/sandbox';
import { expect, test } from 'vitest';

test('a dropped response destroys the socket, and a truncated one ends its body early', async () => {
  const sandbox = createSandbox();
  await using server = await sandbox.listen();
  sandbox.faults.add({ kind: 'drop', when: 'after' });
  await expect(fetch(server.baseUrl)).rejects.toThrow(TypeError);
  expect(sandbox.journal).toHaveLength(1);
  sandbox.faults.add({ kind: 'truncate' });
  const cut = await fetch(server.baseUrl);
  expect(cut.status).toBe(200);
  await expect(cut.text()).rejects.toThrow(TypeError);
  sandbox.faults.add({ kind: 'slow', milliseconds: 50, pieces: 4 });
  expect(await (await fetch(server.baseUrl)).json()).toHaveProperty('name');
});

test('a caller that disconnects during a delay leaves no work behind', async () => {
  const sandbox = createSandbox();
  await using server = await sandbox.listen();
  sandbox.faults.add({ kind: 'delay', milliseconds: 5000 });
  const headers = { Authorization: `svc-token ${sandbox.tokens.apiUser}`, 'Content-Type': 'application/json' };
  const caller = new AbortController();
  const init = { method: 'POST', headers, body: '{"label":"Nieuw"}', signal: caller.signal };
  const call = fetch(`${server.baseUrl}/configuration/labels`, init).catch((error: unknown) => error);
  await expect.poll(() => server.stats().requests).toBe(1);
  caller.abort();
  expect(await call).toHaveProperty('name', 'AbortError');
  await expect.poll(() => sandbox.journal[0]?.status).toBeNull();
  const list = await fetch(`${server.baseUrl}/configuration/labels/items`, { headers });
  expect((await list.json())['@items']).toHaveLength(3);
});

test('a truncated body lacks one byte at least, and a response without a body does not come', async () => {
  const sandbox = createSandbox({ limits: false });
  await using server = await sandbox.listen();
  const headers = { authorization: `svc-token ${sandbox.tokens.apiUser}`, 'content-type': 'application/json' };
  const patch = { method: 'PATCH', headers, body: '{"phone_number":null}' };
  const [client] = sandbox.control.users('client');
  sandbox.faults.add({ kind: 'truncate', keep: 1e6 });
  const cut = await fetch(server.baseUrl);
  await expect(cut.text()).rejects.toThrow(TypeError);
  sandbox.faults.add({ kind: 'truncate' });
  await expect(fetch(`${server.baseUrl}${client?.path}`, patch)).rejects.toThrow(TypeError);
  expect((await fetch(`${server.baseUrl}${client?.path}`, patch)).status).toBe(204);
});

test('a response with a status that allows no body has none', async () => {
  const sandbox = createSandbox({ limits: false });
  await using server = await sandbox.listen();
  for (const status of [204, 205]) {
    sandbox.faults.add({ kind: 'response', status, body: 'x' });
    const response = await fetch(server.baseUrl);
    expect([response.status, await response.text()]).toEqual([status, '']);
  }
});

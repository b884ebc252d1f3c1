import { Agent, get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { createSandbox } from 'care-platform/sandbox';
import { expect, test, vi } from 'vitest';

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const closed = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()));

function send(url: string, agent: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      response.resume();
      response.on('end', () => resolve(response));
    }).on('error', reject);
  });
}

test('CON-3: URLs in answers follow the loopback port the request came in on', async () => {
  const sandbox = createSandbox();
  await using server = await sandbox.listen();
  const root = await (await fetch(server.baseUrl)).json();
  expect(root).toMatchObject({ '@url': server.baseUrl, web_url: server.url });
});

test('LIM-4 to LIM-7: 30 requests pass at once, the next is 429, and a place is free 1/30 s later', async () => {
  const sandbox = createSandbox();
  await using server = await sandbox.listen();
  const agent = new Agent({ keepAlive: true, maxSockets: 10 });
  // The bucket drains a little while the burst is still coming in, so it is overfilled by a few.
  const burst = await Promise.all(Array.from({ length: 45 }, () => send(server.baseUrl, agent)));
  const refused = burst.filter((response) => response.statusCode === 429);
  expect(refused.length).toBeGreaterThan(5);
  expect(burst.length - refused.length).toBeGreaterThanOrEqual(30);
  expect(refused[0]?.headers['retry-after']).toBe('1');
  await pause(40);
  expect((await send(server.baseUrl, agent)).statusCode).toBe(200);
  expect(server.stats()).toMatchObject({ requests: 46, refused: refused.length });
  agent.destroy();
});

test('LIM-5: over fetch the same bucket refuses the 31st request of a burst', async () => {
  const sandbox = createSandbox();
  const statuses = await Promise.all(
    Array.from({ length: 31 }, async () => (await sandbox.fetch(sandbox.baseUrl)).status),
  );
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
});

test('TRAP-1: a total over all addresses can be set beside the limit per address', async () => {
  const sandbox = createSandbox({ limits: { totalPerSecond: 20 } });
  const statuses = await Promise.all(
    Array.from({ length: 25 }, async () => (await sandbox.fetch(sandbox.baseUrl)).status),
  );
  expect(statuses.filter((status) => status === 429)).toHaveLength(5);
});

test('LIM-1, LIM-2: idle sockets count, and the request on one too many is 429 and closes it', async () => {
  const sandbox = createSandbox();
  await using server = await sandbox.listen();
  const idle = Array.from({ length: 20 }, () => connect(Number(new URL(server.url).port), '127.0.0.1'));
  await Promise.all(idle.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
  await vi.waitFor(() => expect(server.stats().openConnections).toBe(20));
  const agent = new Agent({ keepAlive: true });
  const refused = await send(server.baseUrl, agent);
  expect(refused.statusCode).toBe(429);
  expect(refused.headers.connection).toBe('close');
  expect(server.stats()).toMatchObject({ highestConnections: 21, refused: 1 });
  idle[0]?.destroy();
  await vi.waitFor(() => expect(server.stats().openConnections).toBeLessThan(20));
  expect((await send(server.baseUrl, agent)).statusCode).toBe(200);
  agent.destroy();
  for (const socket of idle) socket.destroy();
});

test('A dropped answer destroys the socket, and a truncated one breaks its body', async () => {
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

test('close ends idle and hanging connections at once', async () => {
  const sandbox = createSandbox();
  const server = await sandbox.listen();
  sandbox.faults.add({ kind: 'stall', when: 'before' });
  const hanging = fetch(server.baseUrl).catch((error: unknown) => error);
  const idle = connect(Number(new URL(server.url).port), '127.0.0.1');
  const gone = closed(idle);
  await pause(50);
  const before = performance.now();
  await server.close();
  await gone;
  expect(await hanging).toBeInstanceOf(TypeError);
  expect(performance.now() - before).toBeLessThan(3000);
  expect(server.stats().openConnections).toBe(0);
});

test('A caller that goes away while the answer is late leaves no work behind', async () => {
  const sandbox = createSandbox();
  await using server = await sandbox.listen();
  sandbox.faults.add({ kind: 'delay', milliseconds: 5000 });
  const headers = { Authorization: `svc-token ${sandbox.tokens.apiUser}`, 'Content-Type': 'application/json' };
  const leaving = new AbortController();
  const init = { method: 'POST', headers, body: '{"label":"Nieuw"}', signal: leaving.signal };
  const left = fetch(`${server.baseUrl}/configuration/labels`, init).catch((error: unknown) => error);
  await vi.waitFor(() => expect(server.stats().requests).toBe(1));
  leaving.abort();
  expect(await left).toHaveProperty('name', 'AbortError');
  await vi.waitFor(() => expect(sandbox.journal[0]?.status).toBeNull());
  const list = await fetch(`${server.baseUrl}/configuration/labels/items`, { headers });
  expect((await list.json())['@items']).toHaveLength(3);
});

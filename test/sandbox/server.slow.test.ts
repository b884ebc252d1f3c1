import { Agent, get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { createSandbox } from 'care-platform/sandbox';
import { expect, onTestFinished, test, vi } from 'vitest';

const closed = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()));

function send(url: string, agent: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      response.resume();
      response.on('end', () => resolve(response));
    }).on('error', reject);
  });
}

test('URLs in responses have the loopback port that the request came in on', async () => {
  const sandbox = createSandbox();
  await using server = await sandbox.listen();
  const root = await (await fetch(server.baseUrl)).json();
  expect(root).toMatchObject({ '@url': server.baseUrl, web_url: server.url });
  const headers = { Authorization: `svc-token ${sandbox.tokens.apiUser}`, Accept: 'application/json' };
  const client = await (await fetch(`${server.baseUrl}/aux/client/id/EHR-1042`, { headers })).json();
  expect(client).toMatchObject({ first_name: 'Fenna', id: 'EHR-1042' });
  expect(client['@url']).toMatch(new RegExp(`^${server.baseUrl}/c/[0-9a-f]+$`));
});

test('30 requests pass at once, the next ones are 429, and one more passes 1/30 s later', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const sandbox = createSandbox();
  await using server = await sandbox.listen();
  const agent = new Agent({ keepAlive: true, maxSockets: 10 });
  const burst = await Promise.all(Array.from({ length: 45 }, () => send(server.baseUrl, agent)));
  const refused = burst.filter((response) => response.statusCode === 429);
  expect(refused).toHaveLength(15);
  expect(refused[0]?.headers['retry-after']).toBe('1');
  vi.advanceTimersByTime(34);
  expect((await send(server.baseUrl, agent)).statusCode).toBe(200);
  expect(server.stats()).toMatchObject({ requests: 46, refused: 15 });
  agent.destroy();
});

test('idle sockets count, and a request on one too many is 429 and closes it', async () => {
  const sandbox = createSandbox();
  await using server = await sandbox.listen();
  const idle = Array.from({ length: 20 }, () => connect(Number(new URL(server.url).port), '127.0.0.1'));
  await Promise.all(idle.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
  await expect.poll(() => server.stats().openConnections).toBe(20);
  const agent = new Agent({ keepAlive: true });
  const refused = await send(server.baseUrl, agent);
  expect(refused.statusCode).toBe(429);
  expect(refused.headers.connection).toBe('close');
  expect(server.stats()).toMatchObject({ highestConnections: 21, refused: 1 });
  idle[0]?.destroy();
  await expect.poll(() => server.stats().openConnections).toBeLessThan(20);
  expect((await send(server.baseUrl, agent)).statusCode).toBe(200);
  agent.destroy();
  for (const socket of idle) socket.destroy();
});

test('close ends idle and hanging connections', async () => {
  const sandbox = createSandbox();
  const server = await sandbox.listen();
  sandbox.faults.add({ kind: 'stall', when: 'before' });
  const hanging = fetch(server.baseUrl).catch((error: unknown) => error);
  const idle = connect(Number(new URL(server.url).port), '127.0.0.1');
  const gone = closed(idle);
  await expect.poll(() => server.stats()).toMatchObject({ openConnections: 2, requests: 1 });
  await server.close();
  await gone;
  expect(await hanging).toBeInstanceOf(TypeError);
  expect(server.stats().openConnections).toBe(0);
});

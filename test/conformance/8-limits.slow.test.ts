import { connect as openSocket } from 'node:net';
import { type Application, connect } from 'care-platform';
import { createSandbox, type SandboxServer } from 'care-platform/sandbox';
import { expect } from 'vitest';
import { rule } from './rule.js';

/** The status of so many requests, sent all at once over sockets of their own. */
async function statuses(baseUrl: string, count: number): Promise<number[]> {
  const responses = Array.from({ length: count }, async () => {
    const response = await fetch(baseUrl);
    await response.arrayBuffer();
    return response.status;
  });
  return (await Promise.all(responses)).toSorted();
}

const times = <Value>(count: number, value: Value): Value[] => Array(count).fill(value);

/** A platform on real sockets that responds slowly, and a client of it. */
async function slowly(check: (server: SandboxServer, care: Application) => Promise<void>): Promise<void> {
  const limits = { requestsPerSecond: 1000, burst: 1000 };
  const sandbox = createSandbox({ limits, settings: { latency: 100 } });
  await using server = await sandbox.listen();
  const throttle = { requestsPerSecond: 1000, burst: 1000 };
  const care = await connect({ baseUrl: server.baseUrl, token: sandbox.tokens.apiUser, throttle });
  await check(server, care);
  care.close();
}

/** What a client that speaks HTTP/2 from the first byte on (RFC 9113, 3.4) gets for it, until the server hangs up. */
function responseToHttp2(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = openSocket(port, '127.0.0.1', () => socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
    socket.on('error', reject);
  });
}

rule('LIM-1', 'twenty connections are all an address has, and the client opens no more', async () => {
  const settings = { latency: 100 };
  await using server = await createSandbox({ settings, limits: { requestsPerSecond: 1000, burst: 1000 } }).listen();
  expect(await statuses(server.baseUrl, 25)).toEqual([...times(20, 200), ...times(5, 429)]);
  await using few = await createSandbox({ settings, limits: { connections: 3 } }).listen();
  expect(await statuses(few.baseUrl, 5)).toEqual([...times(3, 200), ...times(2, 429)]);
  await using none = await createSandbox({ settings, limits: false }).listen();
  expect(await statuses(none.baseUrl, 25)).toEqual(times(25, 200));

  await slowly(async (slow, care) => {
    await Promise.all(Array.from({ length: 60 }, () => care.refresh()));
    const { highestConnections, refused, requests } = slow.stats();
    expect([refused, requests]).toEqual([0, 61]);
    expect(highestConnections).toBeGreaterThan(10);
    expect(highestConnections).toBeLessThanOrEqual(20);
  });
});

rule('LIM-2', 'a connection that is kept open counts while nothing is asked over it', async () => {
  await using server = await createSandbox({ limits: { connections: 3 }, settings: { latency: 50 } }).listen();
  expect(await statuses(server.baseUrl, 3)).toEqual(times(3, 200));
  expect(server.stats().openConnections).toBe(3);
  // Another name of the same address: no open connection serves it.
  expect(await statuses(server.baseUrl.replace('127.0.0.1', 'localhost'), 1)).toEqual([429]);
  expect(await statuses(server.baseUrl, 1)).toEqual([200]);

  await slowly(async (slow, care) => {
    for (let round = 0; round < 3; round++) {
      await Promise.all(Array.from({ length: 25 }, () => care.refresh()));
      expect(slow.stats().openConnections).toBeLessThanOrEqual(20);
    }
    expect(slow.stats()).toMatchObject({ refused: 0, requests: 76 });
    expect(slow.stats().highestConnections).toBeLessThanOrEqual(20);
  });
});

rule('LIM-3', 'the sandbox speaks HTTP/1.1 only, so that its connections are what it counts', async () => {
  await using server = await createSandbox().listen();
  const response = await responseToHttp2(Number(new URL(server.url).port));
  expect(response).toMatch(/^HTTP\/1\.1 400 /);
});

rule('LIM-7', 'a refused connection did not reach the server', async ({ sandbox }) => {
  const server = await sandbox.listen();
  const { baseUrl } = server;
  await server.close();
  const call = connect({ baseUrl, token: sandbox.tokens.apiUser, retry: 0 });
  await expect(call).rejects.toMatchObject({ name: 'ConnectionError', code: 'ECONNREFUSED', mayHaveArrived: false });
});

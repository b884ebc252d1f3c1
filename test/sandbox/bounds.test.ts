import { once } from 'node:events';
import { createSandbox } from 'care-platform/sandbox';
import { expect, onTestFinished, test } from 'vitest';
import { newActiveClient } from '../support/people.js';
import { ask } from './api.js';
import { openSocket, rawBytes, rawRequest } from './raw-request.js';

async function listen(options: Parameters<typeof createSandbox>[0] = {}) {
  const sandbox = createSandbox(options);
  const server = await sandbox.listen({ headersTimeout: 200, requestTimeout: 400 });
  onTestFinished(() => server.close());
  return { sandbox, server };
}

const errors = async (sandbox: ReturnType<typeof createSandbox>) =>
  (await ask(sandbox, 'GET', '/configuration/apiusers/errorlog/items')).body['@items'];

test('a body that is announced as too large is 413 before it comes, without a token too', async () => {
  const { sandbox, server } = await listen();
  const head = `POST /api/2/c HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${200 * 2 ** 20}\r\n\r\n`;
  const received = await rawBytes(server.url, head);
  expect(received).toMatch(/^HTTP\/1\.1 413 /);
  expect(JSON.parse(received.slice(received.indexOf('\r\n\r\n')))).toMatchObject({ code: 413 });
  expect(sandbox.journal).toMatchObject([{ method: 'POST', path: '/c', status: 413 }]);
});

test('a body without a length is 413 as soon as it is too large', async () => {
  const { server } = await listen({ settings: { maxRequestBytes: 1000 } });
  const chunk = `400\r\n${'x'.repeat(1024)}\r\n`;
  const head = 'POST /api/2/c HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n';
  expect(await rawBytes(server.url, head + chunk)).toMatch(/^HTTP\/1\.1 413 /);
});

test('a body of the largest size is read, with `fetch` too', async () => {
  const sandbox = createSandbox({ settings: { maxRequestBytes: 20 } });
  expect((await ask(sandbox, 'POST', '/configuration/labels', { body: '{"label":"12345678"}' })).status).toBe(201);
  expect((await ask(sandbox, 'POST', '/configuration/labels', { body: '{"label":"123456789"}' })).status).toBe(413);
  expect((await ask(sandbox, 'POST', '/configuration/labels', { token: null, body: ' '.repeat(21) })).status).toBe(413);
});

test('bodies of the control are bounded too', async () => {
  const sandbox = createSandbox({ settings: { maxRequestBytes: 20 } });
  await using server = await sandbox.listen({ control: true });
  const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body: ' '.repeat(21) };
  expect((await rawRequest(`${server.url}/_sandbox/clock`, sent)).status).toBe(413);
});

test('the error log keeps the start of a large payload', async () => {
  const sandbox = createSandbox();
  await ask(sandbox, 'POST', '/configuration/labels', { token: null, body: `"${'x'.repeat(100_000)}"` });
  const [logged] = await errors(sandbox);
  expect(logged?.payload).toMatch(/^"x+/);
  expect(String(logged?.payload).length).toBeLessThan(20_000);
});

test('the error log and the journal keep the start of many and long names', async () => {
  const sandbox = createSandbox();
  const names = Array.from({ length: 5000 }, (_, at) => `${at}${'x'.repeat(1000)}`);
  await ask(sandbox, 'POST', '/export', { body: { name: 'client', properties: names } });
  await ask(sandbox, 'PATCH', '/aux/client/id/EHR-1042', { body: Object.fromEntries(names.map((name) => [name, 1])) });
  expect(JSON.stringify(sandbox.journal).length).toBeLessThan(50_000);
  expect(JSON.stringify(await errors(sandbox)).length).toBeLessThan(100_000);
});

test('the journal, the error log and the start times keep the newest of many requests', async () => {
  const { sandbox, server } = await listen({ limits: false, settings: { historySize: 3 } });
  for (let at = 0; at < 5; at++) await fetch(`${server.baseUrl}/none-${at}`);
  expect(sandbox.journal.map(({ path }) => path)).toEqual(['/none-2', '/none-3', '/none-4']);
  expect(server.stats().starts).toHaveLength(3);
  expect(server.stats().requests).toBe(5);
  const logged = await errors(sandbox);
  expect(logged.map(({ uri }) => String(uri).slice(-6))).toEqual(['none-2', 'none-3', 'none-4']);
  expect((await ask(sandbox, 'GET', String(logged[0]?.['@url']))).body).toMatchObject({ uri: logged[0]?.uri });
});

test('the outbox keeps the newest of many mails', async () => {
  const sandbox = createSandbox({ limits: false, settings: { historySize: 3 } });
  for (let at = 0; at < 5; at++) {
    const body = { ...newActiveClient, email: `m${at}@mail.example` };
    expect((await ask(sandbox, 'POST', '/c', { body })).status).toBe(201);
  }
  expect(sandbox.outbox.map(({ to }) => to)).toEqual(['m2@mail.example', 'm3@mail.example', 'm4@mail.example']);
});

test('30,000 requests leave 10,000 in the journal', async () => {
  const sandbox = createSandbox({ limits: false });
  for (let at = 0; at < 30_000; at++) await sandbox.fetch(sandbox.baseUrl);
  expect(sandbox.journal).toHaveLength(10_000);
});

test('20 requests whose headers never end give their connections back', async () => {
  const { server } = await listen();
  const half = Array.from({ length: 20 }, () => openSocket(server.url));
  onTestFinished(() => half.forEach((socket) => void socket.destroy()));
  await Promise.all(half.map((socket) => once(socket, 'connect')));
  for (const socket of half)
    socket.on('error', () => undefined).write('GET /api/2 HTTP/1.1\r\nHost: localhost\r\nX-Half: ');
  await expect.poll(() => server.stats().openConnections).toBe(20);
  expect((await rawRequest(server.baseUrl)).status).toBe(429);
  await expect.poll(() => server.stats().openConnections).toBe(0);
  expect((await rawRequest(server.baseUrl)).status).toBe(200);
});

test('a body that never ends gives its connection back', async () => {
  const { server } = await listen();
  const head = 'POST /api/2/c HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{';
  expect(await rawBytes(server.url, head)).not.toMatch(/^HTTP\/1\.1 2/);
  await expect.poll(() => server.stats().openConnections).toBe(0);
});

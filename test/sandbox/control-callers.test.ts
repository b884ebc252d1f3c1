import { networkInterfaces } from 'node:os';
import { createSandbox, type ListenOptions } from 'care-platform/sandbox';
import { expect, onTestFinished, test } from 'vitest';
import { rawRequest } from './raw-request.js';

async function listen(options: ListenOptions = {}) {
  const sandbox = createSandbox({ clock: { frozen: true } });
  const server = await sandbox.listen({ control: true, ...options });
  onTestFinished(() => server.close());
  return { sandbox, control: `${server.url}/_sandbox`, port: new URL(server.url).port };
}

test.each(['localhost', '127.0.0.1', '127.1.2.3', '[::1]', 'LOCALHOST', 'portal.localhost', 'localhost.'])(
  'the control responds to this machine under the name %s',
  async (name) => {
    const { control, port } = await listen();
    expect((await rawRequest(control, { headers: { host: `${name}:${port}` } })).status).toBe(200);
  },
);

test.each([
  'attacker.example',
  'localhost.attacker.example',
  '127.0.0.1.attacker.example',
  '169.254.169.254',
  'sandbox',
])('the control refuses the name %s, which can lead here by DNS rebinding', async (name) => {
  const { sandbox, control, port } = await listen();
  const { status, text } = await rawRequest(control, { headers: { host: `${name}:${port}` } });
  expect(status).toBe(403);
  expect(text).not.toContain(sandbox.tokens.apiUser);
});

test.each(['cross-site', 'same-site', 'Same-Origin', ''])(
  'the control refuses another page: Sec-Fetch-Site %j',
  async (site) => {
    const { control } = await listen({ hosts: ['127.0.0.1'] });
    expect((await rawRequest(control, { headers: { 'sec-fetch-site': site } })).status).toBe(403);
  },
);

test.each(['none', 'same-origin'])(
  'the control responds to a typed address and to its own page: Sec-Fetch-Site %s',
  async (site) => {
    const { control } = await listen();
    expect((await rawRequest(control, { headers: { 'sec-fetch-site': site } })).status).toBe(200);
  },
);

const resetFrom = (control: string, headers: Record<string, string>) =>
  rawRequest(`${control}/reset`, { method: 'POST', headers });

test.each(['127.0.0.1', 'localhost', '[::1]', 'portal.localhost'])(
  'the page of the control may send requests under the local name %s',
  async (name) => {
    const { control, port } = await listen();
    const headers = { host: `${name}:${port}`, origin: `http://${name}:${port}`, 'sec-fetch-site': 'same-origin' };
    expect((await resetFrom(control, headers)).status).toBe(204);
  },
);

test.each([
  ['of another port', (port: number) => `http://127.0.0.1:${port + 1}`],
  ['without a port', () => 'http://127.0.0.1'],
  ['of another scheme', (port: number) => `https://127.0.0.1:${port}`],
  ['of another local name', (port: number) => `http://localhost:${port}`],
  ['that begins alike', (port: number) => `http://127.0.0.1:${port}.attacker.example`],
  ['that is opaque, such as of a sandboxed frame or a file', () => 'null'],
  ['that is empty', () => ''],
  ['of an extension', () => 'chrome-extension://abcdefghijklmnop'],
])('the control refuses an origin %s, whatever else the request says', async (_, originOf) => {
  const { sandbox, control, port } = await listen({ hosts: ['127.0.0.1'] });
  sandbox.control.addLabel('Extra');
  const origin = originOf(Number(port));
  for (const site of [{}, { 'sec-fetch-site': 'same-origin' }, { 'sec-fetch-site': 'none' }]) {
    expect((await resetFrom(control, { origin, ...site })).status).toBe(403);
  }
});

test.each([
  ['a name that was rebound', 'attacker.example', []],
  ['a name that any machine may use', 'sandbox', ['sandbox']],
] as const)('no page may use %s, even with its own origin', async (_, name, hosts) => {
  const { control, port } = await listen({ hosts });
  const own = { host: `${name}:${port}`, origin: `http://${name}:${port}` };
  expect((await resetFrom(control, own)).status).toBe(403);
  const read = { host: own.host, 'sec-fetch-site': 'same-origin' };
  expect((await rawRequest(control, { headers: read })).status).toBe(403);
  const opened = { host: own.host, accept: 'text/html' };
  expect((await rawRequest(`${control}/`, { headers: opened })).status).toBe(403);
});

test('the page works through a published port of a container, where localhost is allowed for any machine', async () => {
  const { control, port } = await listen({ hosts: ['localhost'] });
  const headers = { host: `localhost:${port}`, origin: `http://localhost:${port}`, 'x-forwarded-for': '172.18.0.1' };
  expect((await resetFrom(control, headers)).status).toBe(204);
  const unnamed = { ...headers, host: `127.0.0.1:${port}`, origin: `http://127.0.0.1:${port}` };
  expect((await resetFrom(control, unnamed)).status).toBe(403);
});

test.each([
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'Forwarded',
  'X-Real-IP',
  'Via',
  'CF-Connecting-IP',
  'True-Client-IP',
])('a caller behind a proxy, which adds %s, is not this machine', async (header) => {
  const { control } = await listen();
  expect((await rawRequest(control, { headers: { [header]: '203.0.113.9' } })).status).toBe(403);
});

test('a name that is allowed works for any caller: a service container is reached by its name', async () => {
  const { sandbox, control } = await listen({ hosts: ['sandbox'] });
  const headers = { host: 'sandbox:4010', 'x-forwarded-for': '172.18.0.3' };
  expect(JSON.parse((await rawRequest(control, { headers })).text)).toMatchObject({ tokens: sandbox.tokens });
  expect((await rawRequest(control, { headers: { host: 'another:4010' } })).status).toBe(403);
});

test('a server that listens on all addresses responds to its own machine under each of them', async () => {
  const own = Object.values(networkInterfaces()).flatMap((addresses = []) =>
    addresses.filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address),
  );
  const { port } = await listen({ hostname: '0.0.0.0' });
  for (const address of ['127.0.0.1', ...own]) {
    expect((await rawRequest(`http://${address}:${port}/_sandbox`)).status).toBe(200);
  }
});

test.each(['http://sandbox', 'sandbox:4010', '*', '', 'a b', '[1:2]', '256.1.1.1'])(
  'the invalid name %j is refused',
  async (name) => {
    await expect(createSandbox().listen({ control: true, hosts: [name] })).rejects.toThrow(TypeError);
  },
);

test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/jsonp'])(
  'a body of the type %s is refused, which a page may send without asking first',
  async (type) => {
    const { sandbox, control } = await listen();
    const before = sandbox.clock.now();
    const sent = { method: 'POST', headers: { 'content-type': type }, body: '{"advance":{"hours":1}}' };
    expect((await rawRequest(`${control}/clock`, sent)).status).toBe(415);
    expect(sandbox.clock.now()).toEqual(before);
  },
);

test('a body without a type is refused, and no body needs none', async () => {
  const { sandbox, control } = await listen();
  expect((await rawRequest(`${control}/clock`, { method: 'POST', body: '{"frozen":false}' })).status).toBe(415);
  sandbox.control.addLabel('Extra');
  expect((await rawRequest(`${control}/reset`, { method: 'POST' })).status).toBe(204);
  expect(
    (await rawRequest(`${control}/reset`, { method: 'POST', headers: { 'content-type': 'text/plain' } })).status,
  ).toBe(415);
});

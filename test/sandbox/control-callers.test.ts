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

test.each(['cross-site', 'same-site', 'same-origin'])('the control refuses a page: Sec-Fetch-Site %s', async (site) => {
  const { control } = await listen({ hosts: ['127.0.0.1'] });
  expect((await rawRequest(control, { headers: { 'sec-fetch-site': site } })).status).toBe(403);
});

test('the control responds to an address that is typed into a browser', async () => {
  const { control } = await listen();
  expect((await rawRequest(control, { headers: { 'sec-fetch-site': 'none' } })).status).toBe(200);
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

test.each(['http://sandbox', 'sandbox:4010', '*', '', 'a b'])('the invalid name %j is refused', async (name) => {
  await expect(createSandbox().listen({ control: true, hosts: [name] })).rejects.toThrow(TypeError);
});

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

import { createSandbox } from 'care-platform/sandbox';
import { expect, test } from 'vitest';
import { ask } from './api.js';
import { link } from './wire.js';

const unlimited = (options = {}) => createSandbox({ limits: false, ...options });

test('ROOT-1 to ROOT-6: the root shows the application and the five links, without a token', async () => {
  const sandbox = unlimited();
  const { status, body } = await ask(sandbox, 'GET', '/', { token: null });
  expect(status).toBe(200);
  expect(body).toMatchObject({ mode: null, warning: null, web_url: 'https://sandbox.example' });
  expect(body['@links'].map(({ name }) => name)).toEqual([
    'authenticate',
    'catalogue.items',
    'changes',
    'configuration.labels',
    'configuration.labels.items',
  ]);
});

test('CON-2, VER-1: only /api/2 is served', async () => {
  const sandbox = unlimited();
  expect((await ask(sandbox, 'GET', 'https://sandbox.example/api/3/c/items')).status).toBe(404);
  expect((await ask(sandbox, 'GET', 'https://sandbox.example/c/items')).status).toBe(404);
});

test('REQ-17, RES-5, RES-6: a JSON answer has the exact headers and its length in bytes', async () => {
  const sandbox = unlimited();
  const response = await sandbox.fetch(`${sandbox.baseUrl}/aux/client/id/EHR-1044`, {
    headers: { Authorization: `svc-token ${sandbox.tokens.apiUser}` },
  });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  expect(text).toContain('Zoë');
  expect(text).not.toContain('\n');
  expect(response.headers.get('Content-Type')).toBe('application/json;charset=UTF-8');
  expect(response.headers.get('Content-Length')).toBe(String(bytes.byteLength));
  expect(bytes.byteLength).toBeGreaterThan(text.length);
  expect(response.headers.get('Cache-Control')).toBe('max-age=0, no-cache, no-store, must-revalidate');
});

test('REQ-13 to REQ-15: a charset that can be served is used and announced, another one gives UTF-8', async () => {
  const sandbox = unlimited();
  const get = (id: string, charset: string) =>
    sandbox.fetch(`${sandbox.baseUrl}/aux/client/id/${id}`, {
      headers: { Authorization: `svc-token ${sandbox.tokens.apiUser}`, 'Accept-Charset': charset },
    });
  const latin = await get('EHR-1044', 'utf-8;q=0.5, iso-8859-1');
  expect(latin.headers.get('Content-Type')).toBe('application/json;charset=ISO-8859-1');
  expect(new TextDecoder('iso-8859-1').decode(await latin.arrayBuffer())).toContain('Zoë');
  const beyond = await get('EHR-1047', 'iso-8859-1');
  expect(JSON.parse(new TextDecoder('iso-8859-1').decode(await beyond.arrayBuffer())).first_name).toBe('Łukasz');
  expect((await get('EHR-1044', 'koi8-r')).headers.get('Content-Type')).toBe('application/json;charset=UTF-8');
});

test('REQ-11: pretty=1 prints the body over several lines', async () => {
  const sandbox = unlimited();
  const response = await sandbox.fetch(`${sandbox.baseUrl}?pretty=1`);
  expect(await response.text()).toContain('\n  "@url"');
});

test('STC-6, GAP-3: a body that is no JSON object in UTF-8, or is not announced as JSON, is 406', async () => {
  const sandbox = unlimited();
  const headers = { Authorization: `svc-token ${sandbox.tokens.apiUser}`, 'Content-Type': 'application/json' };
  for (const body of ['{', '[]', '"x"', '', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])]) {
    const response = await sandbox.fetch(`${sandbox.baseUrl}/c`, { method: 'POST', headers, body });
    expect(response.status).toBe(406);
  }
  const plain = { ...headers, 'Content-Type': 'text/plain' };
  expect((await sandbox.fetch(`${sandbox.baseUrl}/c`, { method: 'POST', headers: plain, body: '{}' })).status).toBe(
    406,
  );
});

test('The Date header and all times follow the sandbox clock', async () => {
  const sandbox = unlimited({ clock: { start: new Date('2030-01-01T00:00:00Z'), frozen: true } });
  sandbox.clock.advance({ days: 1, hours: 2 });
  const { headers } = await ask(sandbox, 'GET', '/');
  expect(headers.get('Date')).toBe('Wed, 02 Jan 2030 02:00:00 GMT');
  expect(sandbox.journal[0]?.at).toEqual(new Date('2030-01-02T02:00:00Z'));
});

test('VER-7, VER-8: a future release adds attributes and links and removes nothing', async () => {
  const sandbox = unlimited();
  const now = (await ask(sandbox, 'GET', '/aux/client/id/EHR-1042')).body;
  sandbox.settings.futureRelease = true;
  const later = (await ask(sandbox, 'GET', '/aux/client/id/EHR-1042')).body;
  expect(later).toMatchObject({ ...now, '@links': expect.arrayContaining([...now['@links']]) });
  expect(later).toHaveProperty('future_attribute');
  expect(later['@links']).toHaveLength(now['@links'].length + 1);
});

test('TRAP-18, TRAP-43: the settings add links to the root and point links elsewhere', async () => {
  const sandbox = unlimited();
  sandbox.settings.rootLinks = { 'clients.items': 'c/items' };
  sandbox.settings.foreignLinks = { changes: 'https://elsewhere.example/changes' };
  const links = (await ask(sandbox, 'GET', '/')).body['@links'];
  expect(links).toContainEqual({ name: 'clients.items', url: `${sandbox.baseUrl}/c/items` });
  expect(links).toContainEqual({ name: 'changes', url: 'https://elsewhere.example/changes' });
});

test('DIS-3: paths can be served under other names behind the links', async () => {
  const sandbox = unlimited({ paths: { relations: 'ties', c: 'people' } });
  const client = (await ask(sandbox, 'GET', '/aux/client/id/EHR-1042')).body;
  const items = link(client, 'relations.items');
  expect(items).toMatch(/\/people\/[0-9a-f]+\/ties\/items$/);
  expect((await ask(sandbox, 'GET', items)).body['@items']).toHaveLength(2);
  expect((await ask(sandbox, 'GET', '/c/items')).status).toBe(404);
});

test('An explicit base URL is used in all links, whatever origin a request comes in on', async () => {
  const sandbox = createSandbox({ baseUrl: 'https://care.example/app/api/2/' });
  expect(sandbox.baseUrl).toBe('https://care.example/app/api/2');
  const { body } = await ask(sandbox, 'GET', 'https://proxy.example/app/api/2/', { token: null });
  expect(body['@url']).toBe('https://care.example/app/api/2');
  expect(body.web_url).toBe('https://care.example/app');
});

test('Equal options give equal ids and tokens, and reset brings the first state back', async () => {
  const [one, other] = [unlimited({ seed: 7 }), unlimited({ seed: 7 })];
  expect(one.tokens).toEqual(other.tokens);
  expect(one.control.users()).toEqual(other.control.users());
  one.settings.name = 'changed';
  one.control.addClient();
  one.control.reset();
  expect(one.settings).toEqual(other.settings);
  expect(one.control.users()).toEqual(other.control.users());
});

test('More clients than the named ones are generated, each with an email and external id of its own', () => {
  const clients = createSandbox({ clients: 500 }).control.users('client');
  expect(clients).toHaveLength(500);
  expect(new Set(clients.map((client) => client.email)).size).toBe(500);
  expect(new Set(clients.map((client) => client.id)).size).toBe(500);
});

test('GAP-39: preflights of allowed origins are answered and answers name what a script may read', async () => {
  const sandbox = unlimited({ cors: { origins: ['https://portal.example'], exposedHeaders: ['Location'] } });
  const preflight = { Origin: 'https://portal.example', 'Access-Control-Request-Method': 'GET' };
  const allowed = await ask(sandbox, 'OPTIONS', '/c/items', { token: null, headers: preflight });
  expect(allowed.status).toBe(204);
  expect(allowed.headers.get('Access-Control-Allow-Headers')).toContain('Authorization');
  const error = await ask(sandbox, 'GET', '/c/items', { token: null, headers: { Origin: 'https://portal.example' } });
  expect(error.headers.get('Access-Control-Allow-Origin')).toBe('https://portal.example');
  expect(error.headers.get('Access-Control-Expose-Headers')).toBe('Location');
  const foreign = await ask(sandbox, 'GET', '/', { token: null, headers: { Origin: 'https://evil.example' } });
  expect(foreign.headers.get('Access-Control-Allow-Origin')).toBeNull();
});

test('NS-30, GAP-2: a body limit and a strict Accept answer 400 when switched on', async () => {
  const sandbox = unlimited({ settings: { maxBodyBytes: 10, strictAccept: true } });
  expect((await ask(sandbox, 'POST', '/c/items', { body: { email: 'a@mail.example' } })).status).toBe(400);
  expect((await ask(sandbox, 'GET', '/c/items', { headers: { Accept: 'text/html' } })).status).toBe(400);
  expect((await ask(sandbox, 'GET', '/c/items')).status).toBe(200);
});

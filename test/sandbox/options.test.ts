import { createSandbox, type ListenOptions, type SandboxOptions } from 'care-platform/sandbox';
import { expect, test } from 'vitest';
import { ask, linkUrl } from './api.js';

const unlimited = (options: SandboxOptions = {}) => createSandbox({ limits: false, ...options });

test('an explicit base URL is used in all links, whatever origin a request comes in on', async () => {
  const sandbox = createSandbox({ baseUrl: 'https://care.example/app/api/2/' });
  expect(sandbox.baseUrl).toBe('https://care.example/app/api/2');
  const { body } = await ask(sandbox, 'GET', 'https://proxy.example/app/api/2/', { token: null });
  expect(body['@url']).toBe('https://care.example/app/api/2');
  expect(body.web_url).toBe('https://care.example/app');
});

test('equal options give equal ids and tokens, and reset restores the first state', () => {
  const [sandbox, twin] = [unlimited({ seed: 7 }), unlimited({ seed: 7 })];
  expect(sandbox.tokens).toEqual(twin.tokens);
  expect(sandbox.control.users()).toEqual(twin.control.users());
  sandbox.settings.name = 'changed';
  sandbox.control.addClient();
  sandbox.control.reset();
  expect(sandbox.settings).toEqual(twin.settings);
  expect(sandbox.control.users()).toEqual(twin.control.users());
});

test('clients beyond the named ones are generated, each with its own email and external id', () => {
  const clients = createSandbox({ clients: 500 }).control.users('client');
  expect(clients).toHaveLength(500);
  expect(new Set(clients.map((client) => client.email)).size).toBe(500);
  expect(new Set(clients.map((client) => client.id)).size).toBe(500);
});

test('the option paths serves paths under other names, which the links follow', async () => {
  const sandbox = unlimited({ paths: { relations: 'ties', c: 'people' } });
  const client = (await ask(sandbox, 'GET', '/aux/client/id/EHR-1042')).body;
  const items = linkUrl(client, 'relations.items');
  expect(items).toMatch(/\/people\/[0-9a-f]+\/ties\/items$/);
  expect((await ask(sandbox, 'GET', items)).body['@items']).toHaveLength(2);
  expect((await ask(sandbox, 'GET', '/c/items')).status).toBe(404);
});

test('the option paths changes the paths of users that hooks return', async () => {
  const sandbox = unlimited({ paths: { c: 'people', p: 'staff' } });
  const paths = ['EHR-1042', 'PRO-1'].map((id) => sandbox.control.user(id).path ?? '');
  expect(paths).toEqual([expect.stringMatching(/^\/people\//), expect.stringMatching(/^\/staff\//)]);
  for (const path of paths) expect((await ask(sandbox, 'GET', path)).status).toBe(200);
  expect(sandbox.control.addClient().path).toMatch(/^\/people\//);
  await using server = await sandbox.listen({ control: true });
  const listed = (await (await fetch(`${server.url}/_sandbox/people`)).json()) as { path: string | null }[];
  expect(listed.map(({ path }) => path)).toEqual(sandbox.control.users().map(({ path }) => path));
});

test('the option cors lets pages of its origins send requests and read the headers that it names', async () => {
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

test('the option settings limits bodies and insists on an Accept header', async () => {
  const sandbox = unlimited({ settings: { maxBodyBytes: 10, strictAccept: true } });
  expect((await ask(sandbox, 'POST', '/c/items', { body: { email: 'a@mail.example' } })).status).toBe(400);
  expect((await ask(sandbox, 'GET', '/c/items', { headers: { Accept: 'text/html' } })).status).toBe(400);
  expect((await ask(sandbox, 'GET', '/c/items')).status).toBe(200);
});

test.each<[string, unknown]>([
  ['limit', { limit: false }],
  ['constructor', { constructor: 1 }],
  ['connection', { limits: { connection: 5 } }],
  ['origin', { cors: { origin: '*' } }],
  ['frozn', { clock: { frozn: true } }],
  ['clientIdRequired', { settings: { clientIdRequired: true } }],
  ['clients', { clients: '5' }],
  ['limits', { limits: true }],
  ['burst', { limits: { burst: '5' } }],
  ['connections', { limits: { connections: 0 } }],
  ['totalPerSecond', { limits: { totalPerSecond: Number.NaN } }],
  ['cors', { cors: 'text' }],
  ['origins', { cors: {} }],
  ['origins', { cors: { origins: 'https://portal.example' } }],
  ['exposedHeaders', { cors: { origins: '*', exposedHeaders: 'Location' } }],
  ['start', { clock: { start: '2026-03-02' } }],
  ['paths', { paths: 'c' }],
  ['dairy', { paths: { dairy: 'journal' } }],
  [':userId', { paths: { ':userId': 'x' } }],
  ['diary', { paths: { diary: 5 } }],
  ['baseUrl', { baseUrl: 'care.example/api/2' }],
  ['baseUrl', { baseUrl: 'ftp://care.example/api/2' }],
  ['baseUrl', { baseUrl: 'https://care.example/api/2?a=b' }],
  ['baseUrl', { baseUrl: 'https://care.example/api/2#' }],
  ['baseUrl', { baseUrl: '' }],
  ['settings', { settings: 'x' }],
  ['settings', { settings: new Map() }],
  ['zone', { settings: { zone: 'Europe/Nowhere' } }],
  ['zone', { settings: { zone: '+02:00' } }],
  ['latency', { settings: { latency: -1 } }],
  ['historySize', { settings: { historySize: Number.NaN } }],
  ['mode', { settings: { mode: 7 } }],
  ['totals', { settings: { totals: null } }],
  ['strictAccept', { settings: { strictAccept: 'yes' } }],
  ['size', { settings: { limitCap: { size: 0, refuse: true } } }],
  ['refuse', { settings: { limitCap: { size: 5 } } }],
  ['bsm', { settings: { fields: { client: { bsm: false } } } }],
  ['labels', { settings: { fields: { client: { labels: 'no' } } } }],
  ['self', { settings: { rootLinks: { self: 5 } } }],
  ['properties', { settings: { exportNames: { properties: 'id' } } }],
  ['filters[1]', { settings: { exportNames: { filters: ['a', 5] } } }],
  ['options', null],
  ['options', new Map()],
])('a misspelt or wrong option is refused by its name: %s', (name, options) => {
  expect(() => createSandbox(options as SandboxOptions)).toThrow(expect.objectContaining({ name: 'TypeError' }));
  expect(() => createSandbox(options as SandboxOptions)).toThrow(`\`${name}\``);
});

test.each<[string, unknown]>([
  ['ports', { ports: 4010 }],
  ['port', { port: '4010' }],
  ['port', { port: 65_536 }],
  ['hostname', { hostname: '' }],
  ['hostname', { hostname: 5 }],
  ['tls', { tls: false }],
  ['key', { tls: { cert: 'a' } }],
  ['control', { control: 'yes' }],
  ['hosts', { hosts: 'sandbox' }],
  ['hosts[0]', { hosts: [5] }],
  ['headersTimeout', { headersTimeout: 0 }],
  ['requestTimeout', { requestTimeout: Number.NaN }],
  ['options', null],
])('a misspelt or wrong option of `listen` is refused by its name: %s', async (name, options) => {
  const refusal = await createSandbox()
    .listen(options as ListenOptions)
    .catch((error: unknown) => error);
  expect(refusal).toMatchObject({ name: 'TypeError', message: expect.stringContaining(`\`${name}\``) });
});

test('a server listens with an odd number of milliseconds for the head of a request', async () => {
  await using server = await createSandbox().listen({ headersTimeout: 301, port: undefined });
  expect((await fetch(server.baseUrl)).status).toBe(200);
});

test('options that are undefined are left at their defaults, and settings within settings too', () => {
  const sandbox = createSandbox({
    limits: undefined,
    cors: undefined,
    settings: { latency: undefined, fields: { client: { bsn: false } } } as never,
  });
  expect(sandbox.settings.latency).toBe(0);
  expect(sandbox.settings.fields).toMatchObject({ client: { bsn: false, labels: true }, friend: { picture: true } });
});

test('settings are copied when the sandbox is made', () => {
  const rootLinks = { mine: 'c/items' };
  const sandbox = createSandbox({ settings: { rootLinks } });
  Object.assign(rootLinks, { later: 'p/items' });
  expect(sandbox.settings.rootLinks).toEqual({ mine: 'c/items' });
});

test.each(['http://a.example?', 'http://a.example/?b', 'http://b@a.example', 'http://a.example/b', 'ftp://a.example'])(
  'an invalid origin of cors is refused: %s',
  (origin) => {
    expect(() => unlimited({ cors: { origins: [origin] } })).toThrow(TypeError);
  },
);

import { expect, test } from 'vitest';
import { controlledServer } from './controlled-server.js';

const server = controlledServer();

async function control(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const init = { method, headers: { ...type, ...headers }, ...sent };
  const response = await fetch(`${server.url}/_sandbox${path}`, init);
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}

const ask = (path: string, body?: unknown) =>
  fetch(`${server.url}/api/2${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `svc-token ${server.sandbox.tokens.apiUser}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

test('GET /_sandbox lists the endpoints, with the tokens', async () => {
  const { body } = await control('GET', '');
  expect(body).toMatchObject({ tokens: server.sandbox.tokens, now: '2026-03-02T09:00:00.000Z' });
  expect(body.endpoints).toContain('GET, POST, DELETE /_sandbox/faults');
});

test('the clock is moved, set and resumed', async () => {
  expect((await control('POST', '/clock', { advance: { days: 1, hours: 2 } })).body.now).toBe(
    '2026-03-03T11:00:00.000Z',
  );
  await control('POST', '/clock', { set: '2026-07-01T00:00:00Z' });
  expect(server.sandbox.clock.now()).toEqual(new Date('2026-07-01T00:00:00Z'));
  await control('POST', '/clock', { frozen: false });
  await expect.poll(() => server.sandbox.clock.now().getTime()).toBeGreaterThan(Date.parse('2026-07-01T00:00:00Z'));
});

test('faults hit the requests that they match, and can be removed', async () => {
  const fault = { kind: 'response', status: 503, pathPattern: '^/c/', times: 2 };
  expect((await control('POST', '/faults', [fault, { kind: 'html' }])).body).toHaveLength(2);
  expect((await ask('/c/items')).status).toBe(503);
  expect((await ask('/p/items')).status).toBe(502);
  expect((await control('DELETE', '/faults')).status).toBe(204);
  expect((await ask('/c/items')).status).toBe(200);
});

test.each([
  [{ kind: 'explode' }, '"explode"'],
  [{ kind: 'drop' }, '`when`'],
  [{ kind: 'drop', when: 'later' }, '`when`'],
  [{ kind: 'html', tiems: 2 }, '`tiems`'],
  [{ kind: 'delay', milliseconds: '5' }, '`milliseconds`'],
  [{ kind: 'html', path: 5 }, '`path`'],
  [{ kind: 'html', status: 99 }, '`status`'],
  [{ kind: 'html', times: 0 }, '`times`'],
  [{ kind: 'html', afterWork: 'yes' }, '`afterWork`'],
  [{ kind: 'html', for: { seconds: 0 } }, '`for`'],
  [{ kind: 'html', for: { seconds: 30 }, times: 2 }, '`for`'],
  [{ kind: 'response', status: 200, headers: 5 }, '`headers`'],
  [{ kind: 'html', times: 1.5 }, '`times`'],
  [{ kind: 'html', method: 'post' }, '`method`'],
  [{ kind: 'html', path: 'c/items' }, '`path`'],
  [{ kind: 'html', path: '/c/items?limit=1' }, '`path`'],
  [{ kind: 'html', pathPattern: '(' }, '`pathPattern`'],
  [{ kind: 'delay', milliseconds: 3e9 }, '`milliseconds`'],
  [{ kind: 'slow', milliseconds: 10, pieces: 0 }, '`pieces`'],
  [{ kind: 'truncate', keep: -1 }, '`keep`'],
  [{ kind: 'redirect', location: '/', status: 200 }, '`status`'],
  [{ kind: 'redirect', location: 'a\nb' }, '`location`'],
  [{ kind: 'response', status: 200, headers: { 'a b': 'x' } }, '`headers`'],
  [{ kind: 'response', status: 200, headers: { Age: 5 } }, '"Age"'],
  [{ kind: 'html', path: '/c', pathPattern: '/c' }, '`pathPattern`'],
  ['drop', 'object'],
])('the fault %j is refused with the name of its wrong option', async (fault, name) => {
  const { status, body } = await control('POST', '/faults', fault);
  expect([status, body.message]).toEqual([400, expect.stringContaining(name)]);
  expect(server.sandbox.faults.pending).toEqual([]);
});

test('one fault is removed by its id', async () => {
  await control('POST', '/faults', [
    { kind: 'html', status: 500 },
    { kind: 'html', status: 503 },
  ]);
  expect((await control('DELETE', '/faults?id=1')).status).toBe(204);
  for (const query of ['?id=1', '?id=', '?id=x', '?kind=html']) {
    expect((await control('DELETE', `/faults${query}`)).status, query).toBe(400);
  }
  expect((await ask('/c/items')).status).toBe(503);
});

test('pending faults are listed as they were given, with what is left of each', async () => {
  const given = [
    { kind: 'response', status: 503, pathPattern: '^/c/', times: 2 },
    { kind: 'html', path: '/p/items', skip: 1, for: { minutes: 1, seconds: 30 } },
    { kind: 'drop', when: 'after', method: 'POST', times: null },
  ];
  const until = '2026-03-02T09:01:30.000Z';
  const left = [
    { skip: 0, times: 2, until: null },
    { skip: 1, times: null, until },
    { skip: 0, times: null, until: null },
  ];
  const listed = given.map((fault, at) => ({ ...fault, id: at + 1, left: left[at] }));
  expect((await control('POST', '/faults', given)).body).toEqual(listed);
  expect((await ask('/c/items')).status).toBe(503);
  expect((await ask('/p/items')).status).toBe(200);
  expect((await control('GET', '/faults')).body.map(({ left }: { left: object }) => left)).toEqual([
    { skip: 0, times: 1, until: null },
    { skip: 0, times: null, until },
    { skip: 0, times: null, until: null },
  ]);
  await control('POST', '/clock', { advance: { seconds: 90 } });
  expect((await ask('/p/items')).status).toBe(200);
  expect((await control('GET', '/faults')).body.map(({ kind }: { kind: string }) => kind)).toEqual([
    'response',
    'drop',
  ]);
});

test('mails, requests and statistics are listed, without the requests of the control itself', async () => {
  const [client] = server.sandbox.control.users('client');
  server.sandbox.control.setActive(client?.key ?? '', false);
  await ask(`${client?.path}/activation`, { active: true, send_email: 'welcome' });
  expect(server.sandbox.outbox).toHaveLength(1);
  expect((await control('GET', '/requests')).body).toHaveLength(1);
  expect((await control('GET', '/mails')).body).toEqual(JSON.parse(JSON.stringify(server.sandbox.outbox)));
  expect((await control('GET', '/stats')).body).toMatchObject({ requests: 1, refused: 0 });
});

test('the requests of the control count for no limit', async () => {
  for (let sent = 0; sent < 40; sent++) expect((await control('GET', '/clock')).status).toBe(200);
  expect((await ask('')).status).toBe(200);
});

test('settings are changed part by part, and unknown ones are refused', async () => {
  await control('PATCH', '/settings', {
    name: 'Another',
    fields: { client: { bsn: false } },
    rootLinks: { new: 'new' },
  });
  expect(server.sandbox.settings).toMatchObject({ name: 'Another', rootLinks: { new: 'new' } });
  expect(server.sandbox.settings.fields.client).toMatchObject({ bsn: false, labels: true });
  const misspelt = await control('PATCH', '/settings', { fields: { client: { bsm: false } } });
  expect([misspelt.status, misspelt.body.message]).toEqual([400, expect.stringContaining('`bsm`')]);
});

test.each([
  ['latency', { latency: 'long' }],
  ['fields', { fields: null }],
  ['client', { fields: { client: [] } }],
  ['mode', { mode: 7 }],
  ['patchResponse', { patchResponse: '205' }],
  ['zone', { name: 'Another name', zone: 'Nowhere' }],
  ['refuse', { limitCap: { size: 2 } }],
])('a wrong value of the setting %s is refused by its name, and nothing is changed', async (name, settings) => {
  const before = structuredClone(server.sandbox.settings);
  const { status, body } = await control('PATCH', '/settings', settings);
  expect([status, body.message]).toEqual([400, expect.stringContaining(`\`${name}\``)]);
  expect(server.sandbox.settings).toEqual(before);
});

test('a setting that may be null is set, and set to null again', async () => {
  await control('PATCH', '/settings', { limitCap: { size: 2, refuse: false }, mode: 'test' });
  expect(server.sandbox.settings).toMatchObject({ limitCap: { size: 2 }, mode: 'test' });
  expect((await control('PATCH', '/settings', { limitCap: null, mode: null })).status).toBe(200);
  expect(server.sandbox.settings).toMatchObject({ limitCap: null, mode: null });
});

test('every hook can be called, with dates as strings', async () => {
  const { body: client } = await control('POST', '/hooks/addClient', [{ first_name: 'Nieuw' }]);
  expect(client.name).toContain('Nieuw');
  const { body: key } = await control('POST', '/hooks/assignTask', ['EHR-1042', { title: 'Lees dit' }]);
  const tasks = await (await ask(`${server.sandbox.control.user('EHR-1042').path}/tasks/items`)).text();
  expect(tasks).toContain('Lees dit');
  expect(typeof key).toBe('string');
  expect((await control('POST', '/hooks/addApiError', [{ at: '2026-03-01T00:00:00Z' }])).status).toBe(204);
  expect(await (await ask('/configuration/apiusers/errorlog/items')).text()).toContain('2026-03-01T00:00:00');
});

test('a hook takes a text that looks like a time, and refuses a time that does not exist', async () => {
  const task = { title: '2026-03-01T00:00:00Z', message: '2026-03-01T00:00:00Z' };
  expect((await control('POST', '/hooks/assignTask', ['EHR-1042', task])).status).toBe(200);
  expect((await control('POST', '/hooks/addLabel', [task.title])).status).toBe(200);
  const refused = await control('POST', '/hooks/addHl7Error', [{ at: '2026-02-30T00:00:00Z' }]);
  expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('`at`')]);
});

test('a hook that fails is a 400, and an unknown hook a 404 that lists the known ones', async () => {
  expect((await control('POST', '/hooks/assignTask', ['nobody'])).status).toBe(400);
  const missing = await control('POST', '/hooks/assignTsak', []);
  expect([missing.status, missing.body.message]).toEqual([404, expect.stringContaining('assignTask')]);
});

test('a reset restores the first state', async () => {
  await control('POST', '/hooks/addClient', []);
  await control('POST', '/reset');
  expect(server.sandbox.control.users('client')).toHaveLength(12);
});

test('an unknown endpoint is a 404 that lists the known ones, and an unknown method a 405', async () => {
  const missing = await control('GET', '/clocks');
  expect([missing.status, missing.body.message]).toEqual([404, expect.stringContaining('GET, POST /_sandbox/clock')]);
  expect((await control('PUT', '/clock', {})).status).toBe(405);
});

test.each([
  [{ advence: {} }, '`advence`'],
  [{ advance: { weeks: 1 } }, '`advance`'],
  [{ advance: 5 }, '`advance`'],
  [{ set: 'tomorrow' }, '`set`'],
  [{ advance: { hours: 1 }, frozen: 'no' }, '`frozen`'],
])('the clock is not moved by %j', async (input, name) => {
  const before = server.sandbox.clock.now();
  const { status, body } = await control('POST', '/clock', input);
  expect([status, body.message]).toEqual([400, expect.stringContaining(name)]);
  expect(server.sandbox.clock.now()).toEqual(before);
});

test('a web page cannot use the control', async () => {
  expect((await control('POST', '/reset', undefined, { origin: 'https://elsewhere.example' })).status).toBe(403);
});

test('a server without the option control has no such endpoints', async () => {
  await using other = await server.sandbox.listen();
  expect((await fetch(`${other.url}/_sandbox`)).status).toBe(404);
});

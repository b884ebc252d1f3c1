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
  const { body: response } = await control('GET', '');
  expect(response).toMatchObject({ tokens: server.sandbox.tokens, now: '2026-03-02T09:00:00.000Z' });
  expect(response.endpoints).toContain('GET, POST, DELETE /_sandbox/faults');
});

test('The clock is moved, set and resumed', async () => {
  expect((await control('POST', '/clock', { advance: { days: 1, hours: 2 } })).body.now).toBe(
    '2026-03-03T11:00:00.000Z',
  );
  await control('POST', '/clock', { set: '2026-07-01T00:00:00Z' });
  expect(server.sandbox.clock.now()).toEqual(new Date('2026-07-01T00:00:00Z'));
  await control('POST', '/clock', { frozen: false });
  await expect.poll(() => server.sandbox.clock.now().getTime()).toBeGreaterThan(Date.parse('2026-07-01T00:00:00Z'));
});

test('Faults hit the requests that they match, and can be removed', async () => {
  const fault = { kind: 'body', status: 503, pathPattern: '^/c/', times: 2 };
  expect((await control('POST', '/faults', [fault, { kind: 'html' }])).body).toEqual({ pending: 3 });
  expect((await ask('/c/items')).status).toBe(503);
  expect((await ask('/p/items')).status).toBe(502);
  expect((await control('DELETE', '/faults')).status).toBe(204);
  expect((await ask('/c/items')).status).toBe(200);
});

test.each([
  [{ kind: 'explode' }, 'There is no fault of kind "explode". There are: answer, html,'],
  [{ kind: 'drop' }, 'A fault of kind `drop` needs `when`.'],
  [{ kind: 'drop', when: 'later' }, 'A fault of kind `drop` takes `before` or `after` as `when`.'],
  [{ kind: 'html', tiems: 2 }, 'A fault of kind `html` has no `tiems`. It takes: status, afterWork, times,'],
  [{ kind: 'delay', milliseconds: '5' }, 'A fault of kind `delay` takes a number as `milliseconds`.'],
  [{ kind: 'html', path: 5 }, 'A fault of kind `html` takes a text as `path`.'],
  [{ kind: 'html', status: 99 }, 'A fault of kind `html` takes 200 to 599 as `status`.'],
  [{ kind: 'html', times: 0 }, 'A fault of kind `html` takes 1 or more as `times`.'],
  [{ kind: 'html', afterWork: 'yes' }, 'A fault of kind `html` takes true or false as `afterWork`.'],
  [{ kind: 'body', status: 200, headers: 5 }, 'A fault of kind `body` takes an object as `headers`.'],
  [{ kind: 'html', times: 1.5 }, 'A fault of kind `html` takes a whole number as `times`.'],
  [{ kind: 'html', method: 'post' }, 'A fault of kind `html` takes one of GET, POST, PATCH, DELETE, PUT,'],
  [
    { kind: 'html', path: 'c/items' },
    'takes a path below the base URL as `path`, without a query, such as `/c/items`.',
  ],
  [{ kind: 'html', path: '/c/items?limit=1' }, 'takes a path below the base URL as `path`, without a query,'],
  [{ kind: 'html', pathPattern: '(' }, 'A fault of kind `html` takes a regular expression as `pathPattern`.'],
  [{ kind: 'delay', milliseconds: 3e9 }, 'A fault of kind `delay` takes 0 to 2147483647 as `milliseconds`.'],
  [{ kind: 'slow', milliseconds: 10, pieces: 0 }, 'A fault of kind `slow` takes 1 or more as `pieces`.'],
  [{ kind: 'truncate', keep: -1 }, 'A fault of kind `truncate` takes 0 or more as `keep`.'],
  [{ kind: 'redirect', location: '/', status: 200 }, 'takes one of 301, 302, 303, 307, 308 as `status`.'],
  [{ kind: 'redirect', location: 'a\nb' }, 'A fault of kind `redirect` takes a valid header value as `location`.'],
  [{ kind: 'body', status: 200, headers: { 'a b': 'x' } }, 'takes names and texts that can be sent as `headers`, not'],
  [{ kind: 'body', status: 200, headers: { Age: 5 } }, 'that can be sent as `headers`, not "Age".'],
  [{ kind: 'html', path: '/c', pathPattern: '/c' }, 'A fault of kind `html` takes `path` or `pathPattern`, not both.'],
  ['drop', 'A fault must be an object'],
])('The fault %j is refused with a reason', async (fault, message) => {
  const { status, body: response } = await control('POST', '/faults', fault);
  expect(status).toBe(400);
  expect(response.message).toContain(message);
  expect(server.sandbox.faults.pending).toBe(0);
});

test('Mails, requests and statistics are listed, without the requests of the control itself', async () => {
  const [client] = server.sandbox.control.users('client');
  server.sandbox.control.setActive(client?.key ?? '', false);
  await ask(`${client?.path}/activation`, { active: true, send_email: 'welcome' });
  expect(server.sandbox.outbox).toHaveLength(1);
  expect((await control('GET', '/requests')).body).toHaveLength(1);
  expect((await control('GET', '/mails')).body).toEqual(JSON.parse(JSON.stringify(server.sandbox.outbox)));
  expect((await control('GET', '/stats')).body).toMatchObject({ requests: 1, refused: 0 });
});

test('The requests of the control count for no limit', async () => {
  for (let sent = 0; sent < 40; sent++) expect((await control('GET', '/clock')).status).toBe(200);
  expect((await ask('')).status).toBe(200);
});

test('Settings are changed part by part, and unknown ones are refused', async () => {
  await control('PATCH', '/settings', {
    name: 'Another',
    fields: { client: { bsn: false } },
    rootLinks: { new: 'new' },
  });
  expect(server.sandbox.settings).toMatchObject({ name: 'Another', rootLinks: { new: 'new' } });
  expect(server.sandbox.settings.fields.client).toMatchObject({ bsn: false, labels: true });
  const misspelt = await control('PATCH', '/settings', { fields: { client: { bsm: false } } });
  expect(misspelt.body.message).toContain('There is no setting `bsm`. There are: picture, labels,');
});

test.each([
  ['latency', { latency: 'long' }],
  ['fields', { fields: null }],
  ['client', { fields: { client: [] } }],
  ['mode', { mode: 7 }],
  ['patchAnswer', { patchAnswer: '205' }],
  ['zone', { name: 'Another name', zone: 'Nowhere' }],
  ['refuse', { limitCap: { size: 2 } }],
])('A wrong value of the setting %s is refused by its name, and nothing is changed', async (name, settings) => {
  const before = structuredClone(server.sandbox.settings);
  const { status, body: response } = await control('PATCH', '/settings', settings);
  expect([status, response.message]).toEqual([400, expect.stringContaining(`\`${name}\``)]);
  expect(server.sandbox.settings).toEqual(before);
});

test('A setting that may be null is set, and set to null again', async () => {
  await control('PATCH', '/settings', { limitCap: { size: 2, refuse: false }, mode: 'test' });
  expect(server.sandbox.settings).toMatchObject({ limitCap: { size: 2 }, mode: 'test' });
  expect((await control('PATCH', '/settings', { limitCap: null, mode: null })).status).toBe(200);
  expect(server.sandbox.settings).toMatchObject({ limitCap: null, mode: null });
});

test('Every hook can be called, with dates as strings', async () => {
  const { body: client } = await control('POST', '/hooks/addClient', [{ first_name: 'Nieuw' }]);
  expect(client.name).toContain('Nieuw');
  const { body: key } = await control('POST', '/hooks/assignTask', ['EHR-1042', { title: 'Lees dit' }]);
  const tasks = await (await ask(`${server.sandbox.control.user('EHR-1042').path}/tasks/items`)).text();
  expect(tasks).toContain('Lees dit');
  expect(typeof key).toBe('string');
  expect((await control('POST', '/hooks/addApiError', [{ at: '2026-03-01T00:00:00Z' }])).status).toBe(204);
  expect(await (await ask('/configuration/apiusers/errorlog/items')).text()).toContain('2026-03-01T00:00:00');
  expect((await control('GET', '/hooks')).body).toEqual(Object.keys(server.sandbox.control));
});

test('A hook that fails gives its reason, and an unknown hook lists the known ones', async () => {
  const failed = await control('POST', '/hooks/assignTask', ['nobody']);
  expect(failed.status).toBe(400);
  expect(failed.body.message).toContain(
    'The hook assignTask failed: The sandbox has no user nobody. Pass a key, URL or external id',
  );
  const missing = await control('POST', '/hooks/assignTsak', []);
  expect(missing.status).toBe(404);
  expect(missing.body.message).toContain('assignTask');
});

test('A reset restores the first state', async () => {
  await control('POST', '/hooks/addClient', []);
  await control('POST', '/reset');
  expect(server.sandbox.control.users('client')).toHaveLength(12);
});

test('An unknown endpoint or method is refused with a list of the known ones', async () => {
  expect((await control('GET', '/clocks')).body.message).toContain(
    'There are: GET /_sandbox; GET, POST /_sandbox/clock;',
  );
  const put = await control('PUT', '/clock', {});
  expect(put).toMatchObject({ status: 405, body: { message: '/_sandbox/clock takes GET, POST, not PUT.' } });
});

test.each([
  [{ advence: {} }, 'The clock has no `advence`. It takes: set, advance, frozen.'],
  [{ advance: { weeks: 1 } }, '`advance` takes numbers of seconds, minutes, hours, days, such as {"hours": 1}.'],
  [{ advance: 5 }, '`advance` takes numbers of seconds, minutes, hours, days, such as {"hours": 1}.'],
  [{ set: 'tomorrow' }, '`set` must be a time such as 2026-03-02T09:00:00Z.'],
  [{ advance: { hours: 1 }, frozen: 'no' }, '`frozen` must be true or false.'],
])('The clock is not moved by %j', async (body, message) => {
  const before = server.sandbox.clock.now();
  expect(await control('POST', '/clock', body)).toEqual({ status: 400, body: { message } });
  expect(server.sandbox.clock.now()).toEqual(before);
});

test('A web page cannot use the control', async () => {
  expect((await control('POST', '/reset', undefined, { origin: 'https://elsewhere.example' })).status).toBe(403);
});

test('A server without the option control has no such endpoints', async () => {
  await using other = await server.sandbox.listen();
  expect((await fetch(`${other.url}/_sandbox`)).status).toBe(404);
});

import { createSandbox } from 'care-platform/sandbox';
import { expect, test } from 'vitest';
import { ask, invalid } from './api.js';
import { fileOf } from './wire.js';

const unlimited = (options = {}) => createSandbox({ limits: false, ...options });

const newClient = {
  '@type': 'https://care.example/ns/client',
  first_name: 'Nieuwe',
  last_name: 'Voorbeeld',
  active: true,
  email: 'nieuwe.voorbeeld@mail.example',
  gender: 'f',
  date_of_birth: '1990-05-06',
};

const first = (sandbox: ReturnType<typeof createSandbox>) => ask(sandbox, 'GET', '/aux/client/id/EHR-1042');

test('CL-23: a client offers the stated links, and tools and conversations with access', async () => {
  const { body } = await first(unlimited());
  const names = body['@links'].map((link) => link.name).sort();
  expect(names).toEqual([
    'activation',
    'application',
    'catalogue.selfhelp.items',
    'conversations',
    'diary',
    'diary.configuration',
    'diary.entries',
    'diary.entries.items',
    'diary.entries.schemas',
    'planning',
    'planning.ics',
    'planning.items',
    'relations',
    'relations.items',
    'tasks',
    'tasks.items',
    'tools',
  ]);
});

test('CL-24: a client without diary access has no diary links and keeps the others', async () => {
  const sandbox = unlimited();
  const { body } = await ask(sandbox, 'GET', '/aux/client/id/EHR-1044');
  const names: string[] = body['@links'].map((link) => link.name);
  expect(names.some((name) => name.startsWith('diary'))).toBe(false);
  expect(names).toContain('planning.items');
});

test('CL-14, CL-15: labels are a list or null, and absent for the client itself', async () => {
  const sandbox = unlimited();
  expect((await first(sandbox)).body.labels).toHaveLength(2);
  expect((await ask(sandbox, 'GET', '/aux/client/id/EHR-1045')).body.labels).toBeNull();
  const own = await ask(sandbox, 'GET', '/aux/client/id/EHR-1042', { token: sandbox.tokens.client });
  expect(own.status).toBe(200);
  expect(own.body).not.toHaveProperty('labels');
});

test('CL-12: a picture is a file reference whose URL answers with the bytes', async () => {
  const sandbox = unlimited();
  const { picture } = (await first(sandbox)).body;
  expect(picture).toMatchObject({ '@type': 'link', content_type: 'image/png', filename: 'voorbeeld.png' });
  const { url, size } = fileOf(picture);
  const file = await ask(sandbox, 'GET', url);
  expect(file.headers.get('Content-Type')).toBe('image/png');
  expect(Number(file.headers.get('Content-Length'))).toBe(size);
});

test('EPU-10, EPU-11, EPU-12: a created client is answered with 201, its Location and source, and a welcome mail', async () => {
  const sandbox = unlimited();
  const { status, headers, body } = await ask(sandbox, 'POST', '/c', { body: newClient });
  expect(status).toBe(201);
  expect(headers.get('Location')).toBe(body['@url']);
  expect(body).toMatchObject({
    external_source: 'sandbox-ehr',
    age: 35,
    name: 'Nieuwe Voorbeeld',
    infix: null,
    id: null,
  });
  expect(sandbox.outbox.map(({ to, kind }) => ({ to, kind }))).toEqual([{ to: newClient.email, kind: 'welcome' }]);
});

test('EPU-13: creating an inactive client sends no mail', async () => {
  const sandbox = unlimited();
  expect((await ask(sandbox, 'POST', '/c', { body: { ...newClient, active: false } })).status).toBe(201);
  expect(sandbox.outbox).toEqual([]);
});

test('VAL-15, VAL-2, CL-9: all problems of a body are reported at once, in the order of the fields', async () => {
  const { body } = await ask(unlimited(), 'POST', '/c', {
    body: { first_name: 7, last_name: 'Voorbeeld', active: true, email: 'nobody', gender: 'x', date_of_birth: null },
  });
  expect(body).toEqual(
    invalid(
      ['first_name', 'Must be transferred as string.'],
      ['email', 'Not a valid email address.'],
      ['gender', 'Unknown value.'],
      ['date_of_birth', 'Required input is missing.'],
    ),
  );
});

test('CL-11, MSG-8: an email with uppercase characters is refused', async () => {
  const { status, body } = await ask(unlimited(), 'POST', '/c', {
    body: { ...newClient, email: 'Nieuwe@mail.example' },
  });
  expect(status).toBe(400);
  expect(body).toEqual(invalid(['email', 'Email address cannot contain uppercase characters.']));
});

test('CL-10, CL-20: a duplicate email or external id is refused, but a professional may share an id', async () => {
  const sandbox = unlimited();
  const { email } = (await first(sandbox)).body;
  const twice = await ask(sandbox, 'POST', '/c', { body: { ...newClient, email, id: 'EHR-1042' } });
  expect(twice.body.extra.map((problem) => problem.name)).toEqual(['email', 'id']);
  expect((await ask(sandbox, 'POST', '/c', { body: { ...newClient, id: 'PRO-1' } })).status).toBe(201);
});

test('AUX-5: a missing external id is refused where the setting requires one', async () => {
  const sandbox = unlimited({ settings: { externalIdRequired: { client: true, professional: false } } });
  const { body } = await ask(sandbox, 'POST', '/c', { body: newClient });
  expect(body).toEqual(invalid(['id', 'Required input is missing.']));
});

test('VAL-24, VAL-25, TRAP-8: a disabled field is neither required, nor shown, nor stored', async () => {
  const sandbox = unlimited();
  sandbox.settings.fields.client.date_of_birth = false;
  const { date_of_birth: _omitted, ...rest } = newClient;
  const { status, body } = await ask(sandbox, 'POST', '/c', { body: { ...rest, phone_number: '1' } });
  expect(status).toBe(201);
  expect(body).not.toHaveProperty('date_of_birth');
  expect(body.age).toBeNull();
});

test('REQ-16, TRAP-41: an unknown attribute has no effect and is noted in the journal', async () => {
  const sandbox = unlimited();
  const { body } = await ask(sandbox, 'POST', '/c', { body: { ...newClient, frist_name: 'X', age: 3 } });
  expect(body).not.toHaveProperty('frist_name');
  expect(sandbox.journal.at(-1)?.ignored).toEqual(['frist_name', 'age']);
});

test('VAL-16, VAL-21: PATCH changes what is sent, null resets, and the answer is 204', async () => {
  const sandbox = unlimited();
  const before = (await first(sandbox)).body;
  sandbox.clock.advance({ minutes: 5 });
  const patch = await ask(sandbox, 'PATCH', before['@url'], { body: { phone_number: null, infix: 'van' } });
  expect([patch.status, patch.text]).toEqual([204, '']);
  const after = (await first(sandbox)).body;
  expect(after).toMatchObject({ phone_number: null, infix: 'van', name: 'Fenna van Voorbeeld', email: before.email });
  expect(after['@changes'].modification_time > before['@changes'].modification_time).toBe(true);
});

test('NS-14: the settings choose between 204, an empty 200 and a 200 with the resource', async () => {
  const sandbox = unlimited({ settings: { patchAnswer: '200-empty' } });
  const url = (await first(sandbox)).body['@url'];
  const empty = await ask(sandbox, 'PATCH', url, { body: { infix: 'x' } });
  expect([empty.status, empty.text]).toEqual([200, '']);
  sandbox.settings.patchAnswer = '200-body';
  expect((await ask(sandbox, 'PATCH', url, { body: { infix: 'y' } })).body.infix).toBe('y');
});

test('VAL-17: null for a required field is refused on PATCH', async () => {
  const sandbox = unlimited();
  const url = (await first(sandbox)).body['@url'];
  const { body } = await ask(sandbox, 'PATCH', url, { body: { last_name: null } });
  expect(body).toEqual(invalid(['last_name', 'Required input is missing.']));
});

test('EPU-16, TRAP-56: active in a PATCH of a client is ignored', async () => {
  const sandbox = unlimited();
  const url = (await first(sandbox)).body['@url'];
  expect((await ask(sandbox, 'PATCH', url, { body: { active: false } })).status).toBe(204);
  expect((await first(sandbox)).body.active).toBe(true);
  expect(sandbox.journal.at(-2)?.ignored).toEqual(['active']);
});

test('INL-1, INL-2, TRAP-47: a picture is uploaded inline; a file reference or bad base 64 is refused', async () => {
  const sandbox = unlimited();
  const { '@url': url, picture } = (await first(sandbox)).body;
  const inline = { '@type': 'base64', data: btoa('<svg></svg>'), filename: 'a.svg' };
  expect((await ask(sandbox, 'PATCH', url, { body: { picture: inline } })).status).toBe(204);
  const replaced = (await first(sandbox)).body.picture;
  expect(replaced).toMatchObject({ size: 11, content_type: 'image/svg+xml', filename: 'a.svg' });
  expect((await ask(sandbox, 'GET', fileOf(picture).url)).status).toBe(404);
  expect((await ask(sandbox, 'PATCH', url, { body: { picture: replaced } })).status).toBe(400);
  expect((await ask(sandbox, 'PATCH', url, { body: { picture: { '@type': 'base64', data: '?' } } })).status).toBe(400);
});

test('EPU-4, EPU-5, BAT-3: the list holds clients and friends, skips and limits, and echoes both', async () => {
  const sandbox = unlimited();
  const { body } = await ask(sandbox, 'GET', '/c/items?start=10&limit=3');
  expect(body['@paging']).toEqual({ found: 3, limit: 3, start: 10, total: 14 });
  expect(body['@items'].map((item) => item['@type'].split('/').at(-1))).toEqual(['client', 'client', 'friend']);
  const all = await ask(sandbox, 'GET', '/c/items');
  expect(all.body['@paging']).toEqual({ found: 14, limit: null, start: null, total: 14 });
});

test('EPU-6, NS-29: total can be null and the page size can be capped silently', async () => {
  const sandbox = unlimited({ settings: { totals: 'null', limitCap: { size: 5, refuse: false } } });
  const { body } = await ask(sandbox, 'GET', '/c/items?limit=10');
  expect(body['@paging']).toEqual({ found: 5, limit: 10, start: null, total: null });
});

test('GAP-5: a bad start or limit is an unknown value', async () => {
  const { status, body } = await ask(unlimited(), 'GET', '/c/items?start=-1&limit=many');
  expect(status).toBe(400);
  expect(body.message).toBe('Invalid query parameters');
  expect(body.extra).toEqual([
    { name: 'start', message: 'Unknown value.' },
    { name: 'limit', message: 'Unknown value.' },
  ]);
});

test('EPU-7, EPU-8, TRAP-14: the search ANDs its parameters, answers 200 and changes nothing', async () => {
  const sandbox = unlimited();
  const { email } = (await first(sandbox)).body;
  const hit = await ask(sandbox, 'POST', '/c/items', { body: { email, id: 'EHR-1042', bsn: null } });
  expect([hit.status, hit.headers.get('Location'), hit.body['@paging'].found]).toEqual([200, null, 1]);
  const miss = await ask(sandbox, 'POST', '/c/items', { body: { email, id: 'EHR-1043' } });
  expect(miss.body['@items']).toEqual([]);
  const inactive = await ask(sandbox, 'POST', '/c/items', { body: { active: false, limit: 5 } });
  expect(inactive.body['@paging']).toEqual({ found: 1, limit: 5, start: null, total: 1 });
});

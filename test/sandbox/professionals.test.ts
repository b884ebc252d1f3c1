import { createSandbox } from 'care-platform/sandbox';
import { expect, test } from 'vitest';
import { ask, invalid } from './api.js';
import { at } from './wire.js';

const unlimited = (options = {}) => createSandbox({ limits: false, ...options });
const path = '/aux/professional/id/PRO-3';

test('PR-12: a professional offers exactly the seven stated links', async () => {
  const { body } = await ask(unlimited(), 'GET', path);
  expect(body['@links'].map((link) => link.name)).toEqual([
    'activation',
    'application',
    'groups',
    'logout',
    'roles',
    'tasks',
    'tasks.items',
  ]);
});

test('EPU-22, TRAP-22: the professionals come without paging, though start and limit work', async () => {
  const { body } = await ask(unlimited(), 'GET', '/p/items?start=1&limit=2');
  expect(Object.keys(body)).toEqual(['@items', '@links']);
  expect(body['@items'].map((item) => item.id)).toEqual(['PRO-2', 'PRO-3']);
});

test('EPU-23, EPU-24, MAIL-3: a professional is created with 201 and no mail', async () => {
  const sandbox = unlimited();
  const body = {
    first_name: 'Nieuwe',
    last_name: 'Kracht',
    active: true,
    email: 'kracht@mail.example',
    id: 'EHR-1042',
  };
  const reply = await ask(sandbox, 'POST', '/p', { body });
  expect(reply.status).toBe(201);
  expect(reply.body).toMatchObject({ external_source: 'sandbox-ehr', description: null, labels: null, picture: null });
  expect(reply.headers.get('Location')).toBe(reply.body['@url']);
  expect(sandbox.outbox).toEqual([]);
});

test('EPU-26, PR-8: a professional is changed by external id, whose new value must be free', async () => {
  const sandbox = unlimited();
  expect((await ask(sandbox, 'PATCH', path, { body: { description: 'Hallo' } })).status).toBe(204);
  expect((await ask(sandbox, 'GET', path)).body.description).toBe('Hallo');
  const taken = await ask(sandbox, 'PATCH', path, { body: { id: 'PRO-1' } });
  expect(at(taken.body.extra).name).toBe('id');
});

test('EPU-27, ACT-6, TRAP-25: activation of a professional always mails, and the same state is 400', async () => {
  const sandbox = unlimited();
  const url = `${(await ask(sandbox, 'GET', path)).body['@url']}/activation`;
  expect((await ask(sandbox, 'POST', url, { body: { active: true } })).status).toBe(400);
  expect((await ask(sandbox, 'POST', url, { body: { active: false, send_email: 'no' } })).status).toBe(204);
  expect(sandbox.outbox.map((mail) => mail.kind)).toEqual(['deactivation']);
  expect(sandbox.journal.at(-1)?.ignored).toEqual(['send_email']);
});

test('EPU-29, ROL-4: setting the groups replaces them and shows in the roles', async () => {
  const sandbox = unlimited();
  const url = (await ask(sandbox, 'GET', path)).body['@url'];
  const groups = ['secretaries', 'application-managers'];
  expect((await ask(sandbox, 'PATCH', `${url}/groups`, { body: { groups } })).status).toBe(204);
  expect((await ask(sandbox, 'GET', `${url}/groups`)).body).toEqual({
    '@url': `${url}/groups`,
    '@type': 'https://care.example/ns/user/groups',
    '@links': [],
    groups,
  });
  const roles = (await ask(sandbox, 'GET', `${url}/roles`)).body;
  expect(roles).toMatchObject({ roles: ['role.Secretary', 'role.ApplicationManager'], additional_roles: [] });
});

test('EPU-31: setting the roles replaces their groups and leaves other groups and the unsent list alone', async () => {
  const sandbox = unlimited({ settings: { rolePrefix: 'org' } });
  const url = (await ask(sandbox, 'GET', '/aux/professional/id/PRO-1')).body['@url'];
  const body = { roles: ['org.Secretary'] };
  expect((await ask(sandbox, 'PATCH', `${url}/roles`, { body })).status).toBe(204);
  expect((await ask(sandbox, 'GET', `${url}/groups`)).body.groups).toEqual(['therapists', 'secretaries']);
  const unknown = await ask(sandbox, 'PATCH', `${url}/roles`, { body: { additional_roles: ['role.Other'] } });
  expect(unknown.body).toEqual(invalid(['additional_roles', 'Unknown value.']));
});

test('EPU-38: only counter-operators, or an unknown group, is an unknown value', async () => {
  const sandbox = unlimited();
  const url = `${(await ask(sandbox, 'GET', path)).body['@url']}/groups`;
  for (const groups of [['counter-operators'], ['counter-operators', 'application-managers'], ['cooks']]) {
    expect((await ask(sandbox, 'PATCH', url, { body: { groups } })).body).toEqual(
      invalid(['groups', 'Unknown value.']),
    );
  }
  expect((await ask(sandbox, 'PATCH', url, { body: { groups: ['counter-operators', 'therapists'] } })).status).toBe(
    204,
  );
});

test('EPR-3, EPR-5, EPR-6: a relation is created once per predicate, then refused without extra', async () => {
  const sandbox = unlimited();
  const url = `${(await ask(sandbox, 'GET', '/aux/client/id/EHR-1043')).body['@url']}/relations`;
  const relation = { '@type': 'https://care.example/ns/relation', professional: { id: 'PRO-2' } };
  const attends = await ask(sandbox, 'POST', url, { body: { ...relation, predicate: 'attends' } });
  expect(attends.status).toBe(201);
  expect(attends.headers.get('Location')).toBe(attends.body['@url']);
  expect(attends.body).toMatchObject({
    predicate: 'attends',
    professional: { id: 'PRO-2' },
    client: { id: 'EHR-1043' },
  });
  expect((await ask(sandbox, 'POST', url, { body: { ...relation, predicate: 'supervises' } })).status).toBe(201);
  const twice = await ask(sandbox, 'POST', url, { body: { ...relation, predicate: 'attends' } });
  expect(twice.body).toEqual({ code: 400, message: 'Invalid new relation.' });
  const nobody = await ask(sandbox, 'POST', url, {
    body: { ...relation, predicate: 'attends', professional: { id: 'PRO-0' } },
  });
  expect(nobody.body).toEqual({ code: 400, message: 'Invalid new relation.' });
});

test('URF-4, META-11: a relation needs its type and exactly one of url and id', async () => {
  const sandbox = unlimited();
  const url = `${(await ask(sandbox, 'GET', '/aux/client/id/EHR-1043')).body['@url']}/relations`;
  const body = { predicate: 'attends', professional: { id: 'PRO-2' } };
  expect((await ask(sandbox, 'POST', url, { body })).body).toEqual(invalid(['@type', 'Required input is missing.']));
  const both = { ...body, '@type': 'https://care.example/ns/relation', professional: { id: 'PRO-2', url: 'x' } };
  expect((await ask(sandbox, 'POST', url, { body: both })).body.extra[0]?.name).toBe('professional');
});

test('EPR-4, TRAP-60: a relation is deleted with an empty 204 of type text/plain, and then is 404', async () => {
  const sandbox = unlimited();
  const client = (await ask(sandbox, 'GET', '/aux/client/id/EHR-1042')).body['@url'];
  const relation = at((await ask(sandbox, 'GET', `${client}/relations/items`)).body['@items']);
  const reply = await ask(sandbox, 'DELETE', relation['@url']);
  expect([reply.status, reply.text]).toEqual([204, '']);
  expect(reply.headers.get('Content-Type')).toBe('text/plain;charset=UTF-8');
  expect((await ask(sandbox, 'DELETE', relation['@url'])).status).toBe(404);
});

test('EPL-2 to EPL-9: a label keeps its identifier when renamed and leaves everyone when deleted', async () => {
  const sandbox = unlimited();
  const made = await ask(sandbox, 'POST', '/configuration/labels', { body: { label: 'Nieuw', identifier: 'mine' } });
  expect(made.status).toBe(201);
  const { '@url': url, identifier } = made.body;
  expect(identifier).not.toBe('mine');
  const client = (await ask(sandbox, 'GET', '/aux/client/id/EHR-1044')).body['@url'];
  expect((await ask(sandbox, 'PATCH', client, { body: { labels: [identifier] } })).status).toBe(204);
  expect((await ask(sandbox, 'PATCH', url, { body: { label: 'Anders' } })).status).toBe(204);
  expect((await ask(sandbox, 'GET', url)).body).toMatchObject({ identifier, label: 'Anders', '@links': [] });
  expect((await ask(sandbox, 'DELETE', url)).status).toBe(204);
  expect((await ask(sandbox, 'GET', client)).body.labels).toBeNull();
  expect((await ask(sandbox, 'DELETE', url)).status).toBe(404);
  const again = await ask(sandbox, 'POST', '/configuration/labels', { body: { label: 'Anders' } });
  expect(again.body.identifier).not.toBe(identifier);
});

test('CL-13: a label nobody made is an unknown value', async () => {
  const { body } = await ask(unlimited(), 'PATCH', '/aux/client/id/EHR-1042', { body: { labels: ['nope'] } });
  expect(body).toEqual(invalid(['labels', 'Unknown value.']));
});

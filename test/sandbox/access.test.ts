import { createSandbox } from 'care-platform/sandbox';
import { expect, test } from 'vitest';
import { ask } from './api.js';

const unlimited = (options = {}) => createSandbox({ limits: false, ...options });

test('AUT-1, AUT-21: a missing, unknown or otherwise announced token is 401', async () => {
  const sandbox = unlimited();
  for (const header of [undefined, 'svc-token nonsense', `Bearer ${sandbox.tokens.apiUser}`]) {
    const headers = header === undefined ? {} : { Authorization: header };
    const response = await sandbox.fetch(`${sandbox.baseUrl}/c/items`, { headers });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: 401 });
  }
});

test('AUT-14: a revoked token fails at once and a new one works', async () => {
  const sandbox = unlimited();
  const token = sandbox.control.issueToken(sandbox.control.users('apiUser')[0]?.key ?? '');
  expect((await ask(sandbox, 'GET', '/p/items', { token })).status).toBe(200);
  sandbox.control.revokeToken(token);
  expect((await ask(sandbox, 'GET', '/p/items', { token })).status).toBe(401);
});

test('CL-5: the token of an inactive client is 401', async () => {
  const sandbox = unlimited();
  expect((await ask(sandbox, 'GET', '/c/items', { token: sandbox.tokens.inactiveClient })).status).toBe(401);
});

test('AUT-11, REL-4: a professional reads related clients, gets 403 on others and lists only its own', async () => {
  const sandbox = unlimited();
  const { professional, unrelatedProfessional } = sandbox.tokens;
  const related = '/aux/client/id/EHR-1042';
  expect((await ask(sandbox, 'GET', related, { token: professional })).status).toBe(200);
  expect((await ask(sandbox, 'GET', related, { token: unrelatedProfessional })).status).toBe(403);
  const own = await ask(sandbox, 'GET', '/c/items', { token: professional });
  expect(own.body['@items'].map((item) => item.id)).toEqual(['EHR-1042', 'EHR-1043']);
  expect((await ask(sandbox, 'GET', '/c/items', { token: unrelatedProfessional })).body['@paging'].total).toBe(0);
});

test('AUT-10: a client reads itself and nobody else', async () => {
  const sandbox = unlimited();
  const token = sandbox.tokens.client;
  expect((await ask(sandbox, 'GET', '/aux/client/id/EHR-1042', { token })).status).toBe(200);
  expect((await ask(sandbox, 'GET', '/aux/client/id/EHR-1043', { token })).status).toBe(403);
  expect((await ask(sandbox, 'GET', '/c/items', { token })).status).toBe(403);
});

test('AUT-12: a secretary reads contact data of every client, without links to therapeutic information', async () => {
  const sandbox = unlimited();
  const { status, body } = await ask(sandbox, 'GET', '/aux/client/id/EHR-1042', { token: sandbox.tokens.secretary });
  expect(status).toBe(200);
  expect(body.phone_number).toBe('000-0000001');
  const names = body['@links'].map((link) => link.name);
  expect(names).toEqual(['activation', 'application', 'catalogue.selfhelp.items', 'relations', 'relations.items']);
});

test('FR-7: a friend is 403 for everyone but itself and API users', async () => {
  const sandbox = unlimited();
  const path = sandbox.control.users('friend')[0]?.path ?? '';
  for (const token of [sandbox.tokens.professional, sandbox.tokens.secretary, sandbox.tokens.client]) {
    expect((await ask(sandbox, 'GET', path, { token })).status).toBe(403);
  }
});

test('TRAP-29: an API user without roles has full access to what is not bound to a role', async () => {
  const sandbox = unlimited();
  const token = sandbox.tokens.apiUserPlain;
  const list = await ask(sandbox, 'GET', '/c/items', { token });
  expect(list.body['@paging'].found).toBe(14);
  expect((await ask(sandbox, 'PATCH', '/aux/client/id/EHR-1042', { token, body: { infix: 'de' } })).status).toBe(204);
});

test('EPU-2, TRAP-61, AUX-6: external ids work under aux only, and nothing lies deeper there', async () => {
  const sandbox = unlimited();
  expect((await ask(sandbox, 'GET', '/c/EHR-1042')).status).toBe(404);
  expect((await ask(sandbox, 'GET', '/aux/client/id/EHR-1042/tasks')).status).toBe(404);
});

test('TRAP-53: an external id with any characters is decoded exactly once', async () => {
  const sandbox = unlimited();
  sandbox.control.addClient({ id: 'A/B %2F#:é' });
  const { status, body } = await ask(sandbox, 'GET', `/aux/client/id/${encodeURIComponent('A/B %2F#:é')}`);
  expect([status, body.id]).toEqual([200, 'A/B %2F#:é']);
});

test('SVC-4, REQ-6, STC-5: DELETE of a client is 405 and names what is allowed', async () => {
  const sandbox = unlimited();
  const { status, headers, body } = await ask(sandbox, 'DELETE', '/aux/client/id/EHR-1042');
  expect([status, headers.get('Allow')]).toEqual([405, 'GET, PATCH']);
  expect(body.code).toBe(405);
  expect((await ask(sandbox, 'PUT', '/c/items', { body: {} })).status).toBe(405);
  expect((await ask(sandbox, 'GET', '/c')).headers.get('Allow')).toBe('POST');
});

test('GAP-9: 401 comes before 404, 404 before 405, 405 before 403, 403 before 406, 406 before 400', async () => {
  const sandbox = unlimited();
  const { client } = sandbox.tokens;
  expect((await ask(sandbox, 'GET', '/nothing', { token: null })).status).toBe(401);
  expect((await ask(sandbox, 'DELETE', '/c/nobody')).status).toBe(404);
  expect((await ask(sandbox, 'DELETE', '/aux/client/id/EHR-1043', { token: client })).status).toBe(405);
  expect((await ask(sandbox, 'PATCH', '/aux/client/id/EHR-1043', { token: client, body: '{' })).status).toBe(403);
  expect((await ask(sandbox, 'PATCH', '/aux/client/id/EHR-1043', { body: '{' })).status).toBe(406);
});

import { createSandbox } from 'care-platform/sandbox';
import { expect, test } from 'vitest';
import { ask, invalid } from './api.js';
import { at } from './wire.js';

const unlimited = (options = {}) => createSandbox({ limits: false, ...options });

const first = (sandbox: ReturnType<typeof createSandbox>) => ask(sandbox, 'GET', '/aux/client/id/EHR-1042');

test('EPU-32 to EPU-35: activation and deactivation send the mails that send_email asks for', async () => {
  const sandbox = unlimited();
  const url = `${(await first(sandbox)).body['@url']}/activation`;
  const post = async (body: unknown) => (await ask(sandbox, 'POST', url, { body })).status;
  expect(await post({ active: false })).toBe(204);
  expect(await post({ active: true, send_email: 'welcome' })).toBe(204);
  expect(await post({ active: false, send_email: 'no' })).toBe(204);
  expect(await post({ active: true, send_email: 'no' })).toBe(204);
  expect(sandbox.outbox.map((mail) => mail.kind)).toEqual(['deactivation', 'welcome']);
});

test('EPU-36: activating an active client is refused with 400 and sends no mail', async () => {
  const sandbox = unlimited();
  const url = `${(await first(sandbox)).body['@url']}/activation`;
  expect((await ask(sandbox, 'POST', url, { body: { active: true } })).status).toBe(400);
  expect(sandbox.outbox).toEqual([]);
});

test('EPU-17: activation checks both of its fields', async () => {
  const sandbox = unlimited();
  const url = `${(await first(sandbox)).body['@url']}/activation`;
  const { body } = await ask(sandbox, 'POST', url, { body: { send_email: 'maybe' } });
  expect(body).toEqual(invalid(['active', 'Required input is missing.'], ['send_email', 'Unknown value.']));
});

test('EPU-19, TRAP-51, GAP-24: the client in the path survives a merge, with all labels and relations', async () => {
  const sandbox = unlimited();
  const survivor = (await ask(sandbox, 'GET', '/aux/client/id/EHR-1046')).status;
  expect(survivor).toBe(404);
  const keep = (await ask(sandbox, 'GET', '/aux/client/id/EHR-1044')).body;
  const duplicate = (await first(sandbox)).body;
  expect((await ask(sandbox, 'POST', `${keep['@url']}/merge`, { body: { id: 'EHR-1042' } })).status).toBe(204);
  expect((await ask(sandbox, 'GET', duplicate['@url'])).status).toBe(404);
  const merged = (await ask(sandbox, 'GET', keep['@url'])).body;
  expect(merged).toMatchObject({ id: 'EHR-1044', first_name: keep.first_name, labels: duplicate.labels });
  const relations = await ask(sandbox, 'GET', `${keep['@url']}/relations/items`);
  expect(relations.body['@items']).toHaveLength(2);
  expect(at(relations.body['@items']).client).toMatchObject({ url: keep['@url'], id: 'EHR-1044' });
  expect((await ask(sandbox, 'GET', '/c/items', { token: sandbox.tokens.client })).status).toBe(401);
});

test('EPU-18: a merge needs exactly one of id and url', async () => {
  const sandbox = unlimited();
  const url = (await first(sandbox)).body['@url'];
  for (const body of [{}, { id: 'EHR-1043', url }, { id: 'NOBODY' }]) {
    expect((await ask(sandbox, 'POST', `${url}/merge`, { body })).status).toBe(400);
  }
});

test('FR-8, FR-9, FR-10: a friend shows its fields to itself only, and other links to an API user', async () => {
  const sandbox = unlimited();
  const friend = sandbox.control.users('friend')[0];
  const own = (await ask(sandbox, 'GET', `${friend?.path}`, { token: sandbox.tokens.friend })).body;
  const api = (await ask(sandbox, 'GET', `${friend?.path}`)).body;
  expect(own).toMatchObject({ name: 'Vera Vriendvoorbeeld', email: friend?.email, picture: null });
  expect(Object.keys(api)).toEqual(['@url', '@type', '@changes', 'active', '@links']);
  const names = (body: typeof own) => body['@links'].map((link) => link.name).sort();
  const common = ['application', 'catalogue.selfhelp.items', 'planning', 'planning.ics', 'planning.items', 'tasks'];
  expect(names(own)).toEqual([...common, 'tasks.items', 'tools', 'favorites.items', 'logout'].sort());
  expect(names(api)).toEqual([...common, 'tasks.items', 'tools', 'account', 'conversations'].sort());
});

test('FR-5, TRAP-56, TRAP-62: a friend is renamed and deactivated by PATCH and has no activation or aux path', async () => {
  const sandbox = unlimited();
  const path = sandbox.control.users('friend')[0]?.path;
  const patch = { name: 'Vera Anders', active: false };
  expect((await ask(sandbox, 'PATCH', `${path}`, { body: patch, token: sandbox.tokens.friend })).status).toBe(204);
  expect((await ask(sandbox, 'GET', `${path}`, { token: sandbox.tokens.friend })).status).toBe(401);
  expect((await ask(sandbox, 'POST', `${path}/activation`, { body: { active: true } })).status).toBe(404);
});

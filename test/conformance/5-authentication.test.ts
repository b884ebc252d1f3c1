import { connect, InputError, isCareError, LinkNotFoundError, NotFoundError, UnauthorizedError } from 'care-platform';
import { expect } from 'vitest';
import { failureOf } from '../support/failure.js';
import { recorded } from './recorded.js';
import { rule } from './rule.js';
import { get, json, linkNames } from './wire.js';

rule('AUT-1', 'the token goes in the Authorization header with the scheme svc-token', async ({ sandbox, raw }) => {
  const { apiUser } = sandbox.tokens;
  const status = async (authorization: string) =>
    (await raw('GET', '/c/items', { token: null, headers: { authorization } })).status;
  expect(await status(`svc-token ${apiUser}`)).toBe(200);
  for (const scheme of ['Bearer', 'Token', 'Basic', 'svc_token']) {
    expect([scheme, await status(`${scheme} ${apiUser}`)]).toEqual([scheme, 401]);
  }
  expect(await status(apiUser)).toBe(401);
  const { care, sent, first } = await recorded(sandbox);
  await care.clients({ limit: 1 }).first();
  await care.createLabel('Intake');
  const values = [first, ...sent].map((one) => one?.headers.get('authorization'));
  expect(values).toEqual(Array(3).fill(`svc-token ${apiUser}`));
});

rule('AUT-2', 'each token stands for one user', async ({ sandbox, as }) => {
  const seen = async (token: string) => {
    const before = sandbox.journal.length;
    await as(token);
    return sandbox.journal[before]?.user;
  };
  const { apiUser, client, professional } = sandbox.tokens;
  const [user] = sandbox.control.users('apiUser');
  expect(await seen(apiUser)).toBe(user?.key);
  expect(await seen(client)).toBe(sandbox.control.users('client')[0]?.key);
  expect(await seen(professional)).toBe(sandbox.control.users('professional')[0]?.key);
  expect(await seen(sandbox.control.issueToken(user?.key ?? ''))).toBe(user?.key);
});

rule('AUT-3', 'a token works for years, and one that fails is not tried again', async ({ sandbox, care, raw }) => {
  sandbox.clock.advance({ days: 20 * 365 });
  expect((await raw('GET', '/c/items')).status).toBe(200);
  expect(await care.labels().toArray()).toHaveLength(3);
  sandbox.control.revokeToken(sandbox.tokens.apiUser);
  const before = sandbox.journal.length;
  await expect(care.labels().toArray()).rejects.toMatchObject({ name: 'UnauthorizedError', attempts: 1 });
  expect(sandbox.journal).toHaveLength(before + 1);
});

rule('AUT-4', 'API users and every kind of regular user can hold a token', async ({ sandbox, raw, as }) => {
  const { inactiveClient: _, ...tokens } = sandbox.tokens;
  for (const [role, token] of Object.entries(tokens)) {
    expect([role, (await raw('GET', '', { token })).status]).toEqual([role, 200]);
    expect((await as(token)).data.name).toBe(sandbox.settings.name);
  }
});

rule('AUT-5', 'an API user is a system name and a token, without mail, address or login', async (scene) => {
  const { sandbox, raw, care } = scene;
  const [user] = sandbox.control.users('apiUser');
  expect(user).toMatchObject({ name: 'sandbox-ehr', email: null, path: null, id: null });
  expect((await raw('GET', `/c/${user?.key}`)).status).toBe(404);
  expect((await raw('GET', `/p/${user?.key}`)).status).toBe(404);
  expect(care.links.has('logout')).toBe(false);
});

rule('AUT-6', 'no list shows API users', async ({ sandbox, care, as }) => {
  const added = sandbox.control.addApiUser('another-system');
  const keys = sandbox.control.users('apiUser').map((one) => one.key);
  expect(keys).toContain(added.key);
  const manager = await as(sandbox.tokens.applicationManager);
  for (const viewer of [care, manager]) {
    const listed = [...(await viewer.clients().toArray()), ...(await viewer.professionals().toArray())];
    expect(listed.length).toBeGreaterThan(8);
    expect(listed.filter((one) => keys.some((key) => one.url.includes(key)))).toEqual([]);
  }
});

rule('AUT-7', 'an API user without roles reaches everything but what needs a role', async ({ sandbox, raw, as }) => {
  const token = sandbox.tokens.apiUserPlain;
  const care = await as(token);
  const client = await care.client({ id: 'EHR-1042' });
  const planned = { after: '2026-03-01', before: '2026-03-31' };
  for (const list of [
    ...[care.clients(), care.professionals(), care.labels(), care.catalogue({ limit: 5 }), client.relations()],
    ...[client.tasks(), client.diaryEntries(), client.plannedEvents(planned), client.conversations({ limit: 5 })],
  ]) {
    expect(await list.first()).toBeDefined();
  }
  await client.update({ infix: 'de' });
  for (const path of ['/export/items', '/changes?type=tasks&since=2026-03-02T00:00:00']) {
    expect([path, (await raw('GET', path, { token })).status]).toEqual([path, 403]);
  }
  await expect(care.apiErrors().toArray()).rejects.toMatchObject({ name: 'ForbiddenError', status: 403 });
});

rule('AUT-8', 'no request revokes the token of an API user, only the platform does', async ({ sandbox, care, raw }) => {
  expect(linkNames(await get(raw, ''))).not.toContain('logout');
  const { url } = care.links.get('authenticate');
  for (const [method, path] of [
    ['DELETE', url],
    ['POST', url],
    ['POST', '/logout'],
  ] as const) {
    expect((await raw(method, path)).status).toBe(404);
    await expect(care.request({ method, url: path.replace(/^\//, '') })).rejects.toThrow(NotFoundError);
  }
  expect((await raw('GET', '/c/items')).status).toBe(200);
  sandbox.control.revokeToken(sandbox.tokens.apiUser);
  expect((await raw('GET', '/c/items')).status).toBe(401);
});

rule(
  'AUT-13',
  "a regular user's token can be revoked without the user's other tokens",
  async ({ sandbox, raw, as }) => {
    const url = (await get(raw, '/aux/client/id/EHR-1042'))['@url'];
    const [one, other] = [sandbox.tokens.client, sandbox.control.issueToken(url)];
    const [first, second] = [await as(one), await as(other)];
    sandbox.control.revokeToken(one);
    expect((await raw('GET', url, { token: one })).status).toBe(401);
    await expect(first.client({ url })).rejects.toThrow(UnauthorizedError);
    expect((await second.client({ url })).data.first_name).toBe('Fenna');
  },
);

rule('AUT-14', 'a revoked token fails at once, and another one can take its place', async ({ sandbox, raw }) => {
  const { baseUrl, fetch, control, tokens } = sandbox;
  const old = control.issueToken(control.users('apiUser')[0]?.key ?? '');
  let current = old;
  const care = await connect({ baseUrl, fetch, token: () => current });
  expect(await care.labels().toArray()).toHaveLength(3);
  control.revokeToken(old);
  expect((await raw('GET', '/c/items', { token: old })).status).toBe(401);
  expect((await raw('GET', '', { token: old })).status).toBe(401);
  const refused = await failureOf(care.labels().toArray());
  expect(refused).toBeInstanceOf(UnauthorizedError);
  expect(String(refused)).toMatch(/token is missing, wrong or revoked/);
  current = tokens.apiUser;
  expect(await care.labels().toArray()).toHaveLength(3);
});

rule('AUT-15', 'the platform alone checks the form of a token', async ({ sandbox }) => {
  for (const token of ['x', 'eyJh.bGci.OiJI', 'a/b+c==', '{"not":"one"}', 'sandbox-0']) {
    const before = sandbox.journal.length;
    const { baseUrl, fetch } = sandbox;
    await expect(connect({ baseUrl, fetch, token })).rejects.toThrow(UnauthorizedError);
    expect(sandbox.journal.slice(before).map(({ status }) => status)).toEqual([401]);
  }
});

rule('AUT-16', 'no token shows up in responses, logs, errors or their printed form', async ({ sandbox, care, raw }) => {
  const token = sandbox.control.issueToken(sandbox.control.users('apiUser')[1]?.key ?? '');
  const { baseUrl, fetch } = sandbox;
  const other = await connect({ baseUrl, fetch, token });
  const client = await other.client({ id: 'EHR-1042' });
  const shown: unknown[] = [other, other.throttle, client, client.toJSON(), { ...client }];
  const fail = async (call: () => Promise<unknown>) => {
    const error = await failureOf(call());
    expect(isCareError(error)).toBe(true);
    if (isCareError(error)) shown.push({ ...error }, error.message, error.stack, error.cause, error);
  };
  await fail(() => other.apiErrors().toArray());
  await fail(() => other.client({ id: 'none' }));
  sandbox.faults.add({ kind: 'drop', when: 'after' });
  await fail(() => other.createLabel('Vrijdag'));
  sandbox.control.revokeToken(token);
  shown.push(await json(raw('GET', '/c/items', { token })), sandbox.journal, sandbox.outbox);
  shown.push(await get(raw, '/configuration/apiusers/errorlog/items'), await care.apiErrors().toArray());
  const text = shown.map((one) => `${String(one)} ${JSON.stringify(one)}`).join('\n');
  expect(text).toContain('Fenna');
  expect(text).not.toContain(token);
});

rule('AUT-21', 'a missing or wrong token is 401, and other refusals are known too', async ({ sandbox, care, raw }) => {
  for (const token of [null, 'wrong', '']) {
    const response = await raw('GET', '/c/items', { token });
    expect([response.status, (await json(response)).code]).toEqual([401, 401]);
  }
  sandbox.faults.add(
    { kind: 'response', status: 403 },
    { kind: 'response', status: 400 },
    { kind: 'response', status: 407 },
  );
  for (const name of ['ForbiddenError', 'BadRequestError', 'ApiError']) {
    await expect(care.labels().toArray()).rejects.toMatchObject({ name, attempts: 1 });
  }
});

rule('AUT-22', 'the caller of `connect` supplies the token', async ({ sandbox, care }) => {
  const { baseUrl, fetch } = sandbox;
  const before = sandbox.journal.length;
  await expect(connect({ baseUrl, fetch })).rejects.toThrow(InputError);
  await expect(connect({ baseUrl, fetch, token: '' })).rejects.toThrow(InputError);
  expect(sandbox.journal).toHaveLength(before);
  await expect(care.follow('authenticate')).rejects.toThrow(NotFoundError);
  await expect(care.follow('revoke')).rejects.toThrow(LinkNotFoundError);
});

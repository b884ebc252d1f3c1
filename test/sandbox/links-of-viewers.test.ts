import { createSandbox, type RoleName, type Sandbox } from 'care-platform/sandbox';
import { expect, test } from 'vitest';
import { ask } from './api.js';

const roles: readonly RoleName[] = [
  ...(['apiUser', 'apiUserPlain', 'client', 'friend', 'professional', 'unrelatedProfessional'] as const),
  ...(['supervisor', 'secretary', 'applicationManager', 'dataOfficer', 'dataAnalyst'] as const),
];

/** What a link is for; GET for all others. */
const methods: Readonly<Record<string, string>> = { activation: 'POST', tools: 'POST', 'diary.entries': 'POST' };

// The document shows neither request nor response of these.
const notShown = ['logout', 'account', 'favorites.items'];

async function linksSeen(sandbox: Sandbox, role: RoleName) {
  const token = sandbox.tokens[role];
  const seen: { owner: string; name: string; url: string }[] = [];
  for (const { path, id, kind } of sandbox.control.users()) {
    if (path === null) continue;
    const { status, body } = await ask(sandbox, 'GET', path, { token });
    if (status !== 200) continue;
    for (const { name, url } of body['@links']) seen.push({ owner: `${kind} ${id}`, name, url });
  }
  return seen;
}

test.each(roles)('no link that %s is shown leads to a 403 or 404', async (role) => {
  const sandbox = createSandbox({ limits: false });
  const token = sandbox.tokens[role];
  const links = (await linksSeen(sandbox, role)).filter(({ name }) => !notShown.includes(name));
  const refused: string[] = [];
  for (const { owner, name, url } of links) {
    const method = methods[name] ?? 'GET';
    const { status } = await ask(sandbox, method, url, { token, ...(method === 'POST' && { body: {} }) });
    if (status === 403 || status === 404) refused.push(`${owner}: ${method} ${name} ${status}`);
  }
  expect(refused).toEqual([]);
  expect(links.length).toBeGreaterThan(0);
});

test('the link `tools` follows the permission of an API user', async () => {
  const sandbox = createSandbox();
  const { path } = sandbox.control.addApiUser('portal', []);
  expect(path).toBeNull();
  const names = async (token: string, user: string) =>
    (await ask(sandbox, 'GET', `${sandbox.control.user(user).path}`, { token })).body['@links'].map(({ name }) => name);
  const friend = sandbox.control.users('friend')[0]?.key ?? '';
  for (const user of ['EHR-1042', friend]) {
    expect(await names(sandbox.tokens.apiUserPlain, user)).not.toContain('tools');
    expect(await names(sandbox.tokens.apiUser, user)).toContain('tools');
  }
});

test('a client sees no activation of itself, and no groups, roles, tasks or activation of its therapist', async () => {
  const sandbox = createSandbox();
  const token = sandbox.tokens.client;
  const names = async (user: string) =>
    (await ask(sandbox, 'GET', `${sandbox.control.user(user).path}`, { token })).body['@links'].map(({ name }) => name);
  expect(await names('EHR-1042')).not.toContain('activation');
  expect(await names('PRO-1')).toEqual(['application', 'logout']);
});

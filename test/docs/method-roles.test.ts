import { createSandbox, type Sandbox, type SandboxTokens } from 'care-platform/sandbox';
import { expect, test } from 'vitest';
import { ask } from '../sandbox/api.js';
import { endedJob } from '../sandbox/export-job.js';
import { codeOf, methodMapRows } from '../support/method-map.js';

type Token = keyof SandboxTokens | 'none';

/** The tokens that each role of the page admits. All others are refused. */
const admitted: Readonly<Record<string, readonly Token[]>> = {
  'none, also without a token': [
    ...(['apiUser', 'apiUserPlain', 'client', 'friend', 'professional', 'unrelatedProfessional'] as const),
    ...(['supervisor', 'secretary', 'applicationManager', 'dataOfficer', 'dataAnalyst', 'none'] as const),
  ],
  'friend: itself or API user': ['friend', 'apiUser', 'apiUserPlain'],
  'friend itself or API user': ['friend', 'apiUser', 'apiUserPlain'],
  'API user with the permission for changes': ['apiUser'],
  'professional or API user': [
    ...(['professional', 'unrelatedProfessional', 'supervisor', 'secretary', 'applicationManager'] as const),
    ...(['dataOfficer', 'dataAnalyst', 'apiUser', 'apiUserPlain'] as const),
  ],
  'client, related therapist, or API user with the permission for tools': [
    'client',
    'professional',
    'supervisor',
    'apiUser',
  ],
  'data officer or data analyst': ['dataOfficer', 'dataAnalyst', 'apiUser'],
  'the user that started the job': ['dataOfficer'],
  'API user with the role API errors': ['apiUser'],
};

const rows = methodMapRows.flatMap(([endpoint = '', , , , , role = '', guide]) => {
  const [method = ''] = endpoint.split(' ');
  const [path] = codeOf(endpoint);
  return guide === undefined || role === '' || path === undefined ? [] : [{ method, path, role }];
});

/** The path of a new resource, or of one that the role is about. */
async function pathOf(sandbox: Sandbox, path: string, role: string): Promise<string> {
  if (path.startsWith('/export/<id>/download')) return `${(await endedJob(sandbox))['@url']}/download`;
  if (path.startsWith('/export/<id>')) {
    const body = { name: 'client' };
    const job = await ask(sandbox, 'POST', '/export', { body, token: sandbox.tokens.dataOfficer });
    return path.replace('/export/<id>', job.body['@url']);
  }
  const kind = role.startsWith('friend') ? 'friend' : 'client';
  const [user] = sandbox.control.users(kind);
  return path.replace('/c/<id>', user?.path ?? '');
}

test('the method map names no role that is not tested', () => {
  expect(new Set(rows.map(({ role }) => role))).toEqual(new Set(Object.keys(admitted)));
});

test.for(rows)('$method $path admits the role: $role', async ({ method, path, role }) => {
  const tokens = [...Object.keys(createSandbox().tokens), 'none'] as Token[];
  const found: Token[] = [];
  for (const name of tokens) {
    const sandbox = createSandbox({ limits: false, clock: { frozen: true } });
    const url = await pathOf(sandbox, path, role);
    const token = name === 'none' ? null : sandbox.tokens[name];
    // An empty body is refused with 400, after the check of the role.
    const { status } = await ask(sandbox, method, url, { token, ...(method !== 'GET' && { body: {} }) });
    if (![401, 403, 404].includes(status)) found.push(name);
  }
  expect(found.sort()).toEqual([...(admitted[role] ?? [])].sort());
});

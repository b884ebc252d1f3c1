import { createSandbox, type SandboxControl } from 'care-platform/sandbox';
import { expect, test } from 'vitest';
import { ask, linkUrl } from './api.js';
import { endedJob } from './export-job.js';

/** As JavaScript, and JSON over HTTP, call the hooks: without types. */
const untyped = (control: SandboxControl) => control as unknown as Record<string, (...given: unknown[]) => unknown>;

test.each([
  ['addClient', [{ frist_name: 'Nova' }], 'There is no field of a client `frist_name`. There are: first_name, infix,'],
  ['addFriend', [{ last_name: 'Nova' }], 'There is no field of a friend `last_name`. There are: active, email,'],
  ['addProfessional', [{ name: 'Nova' }], 'There is no field of a professional `name`. There are: first_name,'],
  ['addClient', [{}, { dairy: false }], 'There is no feature `dairy`. There are: diary, planning,'],
  ['setFeatures', ['EHR-1042', { dairy: false }], 'There is no feature `dairy`. There are: diary, planning,'],
  ['setPermissions', ['PRO-1', ['king']], 'There is no permission `king`. There are: dataOfficer, dataAnalyst,'],
  ['addApiUser', ['portal', ['king']], 'There is no permission `king`. There are: dataOfficer, dataAnalyst,'],
  [
    'setFeatures',
    ['PRO-1', { diary: false }],
    'Only clients and friends have features: PRO-1 is a user of the kind professional',
  ],
  ['addConversation', ['PRO-1'], 'Only clients and friends have this: PRO-1 is a user of the kind professional'],
  ['addRelation', ['PRO-1', 'EHR-1042'], 'between a client and a professional, in this order, not a professional and'],
  ['assignGroupTask', [{ group: 'secretarys' }], 'The task has no assignee: the group secretarys is empty'],
  ['assignGroupTask', [[]], 'The task has no assignee: the list is empty'],
  [
    'addPlannedEvent',
    ['EHR-1042', { start: 'tomorrow' }],
    'a wall clock time such as 2026-03-02T10:30:00, not tomorrow',
  ],
  ['addPlannedEvent', ['EHR-1042', {}], '`start` must be a wall clock time such as 2026-03-02T10:30:00, not undefined'],
  ['revokeToken', ['no token'], 'The sandbox has no such token. `sandbox.tokens` and `issueToken` return valid ones'],
])('%s(%j) throws an error, and changes nothing', (hook, given, message) => {
  const { control } = createSandbox();
  const before = control.users();
  expect(() => untyped(control)[hook]?.(...given)).toThrow(message);
  expect(control.users()).toEqual(before);
});

test('A token is revoked once', async () => {
  const sandbox = createSandbox();
  const { apiUser } = sandbox.tokens;
  sandbox.control.revokeToken(apiUser);
  const response = await sandbox.fetch(sandbox.baseUrl, { headers: { authorization: `svc-token ${apiUser}` } });
  expect(response.status).toBe(401);
  expect(() => sandbox.control.revokeToken(apiUser)).toThrow(TypeError);
});

test('A listed task is completed by its URL, and once only', async () => {
  const sandbox = createSandbox();
  const client = (await ask(sandbox, 'GET', '/aux/client/id/EHR-1042')).body;
  const pending = async () => (await ask(sandbox, 'GET', linkUrl(client, 'tasks.items'))).body['@items'];
  const [task, ...others] = await pending();
  const url = task?.['@url'] ?? '';
  sandbox.control.completeTask(url);
  expect(await pending()).toEqual(others);
  expect((await ask(sandbox, 'GET', url)).status).toBe(404);
  expect(() => sandbox.control.completeTask(url)).toThrow('no pending task');
});

test('failNextExport fails one export and leaves the next ones alone', async () => {
  const sandbox = createSandbox({ clock: { frozen: true } });
  const error = { message: 'Disk full', extra: [{ name: 'disk', message: 'full' }] };
  sandbox.control.failNextExport(error);
  expect(await endedJob(sandbox)).toMatchObject({ state: 'failed', completed: null, filename: null, error });
  expect(await endedJob(sandbox)).toMatchObject({ state: 'completed', error: null });
});

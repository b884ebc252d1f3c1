import { createSandbox, type SandboxControl } from 'care-platform/sandbox';
import { expect, test } from 'vitest';
import { ask, linkUrl } from './api.js';
import { endedJob } from './export-job.js';

/** As JavaScript, and JSON over HTTP, call the hooks: without types. */
const untyped = (control: SandboxControl) => control as unknown as Record<string, (...given: unknown[]) => unknown>;

const eveningDiary = { name: 'evening', version: 1, title: 'Evening', fields: [], icons: {} };

test.each([
  ['addClient', [{ frist_name: 'Nova' }]],
  ['addFriend', [{ last_name: 'Nova' }]],
  ['addProfessional', [{ name: 'Nova' }]],
  ['addClient', [{}, { dairy: false }]],
  ['addFriend', [{}, { diary: true }]],
  ['setFeatures', ['EHR-1042', { dairy: false }]],
  ['setPermissions', ['PRO-1', ['king']]],
  ['addApiUser', ['portal', ['king']]],
  ['setFeatures', ['PRO-1', { diary: false }]],
  ['addConversation', ['PRO-1']],
  ['addRelation', ['PRO-1', 'EHR-1042']],
  ['assignGroupTask', [{ group: 'secretarys' }]],
  ['assignGroupTask', [[]]],
  ['addPlannedEvent', ['EHR-1042', { start: 'tomorrow' }]],
  ['addPlannedEvent', ['EHR-1042', {}]],
  ['revokeToken', ['no token']],
  ['addCatalogueItem', [{ id: 'x', content_type: 'diary' }]],
  ['addCatalogueItem', [{ id: 'x' }, eveningDiary]],
])('%s(%j) throws a TypeError, and changes nothing', (hook, given) => {
  const { control } = createSandbox();
  const before = control.users();
  expect(() => untyped(control)[hook]?.(...given)).toThrow(TypeError);
  expect(control.users()).toEqual(before);
});

test('a hook for one kind of user finds that kind by an external id which two kinds have', () => {
  const { control } = createSandbox({
    people: [{ kind: 'professional', first_name: 'Jo', last_name: 'Eigen', id: 'X-1' }],
  });
  const client = control.addClient({ id: 'X-1' });
  expect(control.user('X-1').kind).toBe('professional');
  control.addRelation('X-1', 'X-1');
  control.setFeatures('X-1', { diary: true });
  control.addConversation('X-1');
  control.addPlannedEvent('X-1', { start: '2026-03-05T10:00:00' });
  control.configureDiary('X-1', []);
  expect(control.diaryConfiguration(client.key)).toEqual([]);
  const twice = createSandbox();
  twice.control.addClient({ id: 'PRO-1' });
  twice.control.addClient({ id: 'PRO-2' });
  expect(() => twice.control.addRelation('PRO-2', 'PRO-1', 'supervises')).not.toThrow();
});

test('a hook adds no second user with a value that the platform keeps unique', () => {
  const { control } = createSandbox();
  const { id, email } = control.user('EHR-1042');
  const before = control.users().length;
  for (const [field, add] of [
    ['id', () => control.addClient({ id })],
    ['email', () => control.addClient({ email: String(email) })],
    ['email', () => control.addFriend({ email: String(email) })],
    ['id', () => control.addProfessional({ id: 'PRO-1' })],
  ] as const) {
    expect(add).toThrow(new RegExp(`fields\\.${field}`));
  }
  expect(control.users()).toHaveLength(before);
});

test('a friend cannot be given a diary, and keeps its other features', () => {
  const { control } = createSandbox();
  const { key } = control.addFriend({}, { diary: false, tools: false });
  expect(() => control.setFeatures(key, { diary: true })).toThrow(TypeError);
  expect(() => control.setFeatures(key, { diary: false, planning: false })).not.toThrow();
});

test('a catalogue item that is refused leaves the catalogue as it was', async () => {
  const sandbox = createSandbox();
  const items = async () => (await ask(sandbox, 'GET', '/catalogue/items?limit=100')).body['@items'];
  const before = await items();
  expect(() => sandbox.control.addCatalogueItem({ id: 'x', content_type: 'diary' })).toThrow(TypeError);
  expect(() => sandbox.control.addCatalogueItem({ id: 'x' }, eveningDiary)).toThrow(TypeError);
  expect(await items()).toEqual(before);
  sandbox.control.addCatalogueItem({ id: 'x', content_type: 'diary' }, eveningDiary);
  expect(await items()).toHaveLength(before.length + 1);
});

test('a token is revoked once', async () => {
  const sandbox = createSandbox();
  const { apiUser } = sandbox.tokens;
  sandbox.control.revokeToken(apiUser);
  const response = await sandbox.fetch(sandbox.baseUrl, { headers: { authorization: `svc-token ${apiUser}` } });
  expect(response.status).toBe(401);
  expect(() => sandbox.control.revokeToken(apiUser)).toThrow(TypeError);
});

test('a listed task is completed by its URL, and once only', async () => {
  const sandbox = createSandbox();
  const client = (await ask(sandbox, 'GET', '/aux/client/id/EHR-1042')).body;
  const pending = async () => (await ask(sandbox, 'GET', linkUrl(client, 'tasks.items'))).body['@items'];
  const [task, ...others] = await pending();
  const url = task?.['@url'] ?? '';
  sandbox.control.completeTask(url);
  expect(await pending()).toEqual(others);
  expect((await ask(sandbox, 'GET', url)).status).toBe(404);
  expect(() => sandbox.control.completeTask(url)).toThrow(Error);
});

test('failNextExport fails one export and leaves the next ones alone', async () => {
  const sandbox = createSandbox({ clock: { frozen: true } });
  const error = { message: 'Disk full', extra: [{ name: 'disk', message: 'full' }] };
  sandbox.control.failNextExport(error);
  expect(await endedJob(sandbox)).toMatchObject({ state: 'failed', completed: null, filename: null, error });
  expect(await endedJob(sandbox)).toMatchObject({ state: 'completed', error: null });
});

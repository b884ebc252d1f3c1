import { createSandbox, type SandboxControl } from 'care-platform/sandbox';
import { expect, test } from 'vitest';
import { ask } from './api.js';

test('an error of CareLink has all its attributes without being given any', async () => {
  const sandbox = createSandbox({ clock: { frozen: true } });
  sandbox.control.addCarelinkError();
  const { body } = await ask(sandbox, 'GET', '/configuration/carelink/errorlog/items');
  expect(body['@items'].at(-1)).toMatchObject({
    '@type': `${sandbox.settings.typeNs}/error/carelink`,
    datetime: '2026-03-02T09:00:00',
    was_fatal: true,
    event_id: 'event',
    event_type: 'patient.updated',
    resource_link: 'https://fhir.example.org/Patient/1',
    patient_link: 'https://fhir.example.org/Patient/1',
    extra: null,
  });
});

test('professionals that a hook adds are active, and each has its own address', async () => {
  const sandbox = createSandbox();
  const added = [sandbox.control.addProfessional(), sandbox.control.addProfessional({ active: false })];
  const shown = await Promise.all(added.map(async ({ path }) => (await ask(sandbox, 'GET', path ?? '')).body));
  expect(shown.map(({ active }) => active)).toEqual([true, false]);
  const addresses = shown.map(({ email }) => String(email));
  expect(new Set(addresses).size).toBe(2);
  for (const address of addresses) expect(address).toMatch(/professional/);
});

test('users are found by key, by URL, by path and by external id', () => {
  const { control, baseUrl } = createSandbox();
  const [client] = control.users('client');
  const path = client?.path ?? '';
  for (const name of [path.split('/').at(-1) ?? '', path, `${baseUrl}${path}`, client?.id ?? '']) {
    control.setActive(name, false);
    expect(control.users('client')[0], name).toMatchObject({ active: false });
    control.setActive(name, true);
    expect(control.users('client')[0], name).toMatchObject({ active: true });
  }
});

test('an API user has neither tasks nor conversations', () => {
  const { control } = createSandbox();
  const { key } = control.addApiUser('portal');
  const hooks: ((control: SandboxControl, user: string) => unknown)[] = [
    ({ assignTask }, user) => assignTask(user),
    ({ assignGroupTask }, user) => assignGroupTask([user]),
    ({ addConversation }, user) => addConversation(user),
  ];
  for (const hook of hooks) expect(() => hook(control, key)).toThrow(TypeError);
});

test('a relation joins a client with a professional, in this order, and as a therapist unless named otherwise', async () => {
  const sandbox = createSandbox();
  const { control } = sandbox;
  const [client, professional] = [control.addClient(), control.addProfessional()];
  const relations = async () =>
    (await ask(sandbox, 'GET', `${client.path}/relations/items`)).body['@items'].map(({ predicate }) => predicate);
  for (const [one, other] of [
    [professional, client],
    [client, client],
    [professional, professional],
  ] as const) {
    expect(() => control.addRelation(one.key, other.key)).toThrow(TypeError);
  }
  expect(await relations()).toEqual([]);
  control.addRelation(client.key, professional.key);
  expect(await relations()).toEqual(['attends']);
  control.addRelation(client.key, control.addProfessional().key, 'supervises');
  expect(await relations()).toEqual(['attends', 'supervises']);
});

import { createSandbox, type SandboxOptions, type SandboxPerson, SandboxPersonError } from 'care-platform/sandbox';
import { expect, test } from 'vitest';
import { ask } from './api.js';

const jo = { first_name: 'Jo', last_name: 'Eigen' } as const;

/** The place and the field of the person that is refused. */
function refusalOf(people: readonly unknown[], options: SandboxOptions = {}): unknown {
  try {
    createSandbox({ ...options, people: people as SandboxPerson[] });
  } catch (error) {
    if (!(error instanceof SandboxPersonError)) throw error;
    return [error.index, error.field];
  }
  return undefined;
}

test('people of the caller are added to the invented ones, whose ids and tokens stay the same', () => {
  const alone = createSandbox();
  const { control, tokens } = createSandbox({
    people: [
      { ...jo, id: 'A-1', infix: 'van', labels: ['Wachtlijst', 'Nieuw'] },
      { ...jo, kind: 'professional', id: 'P-9', description: 'Verzonnen' },
    ],
  });
  expect(tokens).toEqual(alone.tokens);
  expect(control.users()).toEqual(expect.arrayContaining(alone.control.users('client')));
  const common = { active: true, key: expect.any(String), path: expect.any(String) };
  const [client, professional] = ['A-1', 'P-9'].map((id) => control.user(id));
  expect(client).toEqual({
    ...common,
    kind: 'client',
    id: 'A-1',
    name: 'Jo van Eigen',
    email: 'jo.eigen@mail.example',
  });
  const second = { kind: 'professional', id: 'P-9', name: 'Jo Eigen', email: 'jo.eigen2@mail.example' };
  expect(professional).toEqual({ ...common, ...second });
});

test('labels are named by their texts, and those that are missing are created once', async () => {
  const people: SandboxPerson[] = [
    { ...jo, id: 'A-1', labels: ['Wachtlijst', 'Nieuw'] },
    { ...jo, id: 'A-2', labels: ['Nieuw'] },
  ];
  const sandbox = createSandbox({ people, limits: false });
  const items = (await ask(sandbox, 'GET', '/configuration/labels/items')).body['@items'] ?? [];
  const texts = new Map(items.map(({ identifier, label }) => [identifier, label]));
  const labelsOf = async (id: string) =>
    ((await ask(sandbox, 'GET', `/aux/client/id/${id}`)).body.labels as string[]).map((label) => texts.get(label));
  expect(await labelsOf('A-1')).toEqual(['Wachtlijst', 'Nieuw']);
  expect(await labelsOf('A-2')).toEqual(['Nieuw']);
  expect([...texts.values()].filter((text) => text === 'Nieuw')).toHaveLength(1);
});

test('without invented clients, the first client of the caller has the token, a therapist and a diary', async () => {
  const sandbox = createSandbox({
    clients: 0,
    people: [
      { ...jo, kind: 'professional' },
      { ...jo, id: 'A-1' },
    ],
  });
  expect(sandbox.control.users('client').map(({ id }) => id)).toEqual(['A-1']);
  const { key } = sandbox.control.user('A-1');
  const token = sandbox.tokens.client;
  expect((await ask(sandbox, 'GET', `/c/${key}`, { token })).status).toBe(200);
  expect((await ask(sandbox, 'GET', `/c/${key}`, { token: sandbox.tokens.professional })).status).toBe(200);
  expect((await ask(sandbox, 'GET', `/c/${key}/diary/entries/items`, { token })).status).toBe(200);
});

test('a reset restores the people of the caller', () => {
  const { control } = createSandbox({ clients: 0, people: [{ ...jo, id: 'A-1' }] });
  const before = control.users();
  control.addClient();
  control.reset();
  expect(control.users()).toEqual(before);
});

test.each<[string, Record<string, unknown>, string]>([
  ['an unknown field', { emial: 'jo@mail.example' }, 'emial'],
  ['a field that is only shown', { age: 30 }, 'age'],
  ['no name', { last_name: undefined }, 'last_name'],
  ['a blank name', { first_name: ' ' }, 'first_name'],
  ['no valid address', { email: 'jo' }, 'email'],
  ['a day that does not exist', { date_of_birth: '2026-02-30' }, 'date_of_birth'],
  ['an unknown gender', { gender: 'x' }, 'gender'],
  ['a number as external id', { id: 7 }, 'id'],
  ['labels that are no list', { labels: 'Rood' }, 'labels'],
  ['another kind', { kind: 'friend' }, 'kind'],
  ['an inherited name as kind', { kind: 'constructor' }, 'kind'],
  ['a field of clients', { kind: 'professional', bsn: '1' }, 'bsn'],
  ['an external id of an invented client', { id: 'EHR-1042' }, 'id'],
  ['an external id of an invented professional', { kind: 'professional', id: 'PRO-1' }, 'id'],
  ['an external id twice', { id: 'A-1' }, 'id'],
  ['an address twice', { email: 'one@mail.example' }, 'email'],
])('a person with %s is refused by its place and field', (_, fields, field) => {
  const first = { ...jo, id: 'A-1', email: 'one@mail.example' };
  expect(refusalOf([first, { ...jo, ...fields }])).toEqual([1, field]);
});

test('a person with a field that the settings disable is refused', () => {
  const settings = { fields: { client: { bsn: false } } } as never;
  expect(refusalOf([{ ...jo, bsn: '1' }], { settings })).toEqual([0, 'bsn']);
});

// It took 44 seconds when each address was searched from the first.
test('thousands of people of one name get addresses of their own', { timeout: 20_000 }, () => {
  const { control } = createSandbox({ clients: 0, people: Array.from({ length: 3000 }, () => jo) });
  const emails = control.users('client').map(({ email }) => email);
  expect(new Set(emails).size).toBe(3000);
  expect([emails[0], emails.at(-1)]).toEqual(['jo.eigen@mail.example', 'jo.eigen3000@mail.example']);
});

import { type Application, type Client, connect, Friend, type InputError } from 'care-platform';
import { createSandbox, type Sandbox } from 'care-platform/sandbox';
import { beforeAll, describe, expect, test } from 'vitest';
import { failureOf } from '../support/failure.js';

let sandbox: Sandbox;
let care: Application;
let client: Client;

beforeAll(async () => {
  sandbox = createSandbox({ limits: false });
  care = await connect({ baseUrl: sandbox.baseUrl, token: sandbox.tokens.apiUser, fetch: sandbox.fetch });
  client = await care.client({ id: 'EHR-1042' });
});

/** By the name of a method: the call with such a body, and the field that the error names. */
type Call = readonly [method: string, field: string, call: (body: never) => unknown];

const objects: readonly Call[] = [
  ['client.update', '(whole)', (body) => client.update(body)],
  ['friend.update', '(whole)', async (body) => (await friend()).update(body)],
  ['professional.update', '(whole)', async (body) => (await care.professional({ id: 'PRO-1' })).update(body)],
  ['createClient', '(whole)', (body) => care.createClient(body)],
  ['updateClient', '(whole)', (body) => care.updateClient({ id: 'EHR-1042' }, body)],
  ['upsertClient', '(whole)', (body) => care.upsertClient('EHR-1042', body)],
  ['createProfessional', '(whole)', (body) => care.createProfessional(body)],
  ['updateProfessional', '(whole)', (body) => care.updateProfessional({ id: 'PRO-1' }, body)],
  ['upsertProfessional', '(whole)', (body) => care.upsertProfessional('PRO-1', body)],
  ['searchClients', '(whole)', (body) => care.searchClients(body).toArray()],
  ['catalogue', '(whole)', (body) => care.catalogue(body).first()],
  ['changes', '(whole)', (body) => care.changes(body).toArray()],
  ['startExport', '(whole)', (body) => care.startExport(body)],
  ['request', '(whole)', (body) => care.request(body)],
  ['request, its body', 'body', (body) => care.request({ method: 'POST', url: 'x', body })],
  ['request, its query', 'query', (query) => care.request({ url: 'x', query })],
  ['addDiaryEntry', '(whole)', async (body) => client.addDiaryEntry(await schema(), body)],
  ['addDiaryEntry, by the id of a schema', '(whole)', (body) => client.addDiaryEntry('schema', body)],
  ['diary.addEntry', '(whole)', async (body) => (await client.diary()).addEntry(await schema(), body)],
  ['entry.update', '(whole)', async (body) => (await client.diaryEntries().first())?.update(body)],
  ['addTool', '(whole)', (body) => client.addTool(body)],
  ['addRelation', '(whole)', (body) => client.addRelation(body)],
  ['syncRelations, one of them', 'relations.0', (body) => client.syncRelations([body])],
  ['mergeIn', '(whole)', (body) => client.mergeIn(body)],
  ['setRoles', '(whole)', async (body) => (await care.professional({ id: 'PRO-1' })).setRoles(body)],
  ['a list', '(whole)', (body) => care.clients(body).first()],
  ['a list with filters', '(whole)', (body) => client.diaryEntries(body).first()],
];

const schema = async () => {
  const [first] = await client.diarySchemas();
  if (first === undefined) throw new Error('The sandbox has no schema.');
  return first;
};
const friend = async () => {
  const found = await care.clients().toArray();
  const one = found.find((user) => user instanceof Friend);
  if (one === undefined) throw new Error('The sandbox has no friend.');
  return one;
};

const wrong: readonly [what: string, body: unknown][] = [
  ['a text', 'good'],
  ['a list', ['good']],
  ['an empty list', []],
  ['a function', () => 'good'],
  ['`null`', null],
  ['a number', 5],
  ['true', true],
];

describe.each(objects)('%s', (_, field, call) => {
  test.each(wrong)('refuses %s as no object, and sends nothing', async (what, body) => {
    const writes = sandbox.journal.filter(({ method }) => method !== 'GET').length;
    const failure = await failureOf<InputError>((async () => call(body as never))());
    expect(failure).toMatchObject({ name: 'InputError', problems: [{ name: field }] });
    expect(failure.problems, what).toHaveLength(1);
    expect(sandbox.journal.filter(({ method }) => method !== 'GET')).toHaveLength(writes);
  });
});

const lists: readonly Call[] = [
  ['setGroups', 'groups', async (body) => (await care.professional({ id: 'PRO-1' })).setGroups(body)],
  ['syncRelations', 'relations', (body) => client.syncRelations(body)],
];

describe.each(lists)('%s', (_, field, call) => {
  test.each(wrong.filter(([, body]) => !Array.isArray(body)))(
    'refuses %s as no list, and sends nothing',
    async (_what, body) => {
      const failure = await failureOf((async () => call(body as never))());
      expect(failure).toMatchObject({ name: 'InputError', problems: [{ name: field }] });
    },
  );
});

test('an object is no list, and no addition to one without `add`', async () => {
  const professional = await care.professional({ id: 'PRO-1' });
  const calls = [professional.setGroups({} as never), client.syncRelations({} as never)];
  expect(await Promise.all(calls.map((call) => failureOf<InputError>(call)))).toMatchObject([
    { name: 'InputError', problems: [{ name: 'groups' }] },
    { name: 'InputError', problems: [{ name: 'relations.add' }] },
  ]);
});

const texts: readonly Call[] = [
  ['createLabel', 'label', (text) => care.createLabel(text)],
  ['ensureLabel', 'label', (text) => care.ensureLabel(text)],
  ['rename', 'label', async (text) => (await care.labels().first())?.rename(text)],
];

describe.each(texts)('%s', (_, field, call) => {
  test.each([...wrong.filter(([what]) => what !== 'a text'), ['an object', {}] as const])(
    'refuses %s as no text, and sends nothing',
    async (_what, body) => {
      const failure = await failureOf((async () => call(body as never))());
      expect(failure).toMatchObject({ name: 'InputError', problems: [{ name: field }] });
    },
  );
});

import { type Application, type Client, connect, type NewRelation, type Professional } from 'care-platform';
import { createSandbox, type Sandbox } from 'care-platform/sandbox';
import { beforeEach, describe, expect, test } from 'vitest';

let sandbox: Sandbox;
let care: Application;
let client: Client;
let professional: Professional;
/** Of a connection to another platform. */
let stranger: Professional;

beforeEach(async () => {
  sandbox = createSandbox({ limits: false });
  care = await connectedTo(sandbox);
  client = await care.client({ id: 'EHR-1042' });
  professional = await care.professional({ id: 'PRO-1' });
  const elsewhere = await connectedTo(createSandbox({ limits: false, baseUrl: 'https://other.example/api/2' }));
  stranger = await elsewhere.professional({ id: 'PRO-1' });
});

function connectedTo({ baseUrl, tokens, fetch }: Sandbox): Promise<Application> {
  return connect({ baseUrl, token: tokens.apiUser, fetch });
}

/** What the call is refused with, before anything is sent. */
async function refused(call: () => Promise<unknown>): Promise<unknown> {
  const before = sandbox.journal.length;
  const failure = await call().then(
    () => 'done',
    (thrown: unknown) => thrown,
  );
  expect(sandbox.journal.slice(before).map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  return failure;
}

const inputError = (name: string) => ({ name: 'InputError', problems: [{ name }] });

describe('nothing is sent for a user', () => {
  test('of another kind, as a resource or as a reference', async () => {
    const name = { first_name: 'Ander' };
    const { professional: reference } = (await client.relations().first())?.data ?? {};
    expect(reference?.['@type']).toMatch(/professional$/);
    for (const wrong of [professional, reference ?? professional]) {
      expect(await refused(() => care.updateClient(wrong, name))).toMatchObject(inputError('@type'));
      expect(await refused(() => care.client(wrong))).toMatchObject(inputError('@type'));
    }
    expect(await refused(() => care.updateProfessional(client, name))).toMatchObject(inputError('@type'));
  });

  test('of another kind, in whatever body it stands', async () => {
    const other = (await care.client({ id: 'EHR-1043' })) as never;
    const kinds = { client: client.type, professional: professional.type };
    const referenceTo = (kind: keyof typeof kinds, id: string) => ({
      '@type': kinds[kind].replace(/(?=\w+$)/, 'user-reference/'),
      id,
    });
    for (const wrong of [other, referenceTo('client', 'EHR-1043')]) {
      const relation: NewRelation = { professional: wrong, predicate: 'attends' };
      expect(await refused(() => client.addRelation(relation))).toMatchObject(inputError('@type'));
      expect(await refused(() => client.syncRelations([relation]))).toMatchObject(inputError('@type'));
      expect(await refused(() => client.addTool({ id: '1', therapist: wrong }))).toMatchObject(inputError('@type'));
    }
    // A client may have the same external id.
    for (const wrong of [professional as never, referenceTo('professional', 'EHR-1043')]) {
      expect(await refused(() => client.mergeIn(wrong))).toMatchObject(inputError('@type'));
    }
  });

  test('of another platform, in whatever body it stands', async () => {
    const foreign = { name: 'ForeignLinkError', message: expect.stringContaining('https://other.example') };
    const relation: NewRelation = { professional: stranger, predicate: 'attends' };
    expect(await refused(() => client.addRelation(relation))).toMatchObject(foreign);
    expect(await refused(() => client.syncRelations([relation]))).toMatchObject(foreign);
    expect(await refused(() => client.addTool({ id: '1', therapist: stranger }))).toMatchObject(foreign);
    expect(await refused(() => client.mergeIn({ url: stranger.url }))).toMatchObject(foreign);
  });

  test('that is the client itself, for a merge that cannot be undone', async () => {
    expect(await refused(() => client.mergeIn(client))).toMatchObject(inputError('url'));
    expect(await refused(() => client.mergeIn({ url: client.url }))).toMatchObject(inputError('url'));
    expect(await refused(() => client.mergeIn({ id: 'EHR-1042' }))).toMatchObject(inputError('id'));
  });

  test('that does not exist', async () => {
    const nobody = undefined as never;
    expect(await refused(() => client.addRelation(nobody))).toMatchObject(inputError('(whole)'));
    expect(await refused(() => client.syncRelations(nobody))).toMatchObject(inputError('relations'));
    expect(await refused(() => client.syncRelations([nobody]))).toMatchObject(inputError('relations.0'));
    expect(await refused(() => client.addTool(nobody))).toMatchObject(inputError('(whole)'));
    expect(await refused(() => client.mergeIn(nobody))).toMatchObject(inputError('(whole)'));
    expect(await refused(() => care.client(nobody))).toMatchObject(inputError('url'));
  });
});

test('a sync of relations is refused as a whole if one of them cannot be meant', async () => {
  const wanted: NewRelation[] = [
    { professional, predicate: 'attends' },
    { professional: { id: null as never }, predicate: 'supervises' },
  ];
  expect(await refused(() => client.syncRelations(wanted))).toMatchObject(inputError('relations.1.professional'));
});

test('a friend is read by the reference of a change, whose type is that of a client', async () => {
  const url = `${sandbox.baseUrl}${sandbox.control.users('friend')[0]?.path}`;
  const reference = { '@type': client.type.replace(/client$/, 'user-reference/client'), url };
  expect((await care.friend(reference)).url).toBe(url);
});

import { type Application, type Client, connect, InputError } from 'care-platform';
import { createSandbox, type Sandbox } from 'care-platform/sandbox';
import { beforeEach, expect, test } from 'vitest';
import { wrongArguments } from './wrong-arguments.js';

let sandbox: Sandbox;
let care: Application;
let client: Client;

beforeEach(async () => {
  sandbox = createSandbox({ limits: false });
  care = await connect({ baseUrl: sandbox.baseUrl, token: sandbox.tokens.apiUser, fetch: sandbox.fetch });
  client = await care.client({ id: 'EHR-1042' });
});

test.each(wrongArguments)('%s is refused before anything is sent', async (_, name, call) => {
  const before = sandbox.journal.length;
  const failure = await (async () => call({ care, client }))().catch((thrown: unknown) => thrown);
  expect(failure).toBeInstanceOf(InputError);
  expect(failure).toMatchObject({ problems: [{ name }] });
  expect(sandbox.journal).toHaveLength(before);
});

test('an update of nothing sends nothing, and returns the resource', async () => {
  const before = sandbox.journal.length;
  expect(await client.update({})).toBe(client);
  expect(await client.update({ infix: undefined })).toBe(client);
  expect(sandbox.journal).toHaveLength(before);
  const reread = await client.update({}, { reread: true });
  expect(reread).not.toBe(client);
  expect(sandbox.journal).toHaveLength(before + 1);
});

test('an update of nothing sends nothing for a user who was not read, or for no roles; options are checked', async () => {
  const professional = await care.professional({ id: 'PRO-1' });
  const before = sandbox.journal.length;
  expect(await care.updateClient({ id: 'EHR-1042' }, { infix: undefined })).toBeUndefined();
  expect(await care.updateProfessional({ id: 'PRO-1' }, {})).toBeUndefined();
  await professional.setRoles({ roles: undefined });
  const extra = { body: [] as never };
  await expect(client.update({}, { extra })).rejects.toMatchObject({ problems: [{ name: 'extra.body' }] });
  expect(sandbox.journal).toHaveLength(before);
});

test('an empty URL, such as a missing stored one, is refused: it would be that of the application', async () => {
  const before = sandbox.journal.length;
  const none = { url: '' };
  const outcomes = await Promise.allSettled([
    care.open(''),
    care.exportJob(''),
    care.file(none),
    care.client(none),
    care.updateClient(none, { infix: null }),
  ]);
  const refused = { status: 'rejected', reason: { name: 'ForeignLinkError' } };
  expect(outcomes).toMatchObject(outcomes.map(() => refused));
  expect(sandbox.journal).toHaveLength(before);
});

test.each(['bsn', 'email', 'id'])(
  'a search for an empty %s is refused: the platform may find every client',
  async (name) => {
    const search = async () => care.searchClients({ [name]: '', active: true }).first();
    await expect(search()).rejects.toMatchObject({ name: 'InputError', problems: [{ name, code: 'required' }] });
  },
);

test('a search by what a later release adds is made', async () => {
  const found = care.searchClients({}, { extra: { body: { email: client.data.email } } });
  expect((await found.toArray()).map(({ url }) => url)).toEqual([client.url]);
});

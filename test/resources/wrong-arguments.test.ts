import { type Application, type Client, connect, InputError } from 'care-platform';
import { createSandbox, type Sandbox } from 'care-platform/sandbox';
import { beforeEach, expect, test } from 'vitest';

let sandbox: Sandbox;
let care: Application;
let client: Client;

beforeEach(async () => {
  sandbox = createSandbox({ limits: false });
  care = await connect({ baseUrl: sandbox.baseUrl, token: sandbox.tokens.apiUser, fetch: sandbox.fetch });
  client = await care.client({ id: 'EHR-1042' });
});

/** As a program in JavaScript calls it. */
const any = (value: unknown) => value as never;

test.each<[string, string, () => unknown]>([
  ['a catalogue without a limit, since it is costly', 'limit', () => care.catalogue(any({}))],
  ['a catalogue of nothing', '(whole)', () => client.catalogue(any(undefined))],
  ['a misspelt filter of a catalogue', 'contentType', () => client.catalogue(any({ limit: 1, contentType: [] }))],
  ['a search for what has no value', '(whole)', () => care.searchClients(any({ id: undefined, limit: 1 }))],
  ['a search for nothing', '(whole)', () => care.searchClients(any(undefined))],
  ['a label by a bare text', 'url', () => care.label(any('1'))],
  ['a label by nothing', 'url', () => care.label(any(undefined))],
  ['a label by both', 'url', () => care.label(any({ url: 'x', identifier: '1' }))],
  ['a label by an empty identifier', 'identifier', () => care.label({ identifier: '' })],
  ['the picture of a client who has none', '(whole)', () => care.file(any(null))],
  ['a GET with a body', 'body', () => care.request({ url: 'c/items', body: {} })],
  ['a body that is no object', 'body', () => care.request({ method: 'POST', url: 'c', body: any('{}') })],
  ['the first -1 of a list', 'max', () => care.clients().toArray({ max: -1 })],
  ['the first of a list that are no number', 'max', () => care.clients().toArray({ max: Number.NaN })],
  ['an `extra` that is no object', 'extra', () => client.refresh({ extra: any(5) })],
  ['a query of `extra` that is no object', 'extra.query', () => client.refresh({ extra: any({ query: 'a=1' }) })],
  ['a misspelt filter of a list', 'modifidAfter', () => client.diaryEntries(any({ modifidAfter: new Date() }))],
  ['a misspelt option of a list', 'limt', () => care.clients(any({ limt: 5 })).first()],
  ['a feed with a signal that is none', 'signal', () => care.watchChanges({ signal: any({}) }).next()],
  ['a signal that is none', 'signal', () => client.refresh({ signal: any(new AbortController()) })],
  ['no signal, as `fetch` takes it', 'signal', () => care.clients({}, { signal: any(null) }).first()],
  ['a request without a URL', 'url', () => care.request(any({}))],
])('%s is refused before anything is sent', async (_, name, call) => {
  const before = sandbox.journal.length;
  const failure = await (async () => call())().catch((thrown: unknown) => thrown);
  expect(failure).toBeInstanceOf(InputError);
  expect(failure).toMatchObject({ problems: [{ name }] });
  expect(sandbox.journal).toHaveLength(before);
});

test('an update of nothing sends nothing, and gives what there is', async () => {
  const before = sandbox.journal.length;
  expect(await client.update({})).toBe(client);
  expect(await client.update({ infix: undefined })).toBe(client);
  expect(sandbox.journal).toHaveLength(before);
  const reread = await client.update({}, { reread: true });
  expect(reread).not.toBe(client);
  expect(sandbox.journal).toHaveLength(before + 1);
});

test('nor does one of somebody who was not read, or of no roles; options are checked all the same', async () => {
  const professional = await care.professional({ id: 'PRO-1' });
  const before = sandbox.journal.length;
  expect(await care.updateClient({ id: 'EHR-1042' }, { infix: undefined })).toBeUndefined();
  expect(await care.updateProfessional({ id: 'PRO-1' }, {})).toBeUndefined();
  await professional.setRoles({ roles: undefined });
  const extra = { body: [] as never };
  await expect(client.update({}, { extra })).rejects.toMatchObject({ problems: [{ name: 'extra.body' }] });
  expect(sandbox.journal).toHaveLength(before);
});

test('a URL that is empty, as of a stored one that is missing, is none: it would be that of the application', async () => {
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

test('a search by what a later release adds is made', async () => {
  const found = care.searchClients({}, { extra: { body: { email: client.data.email } } });
  expect((await found.toArray()).map(({ url }) => url)).toEqual([client.url]);
});

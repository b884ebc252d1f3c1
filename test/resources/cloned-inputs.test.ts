import type { Application, Client, Friend } from 'care-platform';
import { expect, test } from 'vitest';
import {
  baseUrl,
  clientDocument,
  type Document,
  exportJobDocument,
  labelDocument,
  listDocument,
  namespace,
  relationDocument,
} from '../support/documents.js';
import { newClient, newProfessional } from '../support/people.js';
import { empty, json, refusal, scriptedPlatform } from '../support/platform.js';

const platform = scriptedPlatform();
const entryType = `${namespace}/diary/schema/entry#x:1`;
const relation = () => ({ professional: { id: '1' }, predicate: 'attends' });

interface Scene {
  readonly care: Application;
  readonly client: Client;
  readonly friend: Friend;
}

async function scene(): Promise<Scene> {
  const care = await platform.connect();
  platform.on('GET', '/c/1', json(clientDocument('1')));
  platform.on('GET', '/c/f', json({ '@type': `${namespace}/friend`, '@url': `${baseUrl}/c/f`, active: true }));
  platform.on('GET', '/c/1/relations/items', json(listDocument([])));
  for (const path of ['/aux/client/id/EHR-1', '/aux/professional/id/EHR-1']) platform.on('GET', path, refusal(404));
  for (const path of ['/c/1', '/c/f', '/aux/client/id/EHR-1', '/aux/professional/id/EHR-1']) {
    platform.on('PATCH', path, empty());
  }
  const professional = { '@type': `${namespace}/professional`, ...newProfessional, name: 'Pia Nieuw', id: 'EHR-1' };
  const made: Record<string, Document> = {
    '/c': clientDocument('1'),
    '/p': professional,
    '/c/1/diary/entries': { '@type': entryType, dt: '2026-03-01T10:00:00' },
    '/c/1/tools': labelDocument('1'),
    '/c/1/merge': {},
    '/c/1/relations': relationDocument('1'),
    '/export': exportJobDocument(),
  };
  for (const [path, document] of Object.entries(made)) platform.on('POST', path, json(document, 201));
  const client = await care.client({ url: `${baseUrl}/c/1` });
  return { care, client, friend: await care.friend({ url: `${baseUrl}/c/f` }) };
}

/** A write, what it is given, and what the caller does with that when it has been called. */
type Write = [string, (scene: Scene, input: never) => Promise<unknown>, object, (input: never) => unknown];

const set = (changes: object) => (input: object) => Object.assign(input, changes);
const other = { id: 'other' };
const otherAddress = { email: 'other@mail.example' };

test.each<Write>([
  ['client.update', ({ client }, fields) => client.update(fields), { infix: 'de' }, set({ infix: 'other' })],
  [
    'client.update, with a list,',
    ({ client }, fields) => client.update(fields),
    { labels: ['1'] },
    ({ labels }: { labels: string[] }) => labels.push('other'),
  ],
  ['friend.update', ({ friend }, fields) => friend.update(fields), { name: 'Bo' }, set({ name: 'other' })],
  ['createClient', ({ care }, fields) => care.createClient(fields), { ...newClient }, set(otherAddress)],
  [
    'createProfessional',
    ({ care }, fields) => care.createProfessional(fields),
    { ...newProfessional },
    set(otherAddress),
  ],
  [
    'updateClient',
    ({ care }, fields) => care.updateClient({ id: 'EHR-1' }, fields),
    { infix: 'de' },
    set({ infix: 'other' }),
  ],
  [
    'updateProfessional',
    ({ care }, fields) => care.updateProfessional({ id: 'EHR-1' }, fields),
    { infix: 'de' },
    set({ infix: 'other' }),
  ],
  ['upsertClient', ({ care }, fields) => care.upsertClient('EHR-1', fields), { ...newClient }, set(otherAddress)],
  [
    'upsertProfessional',
    ({ care }, fields) => care.upsertProfessional('EHR-1', fields),
    { ...newProfessional },
    set(otherAddress),
  ],
  [
    'addDiaryEntry',
    ({ client }, values) => client.addDiaryEntry(entryType, values),
    { dt: new Date('2026-03-01T10:00:00Z'), mood: 'good' },
    set({ mood: 'other' }),
  ],
  ['addTool', ({ client }, tool) => client.addTool(tool), { id: '1' }, set(other)],
  ['mergeIn', ({ client }, duplicate) => client.mergeIn(duplicate), { id: '1' }, set(other)],
  [
    'addRelation',
    ({ client }, added) => client.addRelation(added),
    relation(),
    ({ professional }: { professional: object }) => Object.assign(professional, other),
  ],
  [
    'syncRelations',
    ({ client }, wanted) => client.syncRelations(wanted),
    [relation()],
    (wanted: unknown[]) => wanted.splice(0, 1, { ...relation(), professional: other }),
  ],
  [
    'startExport',
    ({ care }, options) => care.startExport(options),
    { name: 'client', properties: ['1'] },
    ({ properties }: { properties: string[] }) => properties.push('other'),
  ],
])('%s sends its input as it was, although the caller changes it later', async (_, write, input, change) => {
  const there = await scene();
  const done = write(there, input as never);
  change(input as never);
  await done;
  const bodies = platform.seen.filter(({ method }) => method !== 'GET').map(({ body }) => body);
  expect(bodies).toHaveLength(1);
  expect(bodies[0]).not.toContain('other');
});

test('an input that holds itself is refused as any other', async () => {
  const { client } = await scene();
  const fields: Record<string, unknown> = {};
  fields.itself = fields;
  await expect(client.update(fields)).rejects.toMatchObject({ name: 'InputError' });
});

test('follow sends its query as it was, although the caller changes it later', async () => {
  const { client } = await scene();
  platform.on('GET', '/c/1/relations/items', json(listDocument([])));
  platform.forget();
  const query = { kinds: ['a'] };
  const followed = client.follow('relations.items', { query });
  query.kinds[0] = 'other';
  await followed;
  expect(platform.seen.map(({ url }) => url.search)).toEqual(['?kinds=a']);
});

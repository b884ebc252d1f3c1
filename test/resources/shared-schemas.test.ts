import { type Application, type Client, DiaryEntry, type DiarySchema } from 'care-platform';
import { beforeEach, describe, expect, test } from 'vitest';
import { baseUrl, clientDocument, type Document, linksTo, listDocument } from '../support/documents.js';
import { connected } from '../support/scripted-fetch.js';

const dt = new Date('2026-03-01T12:00:00Z');
const type = 'https://care.example/ns/diary/schema/entry#shared:1';

/** A schema of one id, with these fields of text. */
const schemaDocument = (...names: string[]): Document => ({
  '@id': type,
  title: 'Shared',
  fields: names.map((name) => ({ name, title: name, type: 'text' })),
});

let schemas: Record<string, Document>;
let care: Application;

/** A platform whose clients have an entry each, and the schemas above under one id. */
function respond({ pathname }: URL): Document {
  const [, client = '', rest = ''] = /\/c\/([^/]+)(.*)$/.exec(pathname) ?? [];
  const entry = { '@type': type, '@url': `${baseUrl}/c/${client}/diary/entries/e1`, dt: '2026-03-01T12:00:00' };
  if (rest === '/diary/configuration') return { '@schemas': [schemas[client]] };
  if (rest === '/diary/entries/items') return { ...listDocument([entry], { total: 1 }), '@schemas': [schemas[client]] };
  if (rest !== '') return entry;
  const links = ['configuration', 'entries', 'entries.items'];
  const paths = links.map((name) => [`diary.${name}`, `/c/${client}/diary/${name.replace('.', '/')}`]);
  return clientDocument(client, { '@links': linksTo(Object.fromEntries(paths)) });
}

beforeEach(async () => {
  schemas = { a: schemaDocument('mood', 'onlyOfA'), b: schemaDocument('mood', 'onlyOfB') };
  care = await connected(respond);
});

const clientOf = (id: string) => care.client({ url: `${baseUrl}/c/${id}` }) as Promise<Client>;
const schemaOf = async (id: string) => (await (await clientOf(id)).diarySchemas())[0] as DiarySchema;
const listed = async (id: string) => (await (await clientOf(id)).diaryEntries().toArray())[0] as DiaryEntry;

async function opened(id: string): Promise<DiaryEntry> {
  const entry = await care.open(`c/${id}/diary/entries/e1`);
  if (!(entry instanceof DiaryEntry)) throw new Error('It is no entry.');
  return entry;
}

const namesOf = (entry: DiaryEntry) => entry.schema?.fields.map(({ name }) => name);
const refused = (name: string) => ({ name: 'InputError', problems: [{ name }] });

describe('two clients with different fields under one schema id', () => {
  test.each(['a', 'b'])('leave the check of an entry that is opened by its URL to the platform: %s', async (id) => {
    await schemaOf('a');
    await schemaOf('b');
    const entry = await opened(id);
    expect(entry.schema).toBeUndefined();
    await entry.update({ onlyOfA: 'x' });
    await entry.update({ onlyOfB: 'x' });
  });

  test('do so however often their schemas are read', async () => {
    for (const id of ['a', 'b', 'b', 'a', 'a']) await schemaOf(id);
    expect((await opened('a')).schema).toBeUndefined();
  });

  test('have entries that are checked by their own schema if it came with them, also after a change', async () => {
    const [entry] = [await listed('a'), await listed('b')];
    const all = [entry, await entry.refresh(), await entry.update({ onlyOfA: 'x' })];
    all.push(await entry.update({ onlyOfA: 'x' }, { reread: true }));
    for (const one of all) {
      expect(namesOf(one)).toEqual(['mood', 'onlyOfA']);
      await expect(one.update({ onlyOfB: 'x' })).rejects.toMatchObject(refused('onlyOfB'));
    }
  });

  test('have entries that are checked by the schema they were added with', async () => {
    const [schema] = [await schemaOf('a'), await schemaOf('b')];
    const client = await clientOf('a');
    const entry = await client.addDiaryEntry(schema, { dt, onlyOfA: 'x' });
    for (const one of [entry, await entry.refresh(), await entry.update({ mood: 'x' })]) {
      expect(namesOf(one)).toEqual(['mood', 'onlyOfA']);
      await expect(one.update({ onlyOfB: 'x' })).rejects.toMatchObject(refused('onlyOfB'));
    }
  });
});

describe('clients with the same fields under one schema id', () => {
  test('have entries that are checked also if they are opened by their URL', async () => {
    schemas.b = schemaDocument('mood', 'onlyOfA');
    await schemaOf('a');
    await schemaOf('b');
    await expect((await opened('b')).update({ onlyOfB: 'x' })).rejects.toMatchObject(refused('onlyOfB'));
  });

  test('share one compiled schema', async () => {
    schemas.b = schemaDocument('mood', 'onlyOfA');
    const [one, other] = [await schemaOf('a'), await schemaOf('b')];
    expect(one.zodSchema()).toBe(other.zodSchema());
    expect(one.zodSchema({ changes: true })).toBe(other.zodSchema({ changes: true }));
    expect(one.fields).toBe(other.fields);
  });

  test('cannot change it for each other', async () => {
    const { fields } = await schemaOf('a');
    expect(() => Object.assign(fields[0] as object, { title: 'Changed' })).toThrow(TypeError);
    expect(() => (fields as unknown[]).push({})).toThrow(TypeError);
  });
});

test('the same id with other content is compiled apart', async () => {
  const [one, other] = [await schemaOf('a'), await schemaOf('b')];
  expect(one.validate({ onlyOfB: 'x' })).toMatchObject([{ name: 'onlyOfB' }]);
  expect(other.validate({ onlyOfB: 'x' })).toEqual([]);
});

import { type Client, type DiaryEntry, DiarySchema } from 'care-platform';
import { describe, expect, test } from 'vitest';
import { baseUrl, clientDocument, linksTo, listDocument, namespace } from '../support/documents.js';
import { failureOf } from '../support/failure.js';
import { connected } from '../support/scripted-fetch.js';
import { journeys } from './journeys.js';
import { contentOf, listed, offline, opened, throttle } from './readers.js';

const house = { name: 'Home', value: 'home', icon: 'house' };
const moodSchema = {
  '@id': `${namespace}/diary/schema/entry#mood:1`,
  title: 'Mood',
  fields: [
    { name: 'mood', title: 'Mood', type: 'integer', required: true, min: 1, max: 10 },
    { name: 'place', title: 'Place', type: 'choice', choices: [house] },
  ],
  resources: [{ name: 'house', url: 'icons/house.svg' }],
};
const icon = { url: `${baseUrl}/x/icons/house.svg` };
const entryDocument = {
  '@type': moodSchema['@id'],
  '@url': `${baseUrl}/c/1/diary/entries/1`,
  dt: '2024-07-01T10:00:00',
  mood: 4,
};

async function listedEntry(): Promise<DiaryEntry> {
  const [entry] = await listed<DiaryEntry>([entryDocument], { '@schemas': [moodSchema] });
  if (entry === undefined) throw new Error('The list is empty.');
  return entry;
}

async function readSchema(): Promise<DiarySchema> {
  const { schema } = await listedEntry();
  if (schema === undefined) throw new Error('The entry has no schema.');
  return schema;
}

describe.each(journeys)('a plain form that travels %s', (_, send) => {
  test('gives a diary schema again, with its checks and icons', async () => {
    const schema = await readSchema();
    const plain = send(schema.toPlain());
    for (const restored of [DiarySchema.restore(plain), await (await offline()).restore(plain)]) {
      expect(restored.constructor).toBe(DiarySchema);
      expect(restored.toJSON()).toEqual(moodSchema);
      expect(restored.fields).toEqual(schema.fields);
      expect(restored.icon(house)).toEqual(icon);
      expect(restored.validate({ mood: 11, place: 'sea' }).map(({ name }) => name)).toEqual(['mood', 'place']);
      expect(restored.toPlain()).toEqual(schema.toPlain());
    }
  });

  test('gives a diary entry again, with its schema', async () => {
    const entry = await listedEntry();
    const restored = await (await offline()).restore(send(entry.toPlain()));
    expect(contentOf(restored)).toEqual(contentOf(entry));
    expect(restored.schema?.icon(house)).toEqual(icon);
    expect(restored.toPlain()).toEqual(entry.toPlain());
    await expect(restored.update({ mood: 11 })).rejects.toMatchObject({ problems: [{ name: 'mood' }] });
  });

  test('gives an added entry again that had existed', async () => {
    const links = linksTo({ 'diary.entries': '/entries' });
    const care = await connected(
      ({ pathname }) =>
        pathname.endsWith('entries') ? Response.json(entryDocument) : clientDocument('1', { '@links': links }),
      { throttle },
    );
    const client: Client = await care.client({ url: 'c/1' });
    const entry = await client.addDiaryEntry(await readSchema(), { dt: new Date('2024-07-01T10:00:00Z'), mood: 4 });
    const restored = await (await offline()).restore(send(entry.toPlain()));
    expect([restored.existed, restored.schema?.title]).toEqual([true, 'Mood']);
  });
});

test('a diary entry without a known schema is restored without one', async () => {
  const entry = await opened<DiaryEntry>(entryDocument);
  expect(entry.toPlain().schema).toBeNull();
  expect((await (await offline()).restore(entry.toPlain())).schema).toBeUndefined();
});

test('the entries of a page share the plain form of the fields of their schema', async () => {
  const care = await connected(
    () => ({
      ...listDocument([entryDocument, { ...entryDocument, '@url': `${baseUrl}/2` }]),
      '@schemas': [moodSchema],
    }),
    { throttle },
  );
  const [first, second] = (
    await ((await care.open('x/items')) as unknown as { toArray(): Promise<DiaryEntry[]> }).toArray()
  ).map((entry) => entry.toPlain());
  expect(first?.schema?.fields).toBe(second?.schema?.fields);
});

test('a restored schema is not used for entries that come without theirs', async () => {
  const care = await connected(() => entryDocument, { throttle });
  const plain = { ...(await readSchema()).toPlain(), fields: [] };
  await care.restore(plain);
  const entry = (await listedEntry()).toPlain();
  await care.restore({ ...entry, schema: plain });
  expect(((await care.open('x/1')) as DiaryEntry).schema).toBeUndefined();
});

test.each([
  ['schema.title', { title: 5 }, 'InputError'],
  ['schema', { '@base': 'https://evil.example/' }, 'ForeignLinkError'],
])('a diary entry with a wrong schema is refused (%s)', async (name, change, error) => {
  const plain = (await listedEntry()).toPlain();
  const given = { ...plain, schema: { ...plain.schema, ...change } } as typeof plain;
  const problems = error === 'InputError' ? { problems: [{ name }] } : {};
  expect(await failureOf((await offline()).restore(given))).toMatchObject({ name: error, ...problems });
});

test('the plain form of a schema is the same for each page of a list', async () => {
  const care = await connected(() => ({ ...listDocument([entryDocument]), '@schemas': [moodSchema] }), { throttle });
  const schemaAt = async (query: string) => {
    const list = (await care.open(`x/items${query}`)) as unknown as { toArray(): Promise<DiaryEntry[]> };
    return (await list.toArray())[0]?.schema?.toPlain();
  };
  expect(await schemaAt('?start=2')).toEqual(await schemaAt(''));
});

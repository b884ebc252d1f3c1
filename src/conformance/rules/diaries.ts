import { Diary, type DiarySchema } from 'care-platform';
import { checkEqual, checkList, checkNames, checkPattern, checkText, checkThat } from '../checks.js';
import type { Reading } from '../reading.js';
import { sectionRules, typeOf } from '../rule.js';
import {
  objectsIn,
  readDocument,
  urlOf,
  urlsOf,
  type WireObject,
  wireItems,
  wireLinkNames,
  withParameters,
} from '../wire-document.js';

const diaryLinks = ['configuration', 'entries', 'entries.items', 'entries.schemas'];

export const diaryRules = [
  ...sectionRules('2.9-diary', [
    'DIA-1',
    'a diary has a type of its own and gives its entries as a list',
    async (reading) => {
      const diary = await (await reading.client()).diary();
      checkThat(diary instanceof Diary, 'The library reads a diary as another class.');
      checkEqual(diary.type, typeOf(reading, 'diary'), 'type of the diary');
      checkEqual((await readDocument(reading, 'diary', diary.url))['@type'], diary.type, '@type of the diary');
      const shown = await diary.entries().toArray({ max: 2 });
      const url = withParameters(diary.links.get('entries.items').url, { limit: '2' });
      const items = wireItems(await readDocument(reading, 'diary entries', url), 'diary entries');
      checkEqual(
        shown.map((entry) => entry.url),
        urlsOf(items),
        'URLs of the diary entries',
      );
    },
  ]),
  ...sectionRules(
    '2.9.1-diary-schema',
    [
      'DSC-1',
      'a schema is identified by name and version behind the prefix of all types',
      async (reading) => {
        const { read, wire } = await readSchemas(reading);
        const prefix = typeOf(reading, 'diary/schema/entry#');
        for (const [index, { '@id': id }] of read.entries()) {
          checkText(id, '@id of a diary schema');
          checkThat(id.startsWith(prefix), '@id of a diary schema: it lacks the prefix of all types.');
          checkPattern(id.slice(prefix.length), /^[^:]+:[^:]+$/, 'a name and a version', '@id of a diary schema');
          checkEqual(wire[index]?.['@id'], id, '@id of a diary schema');
        }
      },
    ],
    [
      'DSC-2',
      'a schema has a title and a list of fields',
      async (reading) => {
        const { read, wire } = await readSchemas(reading);
        checkThat(read.length === wire.length, 'The library reads another number of diary schemas.');
        for (const { title, fields } of read) {
          checkText(title, 'title of a diary schema');
          checkList(fields, 'fields of a diary schema');
        }
      },
    ],
    [
      'DSC-5',
      'a field has a name, a title and a type, all texts',
      async (reading) => {
        const { read } = await readSchemas(reading);
        for (const { name, title, type } of read.flatMap(({ fields }) => fields)) {
          checkText(name, 'name of a field of a diary schema');
          checkText(title, 'title of a field of a diary schema');
          checkText(type, 'type of a field of a diary schema');
        }
      },
    ],
  ),
  ...sectionRules(
    '4.4-diary',
    [
      'EPD-1',
      'a diary responds with its type, its URL and four links',
      async (reading) => {
        const client = await reading.client();
        const wire = await readDocument(reading, 'diary', client.links.get('diary').url);
        checkEqual(wire['@type'], typeOf(reading, 'diary'), '@type of the diary');
        checkText(wire['@url'], '@url of the diary');
        const names = wireLinkNames(wire, 'diary');
        checkNames(names, diaryLinks, '@links of the diary');
        const diary = await client.diary();
        checkThat(diary instanceof Diary, 'The library reads a diary as another class.');
        checkEqual([diary.url, diary.links.names()], [urlOf(wire), names], 'URL and links of the diary');
      },
    ],
    [
      'EPD-2',
      'the configuration responds with schemas: fields, charts, resources',
      async (reading) => {
        const { client, read, wire } = await readSchemas(reading);
        checkEqual(read, wire, 'the diary schemas of the client');
        checkEqual(await (await client.diary()).schemas(), wire, 'the diary schemas of the diary');
        for (const schema of wire) {
          checkNames(Object.keys(schema), ['@id', 'title', 'fields', 'resources'], 'a diary schema');
        }
      },
    ],
  ),
];

/** The diary schemas of the client, as the library and as a plain request see them. */
async function readSchemas(reading: Reading) {
  const client = await reading.client();
  const url = client.links.get('diary.configuration').url;
  const { '@schemas': schemas } = await readDocument(reading, 'diary configuration', url);
  const wire: readonly WireObject[] = objectsIn(schemas, '@schemas of the diary configuration');
  const read: readonly DiarySchema[] = await client.diarySchemas();
  return { client, read, wire };
}

import { DiarySchema, type DiaryValues } from 'care-platform';
import { expect, test } from 'vitest';
import { baseUrl, clientDocument, namespace } from '../support/documents.js';
import { json, scriptedPlatform } from '../support/platform.js';

const platform = scriptedPlatform();
const photo = new File(['x'], 'photo.png');

const schemaOf = (type: string) =>
  DiarySchema.restore({
    '@id': `${namespace}/diary/schema/entry#x:1`,
    '@base': `${baseUrl}/`,
    title: 'X',
    fields: [{ name: 'f', title: 'F', type }],
  });

/** The field of an entry as it is sent. */
async function sentField(schema: DiarySchema, values: DiaryValues): Promise<unknown> {
  const care = await platform.connect();
  const links = [{ name: 'diary.entries', url: 'entries' }];
  platform.on('GET', '/c/1', json({ ...clientDocument('1'), '@links': links }));
  const client = await care.client({ url: `${baseUrl}/c/1` });
  const created = { '@type': schema['@id'], '@url': `${baseUrl}/c/entries/1`, dt: '1970-01-01T00:00:00' };
  platform.on('POST', '/c/entries', json(created, 201));
  await client.addDiaryEntry(schema, { dt: new Date(0), ...values });
  return JSON.parse(platform.seen.at(-1)?.body ?? '{}').f;
}

test('a list of files of a form is sent as inline files', async () => {
  const schema = schemaOf('image list');
  for (const files of [[photo], [photo, photo]]) {
    const form = new FormData();
    for (const file of files) form.append('f', file);
    const { values, problems } = schema.fromForm(form);
    expect(problems).toEqual([]);
    const inline = { '@type': 'base64', data: 'eA==', filename: 'photo.png' };
    expect(await sentField(schema, values)).toEqual(files.map(() => inline));
  }
});

test('a list may hold dates and other lists', async () => {
  const f = ['x', new Date('1970-01-02T00:00:00Z'), [new Uint8Array(1)]];
  const inline = { '@type': 'base64', data: 'AA==' };
  expect(await sentField(schemaOf('list'), { f })).toEqual(['x', '1970-01-02T00:00:00', [inline]]);
});

test.each([
  ['a date that is none', new Date(Number.NaN)],
  ['a symbol', Symbol('x')],
])('an item of a list that cannot be sent is named by its path: %s', async (_, item) => {
  const failing = sentField(schemaOf('list'), { f: ['x', [item]] });
  await expect(failing).rejects.toMatchObject({ name: 'InputError', problems: [{ name: 'f.1.0' }] });
});

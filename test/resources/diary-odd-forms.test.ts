import { type DiaryField, DiarySchema } from 'care-platform';
import { expect, test } from 'vitest';
import { clientDocument, linksTo } from '../support/documents.js';
import { connected } from '../support/scripted-fetch.js';

function schemaOf(...fields: readonly (Partial<DiaryField> & { readonly name: string; readonly type: string })[]) {
  const named = fields.map((field) => ({ title: 'A', ...field }));
  return DiarySchema.restore({ '@id': 'x#x:1', '@base': 'https://care.example/api/2/', title: 'X', fields: named });
}

const headers = { 'content-type': 'application/json' };
const choices = [
  { name: 'Good', value: 'good' },
  { name: 'Bad', value: 'bad' },
];

test('fields of unknown types are read by their choices, and a phone number is a text', () => {
  const schema = schemaOf({ name: 'moods', type: 'checkboxes', choices }, { name: 'phone', type: 'phone number' });
  const form = new URLSearchParams('moods=good&moods=bad&phone=0612345678');
  expect(schema.fromForm(form)).toEqual({ values: { moods: ['good', 'bad'], phone: '0612345678' }, problems: [] });
});

test('a problem belongs to a field whose name has a dot, not to one whose name is the part before it', () => {
  const schema = schemaOf({ name: 'pain', type: 'integer' }, { name: 'pain.level', type: 'integer', required: true });
  const names = (form: string) => schema.fromForm(new URLSearchParams(form)).problems.map(({ name }) => name);
  expect(names('pain=x')).toEqual(['pain', 'pain.level']);
  expect(names('pain.level=x')).toEqual(['pain.level']);
});

test('a form with a hundred thousand values is read at once', () => {
  const schema = schemaOf({ name: 'f', type: 'text' });
  const form = new URLSearchParams('f=x&'.repeat(100_000));
  expect(schema.fromForm(form)).toEqual({ values: { f: 'x' }, problems: [] });
});

test.each([
  ['`data:` before its bytes', { data: 'data:image/png;base64,QUJD' }, 'photo.data'],
  ['no bytes', {}, 'photo.data'],
  ['a number for its bytes', { data: 5 }, 'photo.data'],
  ['a number for its name', { data: 'QUJD', filename: 7 }, 'photo.filename'],
])('an inline file of a diary with %s is a problem', (_, file, name) => {
  const schema = schemaOf({ name: 'photo', type: 'image' });
  expect(schema.validate({ photo: { '@type': 'base64', ...file } })).toMatchObject([{ name }]);
  expect(schema.validate({ photo: { '@type': 'base64', data: 'QUJD' } })).toEqual([]);
});

test('members of a field that are null are absent, and its JSON Schema names each value and field once', () => {
  const twice = [...choices, { name: null as never, value: 'good' }];
  const mood = { name: 'mood', type: 'choice', required: true, choices: twice, description: null, min: null } as never;
  const schema = schemaOf(mood, mood);
  expect(schema.fields[0]).not.toHaveProperty('description');
  expect(schema.jsonSchema()).toMatchObject({
    required: ['mood'],
    properties: { mood: { title: 'A', oneOf: [{ const: 'good' }, { const: 'bad', title: 'Bad' }] } },
  });
});

test('schemas that cannot be read are left out with a warning', async () => {
  const warnings: string[] = [];
  const readable = { '@id': 'x#x:1', title: 'X', fields: [] };
  const care = await connected(
    ({ pathname }) =>
      pathname.endsWith('/conf')
        ? { '@schemas': [readable, { ...readable, title: null }] }
        : clientDocument('1', { '@links': linksTo({ 'diary.configuration': '/conf' }) }),
    { logger: { warn: (line) => void warnings.push(line) } },
  );
  const client = await care.client({ id: 'EHR-1' });
  expect(await client.diarySchemas()).toHaveLength(1);
  expect(warnings).toEqual(['diary: 1 of 2 schemas cannot be read. They are left out.']);
});

test('a schema of many levels can be read again', async () => {
  const deep = `${'['.repeat(12_000)}${']'.repeat(12_000)}`;
  const schema = `{"@id":"x#x:1","title":"X","fields":[],"later":${deep}}`;
  const care = await connected(({ pathname }) => {
    if (pathname.endsWith('/conf')) return new Response(`{"@schemas":[${schema}]}`, { headers });
    return clientDocument('1', { '@links': linksTo({ 'diary.configuration': '/conf' }) });
  });
  const client = await care.client({ id: 'EHR-1' });
  for (let reading = 0; reading < 2; reading++) expect(await client.diarySchemas()).toHaveLength(1);
});

test('equal schemas share their content, unless they are as long as only a stranger makes them', () => {
  const field = { name: 'f', type: 'text' } as const;
  const large = { ...field, title: 'x'.repeat(100_000) };
  expect(schemaOf(field).fields).toBe(schemaOf(field).fields);
  expect(schemaOf(large).fields).not.toBe(schemaOf(large).fields);
});

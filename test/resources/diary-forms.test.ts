import { connect, type DiaryField, type DiaryFormOptions, type DiarySchema, InputError } from 'care-platform';
import { createSandbox } from 'care-platform/sandbox';
import { describe, expect, test } from 'vitest';
import { clientDocument, namespace } from '../support/documents.js';
import { json, scriptedPlatform } from '../support/platform.js';

const platform = scriptedPlatform();

async function schemaWith(...fields: readonly Partial<DiaryField>[]): Promise<DiarySchema> {
  const care = await platform.connect();
  const named = fields.map((field) => ({ title: 'A', ...field }));
  const schema = { '@id': `${namespace}/diary/schema/entry#x:1`, title: 'X', fields: named };
  platform.on(
    'GET',
    '/c/1',
    json({ ...clientDocument('1'), '@links': [{ name: 'diary.configuration', url: 'conf' }] }),
  );
  platform.on('GET', '/c/conf', json({ '@schemas': [schema] }));
  const [found] = await (await care.client({ url: 'c/1' })).diarySchemas();
  return found as DiarySchema;
}

type Entries = Readonly<Record<string, string | Blob | readonly (string | Blob)[]>>;

function formOf(entries: Entries): FormData {
  const form = new FormData();
  for (const [name, values] of Object.entries(entries)) for (const value of [values].flat()) form.append(name, value);
  return form;
}

const choices = [
  { name: 'Good', value: 'good' },
  { name: 'Bad', value: 'bad' },
];
const fields = {
  text: { name: 'f', type: 'text' },
  choice: { name: 'f', type: 'choice', choices },
  integer: { name: 'f', type: 'integer', min: 0, max: 10 },
  image: { name: 'f', type: 'image' },
} as const;
const photo = new File(['x'], 'photo.png');
/** What a browser sends for a file control without a file. */
const noFile = new File([], '');

describe('a value of a form', () => {
  test.each<[string, Partial<DiaryField>, Entries, unknown]>([
    ['a text', fields.text, { f: ' two\r\nlines ' }, ' two\r\nlines '],
    ['a choice', fields.choice, { f: 'good' }, 'good'],
    ['a whole number', fields.integer, { f: ' 7 ' }, 7],
    ['zero', fields.integer, { f: '0' }, 0],
    ['a file', fields.image, { f: photo }, photo],
    ['the same text twice', fields.text, { f: ['x', 'x'] }, 'x'],
    ['a checked box', { name: 'f', type: 'boolean' }, { f: 'on' }, true],
    ['a checked box after a hidden control', { name: 'f', type: 'boolean' }, { f: ['false', 'true'] }, true],
    ['a box that is not checked, by a hidden control', { name: 'f', type: 'boolean' }, { f: 'false' }, false],
    ['a decimal number', { name: 'f', type: 'decimal' }, { f: '-1.5' }, -1.5],
    ['a whole number with a sign', fields.integer, { f: '+7' }, 7],
    ['a whole number below zero', { name: 'f', type: 'integer' }, { f: '-17' }, -17],
    ['a number without a whole part', { name: 'f', type: 'number' }, { f: '.25' }, 0.25],
    ['a number without decimals', { name: 'f', type: 'number' }, { f: '12.' }, 12],
    ['a number with decimals', { name: 'f', type: 'float' }, { f: '12.75' }, 12.75],
    ['the word yes', { name: 'f', type: 'checkbox' }, { f: 'Yes' }, true],
    ['the word off', { name: 'f', type: 'checkbox' }, { f: 'OFF' }, false],
    ['a digit for false', { name: 'f', type: 'bool' }, { f: '0' }, false],
    ['one choice of an unknown type', { name: 'f', type: 'radio', choices }, { f: 'bad' }, 'bad'],
    [
      'several choices of an unknown type',
      { name: 'f', type: 'radio', choices },
      { f: ['bad', 'good'] },
      ['bad', 'good'],
    ],
    ['a picture', { name: 'f', type: 'picture' }, { f: photo }, photo],
    ['a date', { name: 'f', type: 'date' }, { f: '2024-02-29' }, '2024-02-29'],
    ['a date with time', { name: 'f', type: 'datetime' }, { f: '2026-07-01T10:00' }, new Date('2026-07-01T08:00:00Z')],
    ['several choices', { name: 'f', type: 'choices', choices }, { f: ['good', 'bad'] }, ['good', 'bad']],
    ['one of several choices', { name: 'f', type: 'choices', choices }, { f: 'bad' }, ['bad']],
    ['a text of an unknown type', { name: 'f', type: 'colour' }, { f: 'red' }, 'red'],
    ['several texts of an unknown type', { name: 'f', type: 'colour' }, { f: ['red', 'blue'] }, ['red', 'blue']],
    ['a file of an unknown type', { name: 'f', type: 'sound' }, { f: photo }, photo],
  ])('is %s', async (_, field, entries, value) => {
    const schema = await schemaWith(field);
    const { values, problems } = schema.fromForm(formOf(entries), { zone: 'Europe/Amsterdam' });
    expect(problems).toEqual([]);
    expect(values).toEqual({ f: value });
    if (value instanceof File) expect(values.f).toBeInstanceOf(File);
  });

  test.each<[string, Partial<DiaryField>, Entries, string]>([
    ['letters for a number', fields.integer, { f: 'seven' }, 'wrong-type'],
    ['a hexadecimal number', fields.integer, { f: '0x10' }, 'wrong-type'],
    ['half a whole number', fields.integer, { f: '1.5' }, 'wrong-type'],
    ['a number that is too large', fields.integer, { f: '11' }, 'out-of-range'],
    ['a number beyond the exact ones', { name: 'f', type: 'integer' }, { f: '9007199254740993' }, 'wrong-type'],
    ['an unknown choice', fields.choice, { f: 'ugly' }, 'unknown-value'],
    ['two choices for one', fields.choice, { f: ['good', 'bad'] }, 'wrong-type'],
    ['two texts for one', fields.text, { f: ['x', 'y'] }, 'wrong-type'],
    ['a file for a text', fields.text, { f: photo }, 'wrong-type'],
    ['a file for a number', fields.integer, { f: photo }, 'wrong-type'],
    ['the name of a file for the file', fields.image, { f: 'photo.png' }, 'wrong-type'],
    ['two files for one', fields.image, { f: [photo, photo] }, 'wrong-type'],
    [
      'an unknown one of several choices',
      { name: 'f', type: 'choices', choices },
      { f: ['good', 'x'] },
      'unknown-value',
    ],
    ['no boolean', { name: 'f', type: 'boolean' }, { f: 'maybe' }, 'wrong-type'],
    ['a number that would be another one', { name: 'f', type: 'number' }, { f: '9007199254740993' }, 'out-of-range'],
    ['a number without end', { name: 'f', type: 'decimal' }, { f: '9'.repeat(400) }, 'out-of-range'],
    ['an unknown checkbox', { name: 'f', type: 'checkboxes', choices }, { f: ['good', 'on'] }, 'unknown-value'],
    ['letters before a whole number', fields.integer, { f: 'x7' }, 'wrong-type'],
    ['letters after a whole number', fields.integer, { f: '7x' }, 'wrong-type'],
    ['a word that begins like a boolean', { name: 'f', type: 'boolean' }, { f: 'only' }, 'wrong-type'],
    ['a word that ends like a boolean', { name: 'f', type: 'boolean' }, { f: 'moon' }, 'wrong-type'],
    ['a word that begins like no', { name: 'f', type: 'boolean' }, { f: 'none' }, 'wrong-type'],
    ['a word that ends like no', { name: 'f', type: 'boolean' }, { f: 'casino' }, 'wrong-type'],
    ['letters for decimals', { name: 'f', type: 'decimal' }, { f: '.x' }, 'wrong-type'],
    ['a date with more before it', { name: 'f', type: 'date' }, { f: '12024-02-29' }, 'invalid-format'],
    ['a date with more after it', { name: 'f', type: 'date' }, { f: '2024-02-291' }, 'invalid-format'],
    ['the name of a file for a file of an unknown type', { name: 'f', type: 'picture' }, { f: 'x.png' }, 'wrong-type'],
    ['no decimal number', { name: 'f', type: 'decimal' }, { f: '1,5' }, 'wrong-type'],
    ['a day that does not exist', { name: 'f', type: 'date' }, { f: '2023-02-29' }, 'invalid-format'],
    ['nothing for a required field', { ...fields.text, required: true }, { f: '' }, 'required'],
    ['no file for a required field', { ...fields.image, required: true }, { f: noFile }, 'required'],
    ['a missing control of a required field', { ...fields.text, required: true }, {}, 'required'],
  ])('is one problem of its field if it is %s', async (_, field, entries, code) => {
    const schema = await schemaWith(field);
    const { values, problems } = schema.fromForm(formOf(entries));
    expect(problems).toMatchObject([{ name: 'f', code }]);
    if (code === 'wrong-type' && entries.f !== '9007199254740993') expect(values).toEqual({});
  });

  test.each([fields.text, fields.choice, fields.integer, fields.image])(
    'is left out of a new entry, and resets a changed one, if a control of type $type is empty',
    async (field) => {
      const schema = await schemaWith(field);
      expect(schema.fromForm(formOf({ f: '' }))).toEqual({ values: {}, problems: [] });
      expect(schema.fromForm(formOf({ f: '' }), { changes: true })).toEqual({ values: { f: null }, problems: [] });
      expect(schema.fromForm(formOf({}), { changes: true })).toEqual({ values: {}, problems: [] });
    },
  );

  test.each(['', 'blob', 'undefined'])(
    'is left out of a changed entry too if a control for a file has none: the empty file is named %j',
    async (name) => {
      const schema = await schemaWith({ ...fields.image, required: true });
      const form = formOf({ f: new File([], name) });
      expect(schema.fromForm(form, { changes: true })).toEqual({ values: {}, problems: [] });
    },
  );

  test('resets a file if the form has an empty text of its name', async () => {
    const schema = await schemaWith(fields.image);
    const form = formOf({ f: ['', noFile] });
    expect(schema.fromForm(form, { changes: true })).toEqual({ values: { f: null }, problems: [] });
    expect(schema.fromForm(formOf({ f: ['', photo] }), { changes: true }).values).toEqual({ f: photo });
  });

  test('cannot reset a required field', async () => {
    const schema = await schemaWith({ ...fields.text, required: true });
    const { problems } = schema.fromForm(formOf({ f: '' }), { changes: true });
    expect(problems).toMatchObject([{ name: 'f', code: 'required' }]);
  });
});

describe('the names of a form', () => {
  test('that are no fields are problems, unless they are to be ignored', async () => {
    const schema = await schemaWith(fields.text);
    const form = formOf({ f: 'x', csrf: 'y', 'f[]': 'z', __proto__x: 'q', $ACTION_ID_1: '' });
    const names = (options: DiaryFormOptions) => schema.fromForm(form, options).problems.map(({ name }) => name);
    expect(names({})).toEqual(['csrf', 'f[]', '__proto__x']);
    expect(names({ ignore: ['csrf', '__proto__x'] })).toEqual(['f[]']);
    expect(schema.fromForm(form).problems[0]).toMatchObject({ code: 'unknown-field' });
    expect(schema.fromForm(form).values).toEqual({ f: 'x' });
  });

  test('can be those of inherited members', async () => {
    const schema = await schemaWith({ name: '__proto__', type: 'text' }, { name: 'constructor', type: 'text' });
    const { values, problems } = schema.fromForm(new URLSearchParams('__proto__=a&constructor=b'));
    expect(problems).toEqual([]);
    expect(Object.entries(values)).toEqual([
      ['__proto__', 'a'],
      ['constructor', 'b'],
    ]);
  });

  test('are never lost: each is a value or a problem', async () => {
    const schema = await schemaWith({ name: 'a', type: 'integer' }, { name: 'b', type: 'choice', choices });
    const entries = { a: ['1', 'x', '2'], b: ['good', ''], c: '1', dt: 'yesterday', '': 'x' };
    const { values, problems } = schema.fromForm(formOf(entries));
    expect(new Set([...Object.keys(values), ...problems.map(({ name }) => name)])).toEqual(
      new Set(Object.keys(entries)),
    );
  });
});

test.each([[{ f: 'x' }], ['f=x'], [null], [undefined], [[['f', 5]]], [['f']], [5]])('%o is no form', async (form) => {
  const schema = await schemaWith(fields.text);
  expect(() => schema.fromForm(form as never)).toThrow(InputError);
});

test('misspelt options of a form are refused', async () => {
  const schema = await schemaWith(fields.text);
  for (const options of [{ timezone: 'UTC' }, { ignore: 'csrf' }, { changes: 1 }, null]) {
    expect(() => schema.fromForm(formOf({}), options as never)).toThrow(InputError);
  }
});

test('a form of the sandbox becomes an entry of its diary', async () => {
  const sandbox = createSandbox({ limits: false });
  using care = await connect({ baseUrl: sandbox.baseUrl, token: sandbox.tokens.apiUser, fetch: sandbox.fetch });
  const client = await care.client({ id: 'EHR-1042' });
  const [schema] = await client.diarySchemas();
  if (schema === undefined) throw new Error('It has no diary.');
  const sent = formOf({ mood: 'good', tension: '3', note: '', photo, dt: '2026-07-01T10:00' });
  const { values, problems } = schema.fromForm(sent, { zone: 'Europe/Amsterdam' });
  expect(problems).toEqual([]);
  const entry = await client.addDiaryEntry(schema, { dt: new Date(), ...values });
  expect(entry.data).toMatchObject({ mood: 'good', tension: 3, dt: new Date('2026-07-01T08:00:00Z') });
  const changed = schema.fromForm(formOf({ note: 'Better.' }), { changes: true });
  expect((await entry.update(changed.values, { reread: true })).data).toMatchObject({ note: 'Better.', mood: 'good' });
});

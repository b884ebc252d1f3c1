import { runInNewContext } from 'node:vm';
import { type Application, connect, type DiarySchema, inlineFile } from 'care-platform';
import { createSandbox, type Sandbox } from 'care-platform/sandbox';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';

const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47]);

let sandbox: Sandbox;
let care: Application;
let mood: DiarySchema;
let sleep: DiarySchema;

/** A schema as the platform might send it, with fields that the sandbox has none of. */
async function schemaWith(fields: readonly object[], more: object = {}): Promise<DiarySchema> {
  const schemas = [{ '@id': 'https://care.example/ns/diary/schema/entry#made:1', title: 'Made', fields, ...more }];
  const body = JSON.parse(JSON.stringify({ '@schemas': schemas }));
  sandbox.faults.add({ kind: 'response', status: 200, body, path: /\/diary\/configuration$/ });
  const [schema] = await (await care.client({ id: 'EHR-1042' })).diarySchemas();
  if (schema === undefined) throw new Error('no schema');
  return schema;
}

beforeAll(async () => {
  sandbox = createSandbox({ limits: false });
  care = await connect({ baseUrl: sandbox.baseUrl, token: sandbox.tokens.apiUser, fetch: sandbox.fetch });
  const [first, second] = await (await care.client({ id: 'EHR-1042' })).diarySchemas();
  if (first === undefined || second === undefined) throw new Error('two schemas are seeded');
  [mood, sleep] = [first, second];
});

describe('validating values', () => {
  test('finds nothing if a new entry may be sent', async () => {
    expect(mood.validate({ dt: new Date(), mood: 'good', tension: 10 })).toEqual([]);
    expect(mood.validate({ mood: 'bad', tension: 0, note: '', photo: null })).toEqual([]);
    for (const photo of [png, png.buffer, new Blob([png]), new File([png], 'a.png'), await inlineFile(png)]) {
      expect(mood.validate({ mood: 'good', tension: 5, photo })).toEqual([]);
    }
  });

  test('finds nothing wrong with a time of another realm, which `addDiaryEntry` takes too', async () => {
    const values = { dt: runInNewContext('new Date(0)') as Date, mood: 'good', tension: 10 };
    expect(mood.validate(values)).toEqual([]);
    const { data } = await (await care.client({ id: 'EHR-1042' })).addDiaryEntry(mood, values);
    expect(data.dt).toEqual(new Date(0));
  });

  test.each([new Date(Number.NaN), runInNewContext('new Date(NaN)'), null, 0, {}])(
    'names a time that is none: %s',
    (dt) => {
      expect(mood.validate({ dt, mood: 'good', tension: 10 })).toMatchObject([{ name: 'dt', code: 'wrong-type' }]);
    },
  );

  test('names all fields that are missing, unknown, or no text at once', () => {
    expect(mood.validate({ mood: 'Good', note: 7 })).toMatchObject([
      { name: 'mood' },
      { name: 'tension' },
      { name: 'note' },
    ]);
    expect(mood.validate({ mood: null, tension: undefined })).toMatchObject([{ name: 'mood' }, { name: 'tension' }]);
  });

  test.each([-1, 11, 0.5, '5', Number.NaN, 2 ** 60])(
    'refuses %s as a number out of a field that goes from 0 up to 10',
    (tension) => {
      expect(mood.validate({ mood: 'good', tension })).toMatchObject([{ name: 'tension' }]);
    },
  );

  test('refuses names that are not in the schema, and an invalid time', () => {
    expect(mood.validate({ mood: 'good', tension: 5, moood: 1, dt: '2026-03-02T09:00:00' })).toMatchObject([
      { name: 'dt' },
      { name: 'moood' },
    ]);
  });

  test('refuses a reference to a file that was read, which the platform would not take', () => {
    const photo = { '@type': 'link', url: 'https://care.example/f', size: 1, content_type: 'image/png' };
    expect(mood.validate({ mood: 'good', tension: 5, photo })).toMatchObject([{ name: 'photo' }]);
  });

  test('of an update needs no field, but takes away none that is required, and leaves the time alone', () => {
    expect(mood.validate({ note: null }, { changes: true })).toEqual([]);
    expect(mood.validate({ mood: null, dt: new Date() }, { changes: true })).toMatchObject([
      { name: 'mood' },
      { name: 'dt' },
    ]);
  });

  test('accepts fields of unknown types, and choices without values', async () => {
    const schema = await schemaWith([
      { name: 'place', title: 'Where?', type: 'location', required: true },
      { name: 'who', title: 'With whom?', type: 'choice', choices: null },
      { name: 'steps', title: 'Steps', type: 'integer', min: 'none', max: null },
    ]);
    expect(schema.validate({ place: { lat: 52 }, who: 'anybody', steps: -3 })).toEqual([]);
    expect(schema.validate({ place: [], who: null })).toEqual([]);
    expect(schema.validate({})).toMatchObject([{ name: 'place' }]);
  });
});

describe('a form', () => {
  test('starts with the defaults of the schema', () => {
    expect([mood.defaults(), sleep.defaults()]).toEqual([{ tension: 5 }, { dream: '' }]);
    expect(mood.validate({ ...mood.defaults(), mood: 'good' })).toEqual([]);
  });

  test('shows the icon of each choice', async () => {
    const [good] = mood.fields[0]?.choices ?? [];
    if (good === undefined) throw new Error('a choice is seeded');
    const icon = mood.icon(good);
    if (icon === undefined) throw new Error('an icon is seeded');
    expect(await (await care.file(icon)).text()).toMatch(/^<svg /);
    expect(mood.icon({ name: 'Other', value: 'other' })).toBeUndefined();
    expect(mood.icon({ name: 'Other', value: 'other', icon: 'gone.svg' })).toBeUndefined();
  });

  test('finds an icon even if its address is relative to that of the schema', async () => {
    const schema = await schemaWith([], { resources: [{ name: 'a.svg', url: '../icons/a.svg' }] });
    const configuration = (await care.client({ id: 'EHR-1042' })).links.get('diary.configuration').url;
    const { url } = schema.icon({ name: 'A', value: 'a', icon: 'a.svg' }) ?? {};
    expect(url).toBe(new URL('../icons/a.svg', configuration).href);
  });

  test('leaves out a value that is no list, and an entry that is no object, and keeps both as they came', async () => {
    const field = { name: 'mood', title: 'Mood', type: 'choice' };
    const good = { name: 'Good', value: 'good', icon: 'a.svg' };
    const fields = [
      { ...field, choices: -0.5 },
      { ...field, name: 'other', choices: [null, good] },
    ];
    const schema = await schemaWith(fields, { resources: [null], charts: [null, 7] });
    expect(schema.fields).toEqual([field, { ...field, name: 'other', choices: [good] }]);
    expect(schema.icon(good)).toBeUndefined();
    expect(schema.chart([], { zone: 'UTC' })).toEqual([]);
    expect(schema.toJSON()).toMatchObject({ fields, resources: [null], charts: [null, 7] });
  });

  test('gets the same problems from the zod schema as from `validate`', () => {
    const wrong = { mood: 'Good', tension: 11 };
    const { error } = mood.zodSchema().safeParse(wrong);
    const issues = error?.issues.map(({ path, message }) => ({ name: path.join('.'), message }));
    expect(issues).toMatchObject([{ name: 'mood' }, { name: 'tension' }]);
    expect(issues).toEqual(mood.validate(wrong).map(({ name, message }) => ({ name, message })));
    const values = { dt: new Date(), mood: 'good', tension: 3, note: 'x' };
    expect(mood.zodSchema().parse(values)).toEqual(values);
    expect(mood.zodSchema({ changes: true }).parse({ note: null })).toEqual({ note: null });
  });
});

describe('the JSON Schema', () => {
  test('names each field, its kind, bounds, choices and default', () => {
    expect(mood.jsonSchema()).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: 'Mood diary',
      type: 'object',
      required: ['mood', 'tension'],
      properties: {
        mood: { title: 'How do you feel?', type: 'string', oneOf: [{ const: 'good', title: 'Good' }, {}, {}] },
        tension: { type: 'integer', minimum: 0, maximum: 10, default: 5 },
        note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      },
    });
  });

  test('takes the same values as `validate`', async () => {
    const other = { name: 'place', title: 'Where?', type: 'location', required: true };
    const schema = await schemaWith([...mood.fields, other]);
    // A reader of JSON Schema that is not ours.
    const reader = z.fromJSONSchema(schema.jsonSchema() as Parameters<typeof z.fromJSONSchema>[0]);
    const one = fc.oneof(
      fc.constantFrom('good', 'bad', 'Good', null, 0, 10, 11, 1.5, true, [], { '@type': 'base64', data: 'iVBORw==' }),
    );
    const values = fc.record(
      { mood: one, tension: one, note: one, photo: one, place: one, other: one },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(values, (sent) => {
        expect(reader.safeParse(sent).success).toBe(schema.validate(sent).length === 0);
      }),
      { numRuns: 2000, seed: 6 },
    );
  });
});

test('a schema is given on as it came, with unknown parts', async () => {
  const schema = await schemaWith([{ name: 'note', title: 'Note', type: 'text', rows: 4 }], { colour: 'green' });
  expect(JSON.parse(JSON.stringify(schema))).toMatchObject({ title: 'Made', colour: 'green', fields: [{ rows: 4 }] });
});

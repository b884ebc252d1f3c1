import { type Client, connect, type DiaryFormOptions, type DiarySchema } from 'care-platform';
import { createSandbox } from 'care-platform/sandbox';
import { clientDocument, namespace } from '../../support/documents.js';
import type { Provocations } from '../../support/message-list.js';
import { connected } from '../../support/scripted-fetch.js';

/** As a program in JavaScript calls it. */
const any = (value: unknown) => value as never;

/** A call about the first schema of a client's diary. */
const inDiary = (call: (schema: DiarySchema, client: Client) => unknown) => async () => {
  const { baseUrl, tokens, fetch } = createSandbox({ limits: false });
  const care = await connect({ baseUrl, token: tokens.apiUser, fetch });
  try {
    const client = await care.client({ id: 'EHR-1042' });
    const [schema] = await client.diarySchemas();
    if (schema === undefined) throw new Error('The sandbox has no schema.');
    return await call(schema, client);
  } finally {
    care.close();
  }
};
const validated = (values: object, options?: { changes: boolean }) =>
  inDiary((schema) => schema.validate(any(values), options).map(({ name, message }) => `${name}: ${message}`));
const choices = [{ name: 'Good', value: 'good' }];
const types = [
  ...['text', 'choice', 'integer', 'image', 'number', 'boolean', 'date', 'datetime', 'choices', 'file', 'sound'],
].map((type) => ({ name: type, type, title: type, ...(type.startsWith('choice') && { choices }) }));
const bounds = [{ min: 1 }, { max: 5 }, { min: 1, max: 5 }].map((bound, index) => ({
  ...{ name: `integer${index}`, type: 'integer', title: 'Bounds' },
  ...bound,
}));

/** A call about a schema with these fields. */
const withFields = (fields: readonly object[], call: (schema: DiarySchema) => unknown) => async () => {
  const schema = { '@id': `${namespace}/diary/schema/entry#x:1`, title: 'X', fields };
  const links = [{ name: 'diary.configuration', url: 'conf' }];
  const care = await connected(({ pathname }) =>
    pathname.endsWith('/c/1') ? clientDocument('1', { '@links': links }) : { '@schemas': [schema] },
  );
  const [found] = await (await care.client({ url: 'c/1' })).diarySchemas();
  return call(found as DiarySchema);
};
const listed = (problems: readonly { name: string; message: string }[]) =>
  problems.map(({ name, message }) => `${name}: ${message}`);
const formOf = (values: Readonly<Record<string, string | Blob>>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.append(name, value);
  return form;
};
const form = (values: Readonly<Record<string, string | Blob>>, options: DiaryFormOptions = {}) =>
  withFields(types, (schema) => listed(schema.fromForm(formOf(values), options).problems));
const wrongTexts = Object.fromEntries(types.slice(1).map(({ name }) => [name, '?']));
const wrongFiles = Object.fromEntries(types.map(({ name }) => [name, new File(['x'], 'x.png')]));
const twice = () => {
  const given = formOf({ text: 'a', file: new File(['x'], 'x.png'), image: new File(['x'], 'x.png') });
  for (const name of ['text', 'file', 'image']) given.append(name, name === 'text' ? 'b' : new File(['y'], 'y.png'));
  return given;
};

const photo = { '@type': 'link', url: 'https://care.example/f', size: 1, content_type: 'image/png' };

/** What `validate` finds, and what is refused. */
export const diaries: Provocations = {
  'an unknown choice, a missing number, a number for a text': validated({ mood: 'Good', note: 7 }),
  'a number out of range': validated({ mood: 'good', tension: 11 }),
  'a text for a time, and a misspelt field': validated({
    mood: 'good',
    tension: 5,
    moood: 1,
    dt: '2026-03-02T09:00:00',
  }),
  'a file reference for a file': validated({ mood: 'good', tension: 5, photo }),
  'a change of the time': validated({ dt: new Date(0) }, { changes: true }),
  'an entry without a time': inDiary((schema, client) =>
    client.addDiaryEntry(schema, any({ mood: 'good', tension: 5 })),
  ),
  'an entry with an invalid time': inDiary((schema, client) =>
    client.addDiaryEntry(schema, { dt: new Date(Number.NaN), mood: 'good', tension: 5 }),
  ),
  'an entry that is no object': inDiary((schema, client) => client.addDiaryEntry(schema, any('good'))),
  'a form with texts that its fields do not take': form(wrongTexts),
  'a form with files for all fields': form(wrongFiles),
  'a form with two values of one field': withFields(types, (schema) => listed(schema.fromForm(twice()).problems)),
  'a form with names that are no fields': form({ csrf: 'x', dt: '2026-03-02T09:00Z' }, { changes: true }),
  'a form with a time that the clocks skipped': form({ dt: '2026-03-29T02:30' }, { zone: 'Europe/Amsterdam' }),
  'a form with a time, and no zone': form({ dt: '2026-03-02T09:00' }),
  'an unknown option of a form': form({}, any({ zne: 'UTC' })),
  'a list of names to ignore that are no names': form({}, { ignore: any(['a', 5]) }),
  'a form that is a text': withFields(types, (schema) => schema.fromForm(any('a=b'))),
  'numbers for all fields of an entry': withFields(types, (schema) =>
    listed(schema.validate(any(Object.fromEntries(types.map(({ name }) => [name, Number.MAX_VALUE]))))),
  ),
  'numbers out of bounds': withFields(bounds, (schema) =>
    listed(schema.validate(any({ integer0: 0, integer1: 9, integer2: 9 }))),
  ),
  'a field of a schema without fields': withFields([], (schema) => listed(schema.validate(any({ moood: 1 })))),
  'an entry to validate that is no object': withFields(types, (schema) => listed(schema.validate(any('good')))),
  'a chart in an unknown time zone': inDiary((schema) => schema.chart([], { zone: 'Mars/Olympus' })),
  'a chart of an entry without a time': inDiary((schema) =>
    schema.chart([{ type: schema['@id'], data: any({ mood: 'good' }) }], { zone: 'UTC' }),
  ),
  'a chart from a day that does not exist': inDiary((schema) =>
    schema.chart([], any({ zone: 'UTC', from: '2026-02-30', to: '2026-03-01' })),
  ),
};

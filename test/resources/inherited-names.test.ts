import { type Application, type Client, connect, type DiaryEntry, type DiarySchema } from 'care-platform';
import { createSandbox, type Sandbox } from 'care-platform/sandbox';
import { beforeEach, describe, expect, test } from 'vitest';
import { applicationDocument, type Document, linksTo, listDocument } from '../support/documents.js';
import { connected } from '../support/scripted-fetch.js';

const names = Object.getOwnPropertyNames(Object.prototype);
const dt = new Date('2026-03-01T12:00:00Z');
/** An object with that own property, as JSON gives it: `__proto__` in a literal means another thing. */
const named = (...entries: [string, unknown][]) => Object.fromEntries(entries);
const own = (values: object, name: string) => Object.getOwnPropertyDescriptor(values, name)?.value;

let sandbox: Sandbox;
let care: Application;
let client: Client;
let schema: DiarySchema;

/** A schema as the platform might send it. */
async function schemaOf(document: Document): Promise<DiarySchema> {
  const body = JSON.parse(JSON.stringify({ '@schemas': [{ '@id': 'made#1', title: 'Made', ...document }] }));
  sandbox.faults.add({ kind: 'response', status: 200, body, path: /\/diary\/configuration$/ });
  return (await client.diarySchemas())[0] as DiarySchema;
}

beforeEach(async () => {
  sandbox = createSandbox({ limits: false });
  care = await connect({ baseUrl: sandbox.baseUrl, token: sandbox.tokens.apiUser, fetch: sandbox.fetch });
  client = await care.client({ id: 'EHR-1042' });
  const fields = names.map((name) => ({ name, title: name, type: 'text' as const }));
  const mood = { name: 'mood', title: 'Mood', type: 'text' as const, required: true };
  sandbox.control.configureDiary(client.url, [
    { name: 'names', version: 1, title: 'Names', icons: {}, fields: [mood, ...fields] },
  ]);
  [schema] = (await client.diarySchemas()) as [DiarySchema];
});

describe('a diary field named like a member of every object', () => {
  test('may be left out', async () => {
    expect(schema.validate({ mood: 'good' })).toEqual([]);
    expect(schema.zodSchema().parse({ mood: 'good' })).toEqual({ mood: 'good' });
    const entry = await client.addDiaryEntry(schema, { dt, mood: 'good' });
    expect(names.filter((name) => own(entry.data, name) !== null)).toEqual([]);
    expect(schema.defaults()).toEqual({});
  });

  test.each(names)('is checked, sent, read and changed: %s', async (name) => {
    expect(schema.validate(named(['mood', 'good'], [name, 5]))).toMatchObject([{ name }]);
    const adding = client.addDiaryEntry(schema, { dt, ...named(['mood', 'good'], [name, 5]) });
    await expect(adding).rejects.toMatchObject({ name: 'InputError', problems: [{ name }] });
    const entry = await client.addDiaryEntry(schema, { dt, ...named(['mood', 'good'], [name, 'first']) });
    expect(own(entry.data, name)).toBe('first');
    expect(entry.attribute(name)).toBe('first');
    const changed = await entry.update(named([name, 'second']));
    expect(own(changed.data, name)).toBe('second');
    expect(own((await changed.refresh()).data, name)).toBe('second');
    await expect(entry.update(named([name, 5]))).rejects.toMatchObject({ problems: [{ name }] });
  });

  test.each(names)('is unknown if the schema has it not: %s', async (name) => {
    const [entry] = (await client.diaryEntries().toArray()) as [DiaryEntry];
    expect(entry.schema?.validate(named([name, 'x']), { changes: true })).toMatchObject([{ name }]);
    await expect(entry.update(named([name, 'x']))).rejects.toMatchObject({ name: 'InputError', problems: [{ name }] });
  });

  test.each(names)('is charted by its own values: %s', async (name) => {
    const charted = await schemaOf({
      fields: [{ name, title: name, type: 'text' }],
      charts: [{ title: 'Names', type: 'bar', buckets: 'day', series: [{ field: name, 'bucket-function': 'tally' }] }],
    });
    const entries = [named(['dt', dt], [name, 'yes']), { dt }].map((data) => ({ type: 'made#1', data }));
    const charts = charted.chart(entries as never, { zone: 'UTC' });
    expect(charts).toMatchObject([{ series: [{ field: name, value: 'yes', counts: [1] }] }]);
  });
});

describe('other names from outside', () => {
  test.each(names)('is an attribute, a link and a query name like any other: %s', async (name) => {
    const asked: URLSearchParams[] = [];
    const connection = await connected(
      ({ searchParams }) => {
        asked.push(searchParams);
        return listDocument([named([name, 'x']), {}]);
      },
      {},
      JSON.stringify({ ...applicationDocument(), '@links': linksTo(named([name, '/later/items']) as never) }),
    );
    expect(connection.links.names()).toEqual([name]);
    expect(connection.links.has('hasOwn')).toBe(false);
    const list = (await connection.follow(name, { query: named([name, '1']) as never })) as AsyncIterable<DiaryEntry>;
    const items = [];
    for await (const item of list) items.push(item);
    expect(items.map((item) => [own(item.data, name), item.attribute(name)])).toEqual([
      ['x', 'x'],
      [undefined, undefined],
    ]);
    expect(asked.map((query) => query.get(name))).toEqual(['1']);
  });

  test.each(names)('is a choice only if the schema lists it: %s', async (value) => {
    const listed = await schemaOf({
      fields: [{ name: 'mood', title: 'Mood', type: 'choice', choices: [{ name: 'Good', value: 'good' }] }],
    });
    expect(listed.validate({ mood: value })).toMatchObject([{ name: 'mood' }]);
  });
});

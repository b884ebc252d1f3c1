import { connect, DiaryEntry } from 'care-platform';
import { createSandbox } from 'care-platform/sandbox';
import { expect, onTestFinished, test } from 'vitest';

const dt = new Date('2026-03-01T12:00:00Z');
const values = { dt, mood: 'good', tension: 3 };

async function scene() {
  const sandbox = createSandbox({ limits: false });
  const connected = () => connect({ baseUrl: sandbox.baseUrl, token: sandbox.tokens.apiUser, fetch: sandbox.fetch });
  const care = await connected();
  onTestFinished(() => care.close());
  const client = await care.client({ id: 'EHR-1042' });
  const [schema] = await client.diarySchemas();
  if (schema === undefined) throw new Error('The sandbox has no schema.');
  const other = await connected();
  onTestFinished(() => other.close());
  /** The entry of a connection that has seen no schema. */
  const unknownEntry = async () => {
    const { url } = await client.addDiaryEntry(schema, values);
    const entry = await other.open(url);
    if (!(entry instanceof DiaryEntry)) throw new Error('The URL leads to no entry.');
    before = sandbox.journal.length;
    return entry;
  };
  let before = sandbox.journal.length;
  /** The methods of the requests that were sent since then. */
  const sent = () => sandbox.journal.slice(before).map(({ method }) => method);
  return { sent, client, schema, unknownEntry };
}

/** As a program in JavaScript calls it. */
const any = (value: unknown) => value as never;

test('an entry that names its schema by id is refused only for attributes of the platform', async () => {
  const { sent, client, schema } = await scene();
  const call = client.addDiaryEntry(schema['@id'], any({ ...values, '@url': 'x', 'mail@': 'x', '@type': 'x' }));
  await expect(call).rejects.toMatchObject({ name: 'InputError', problems: [{ name: '@url' }, { name: '@type' }] });
  expect(sent()).toEqual([]);
});

test.each([
  ['the time', { dt }, ['dt']],
  ['an attribute of the platform', { '@type': 'x', mood: 'bad', 'x@': 1 }, ['@type']],
  ['a text', 'bad', ['(whole)']],
  ['a list', [], ['(whole)']],
])('an update of an entry whose schema is unknown refuses %s', async (_title, changes, names) => {
  const { sent, unknownEntry } = await scene();
  const entry = await unknownEntry();
  const failure = await entry.update(any(changes)).catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: 'InputError' });
  expect((failure as { problems: { name: string }[] }).problems.map(({ name }) => name)).toEqual(names);
  expect(sent()).toEqual([]);
});

test('an update of an entry whose schema is unknown is sent without the fields that are undefined', async () => {
  const { sent, unknownEntry } = await scene();
  const entry = await unknownEntry();
  await entry.update({ mood: 'bad', note: undefined });
  expect(sent()).toEqual(['PATCH']);
  expect((await entry.refresh()).data).toMatchObject({ mood: 'bad', tension: 3, note: null });
});

test('a date in a field must be valid', async () => {
  const { sent, client, schema } = await scene();
  const call = client.addDiaryEntry(schema['@id'], { ...values, seen: new Date(Number.NaN) });
  await expect(call).rejects.toMatchObject({ name: 'InputError', problems: [{ name: 'seen' }] });
  expect(sent()).toEqual([]);
});

test.each([
  ['no time', { mood: 'good', tension: 3 }, ['dt']],
  ['a text for the time', { ...values, dt: '2026-03-01' }, ['dt']],
  ['an invalid time', { ...values, dt: new Date(Number.NaN) }, ['dt']],
  ['a wrong time and a wrong field', { dt: 5, mood: 'odd', tension: 3 }, ['dt', 'mood']],
  ['nothing', undefined, ['dt', 'mood', 'tension']],
])('a new entry with %s names what is wrong', async (_title, given, names) => {
  const { sent, client, schema } = await scene();
  const failure = await client.addDiaryEntry(schema, any(given)).catch((error: unknown) => error);
  expect((failure as { problems: { name: string }[] }).problems.map(({ name }) => name)).toEqual(names);
  expect(sent()).toEqual([]);
});

test.each([
  ['an object without `validate`', {}],
  ['an empty text', ''],
  ['nothing', undefined],
  ['null', null],
])('%s is no schema', async (_title, schema) => {
  const { sent, client } = await scene();
  const call = client.addDiaryEntry(any(schema), values);
  await expect(call).rejects.toMatchObject({ name: 'InputError', problems: [{ name: 'schema' }] });
  expect(sent()).toEqual([]);
});

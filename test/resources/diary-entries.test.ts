import {
  type Application,
  type Client,
  connect,
  DiaryEntry,
  type DiarySchema,
  type FileReference,
} from 'care-platform';
import { createSandbox, type Sandbox } from 'care-platform/sandbox';
import { beforeEach, describe, expect, test } from 'vitest';
import { recorded } from '../conformance/recorded.js';

const bytes = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 255]);
const dt = new Date('2026-03-01T12:00:00Z');
const values = { dt, mood: 'good', tension: 3 };

let sandbox: Sandbox;
let care: Application;
let client: Client;
let mood: DiarySchema;

const connected = () => connect({ baseUrl: sandbox.baseUrl, token: sandbox.tokens.apiUser, fetch: sandbox.fetch });

/** How many requests were sent meanwhile. */
async function requests(work: () => Promise<unknown>): Promise<number> {
  const before = sandbox.journal.length;
  await work();
  return sandbox.journal.length - before;
}

async function photoOf(entry: DiaryEntry): Promise<Uint8Array> {
  return (await care.file((await entry.refresh()).data.photo as FileReference)).bytes();
}

beforeEach(async () => {
  sandbox = createSandbox({ limits: false });
  care = await connected();
  client = await care.client({ id: 'EHR-1042' });
  const [schema] = await client.diarySchemas();
  if (schema === undefined) throw new Error('a schema is seeded');
  mood = schema;
});

describe('adding an entry', () => {
  test('names everything that is wrong before anything is sent', async () => {
    const wrong = { dt: new Date(Number.NaN), mood: 'Good', tension: 11, moood: 'good' };
    const sent = await requests(async () => {
      await expect(client.addDiaryEntry(mood, wrong)).rejects.toMatchObject({
        name: 'InputError',
        problems: [{ name: 'dt' }, { name: 'mood' }, { name: 'tension' }, { name: 'moood' }],
      });
    });
    expect(sent).toBe(0);
  });

  test.each<[string, unknown, unknown]>([
    ['schema', undefined, values],
    ['schema', '', values],
    ['schema', { '@id': 'mood', fields: [] }, values],
    ['dt', 'mood', undefined],
    ['dt', 'mood', { ...values, dt: undefined }],
    ['until', 'mood', { ...values, until: new Date(Number.NaN) }],
  ])('refuses a value that cannot be an entry: %s', async (name, schema, given) => {
    const sent = await requests(async () => {
      const adding = client.addDiaryEntry(schema as DiarySchema, given as typeof values);
      await expect(adding).rejects.toMatchObject({ name: 'InputError', problems: [{ name }] });
    });
    expect(sent).toBe(0);
  });

  test.each([
    ['bytes', bytes, undefined],
    ['a part of a buffer', new Uint8Array([7, ...bytes, 7]).subarray(1, bytes.length + 1), undefined],
    ['a buffer', bytes.slice().buffer, undefined],
    ['a Blob', new Blob([bytes]), undefined],
    ['a File', new File([bytes], 'garden.png'), 'garden.png'],
  ])('takes %s for an image', async (_, photo, filename) => {
    const entry = await client.addDiaryEntry(mood, { ...values, photo });
    const reference = entry.data.photo as FileReference;
    expect([reference.size, reference.filename ?? undefined]).toEqual([bytes.length, filename]);
    expect(await photoOf(entry)).toEqual(bytes);
  });

  test('distinguishes an entry that was there already from a new one', async () => {
    expect((await client.addDiaryEntry(mood, values)).existed).toBe(false);
    const again = await client.addDiaryEntry(mood, { ...values, dt: new Date(dt.getTime() + 999) });
    expect(again.existed).toBe(true);
    expect((await (await client.diary()).addEntry(mood, values)).existed).toBe(true);
    expect((await client.addDiaryEntry(mood, { ...values, note: 'more' })).existed).toBe(false);
  });

  test('by the id of a schema alone leaves the check to the platform', async () => {
    const refused = client.addDiaryEntry(mood['@id'], { ...values, tension: 11 });
    await expect(refused).rejects.toMatchObject({ name: 'InvalidInputError', problems: [{ name: 'tension' }] });
    const added = await client.addDiaryEntry(mood['@id'], { ...values, photo: bytes });
    expect(await photoOf(added)).toEqual(bytes);
  });

  test('sends dates and bytes in fields of unknown types as the platform writes them', async () => {
    const fields = [
      { name: 'until', title: 'Until', type: 'instant' },
      { name: 'sound', title: 'Sound', type: 'audio' },
    ];
    const body = JSON.parse(JSON.stringify({ '@schemas': [{ '@id': mood['@id'], title: 'Future', fields }] }));
    sandbox.faults.add({ kind: 'response', status: 200, body, path: /\/diary\/configuration$/ });
    const { care: other, sent } = await recorded(sandbox);
    const own = await other.client({ id: 'EHR-1042' });
    const [future] = await own.diarySchemas();
    if (future === undefined) throw new Error('no schema');
    await own.addDiaryEntry(future, { dt, until: new Date('2026-03-01T13:00:00.500Z'), sound: bytes }).catch(() => 0);
    expect(sent.at(-1)?.body).toMatchObject({
      until: '2026-03-01T13:00:00',
      sound: { '@type': 'base64', data: 'iVBORwD/' },
    });
  });
});

describe('changing an entry', () => {
  test('is checked by the schema it was added with, also after a change and a refresh', async () => {
    const entry = await client.addDiaryEntry(mood, values);
    expect(entry.schema).toBe(mood);
    const refused = { name: 'InputError', problems: [{ name: 'tension' }] };
    await expect(entry.update({ tension: 11 })).rejects.toMatchObject(refused);
    const changed = await entry.update({ tension: 4, photo: new Blob([bytes]) });
    expect(await photoOf(changed)).toEqual(bytes);
    await expect(changed.update({ tension: 11 })).rejects.toMatchObject(refused);
    await expect((await changed.refresh()).update({ tension: 11 })).rejects.toMatchObject(refused);
    expect((await changed.refresh()).data.tension).toBe(4);
  });

  test('is checked by the schema that came with its list', async () => {
    const all = await client.diaryEntries().toArray();
    const old = all.find((entry) => entry.type.endsWith('#mood:1'));
    expect(old?.schema?.fields.map((field) => field.name)).toEqual(['mood', 'note']);
    await expect(old?.update({ mood: 'good' })).rejects.toMatchObject({ name: 'InputError' });
    const sleep = all.find((entry) => entry.type.endsWith('#sleep:1'));
    await expect(sleep?.update({ hours: 25 })).rejects.toMatchObject({ problems: [{ name: 'hours' }] });
  });

  test('of an entry opened by its URL is checked if the connection has seen its schema', async () => {
    const { url } = await client.addDiaryEntry(mood, values);
    const opened = await care.open(url);
    if (!(opened instanceof DiaryEntry)) throw new Error('no entry');
    const sent = await requests(() => expect(opened.update({ tension: 11 })).rejects.toThrow('tension'));
    expect([opened.schema?.['@id'], sent]).toEqual([mood['@id'], 0]);

    const elsewhere = await (await connected()).open(url);
    if (!(elsewhere instanceof DiaryEntry)) throw new Error('no entry');
    expect(elsewhere.schema).toBeUndefined();
    await expect(elsewhere.update({ tension: 11 })).rejects.toMatchObject({ name: 'InvalidInputError' });
    await expect(elsewhere.update(undefined as never)).rejects.toMatchObject({ problems: [{ name: '(whole)' }] });
  });

  test('shows a field of the schema that an entry came without, and that the response does not show', async () => {
    const plain = (await client.addDiaryEntry(mood, values)).toPlain();
    Reflect.deleteProperty(plain.data, 'note');
    const entry = await care.restore(plain);
    expect(entry.data).not.toHaveProperty('note');
    expect((await entry.update({ note: 'Slept well.' })).data.note).toBe('Slept well.');
  });
});

test('the schemas of a diary are read each time, since a professional may have changed them', async () => {
  sandbox.control.configureDiary(client.url, []);
  expect(await client.diarySchemas()).toEqual([]);
});

test('no more than 200 schemas are kept for entries that come without theirs', async () => {
  const { url } = await client.addDiaryEntry(mood, values);
  const schemas = Array.from({ length: 200 }, (_, index) => ({ '@id': `x#${index}:1`, title: 'X', fields: [] }));
  sandbox.faults.add({ kind: 'response', status: 200, body: { '@schemas': schemas }, path: /\/diary\/configuration$/ });
  await client.diarySchemas();
  expect(((await care.open(url)) as DiaryEntry).schema).toBeUndefined();
});

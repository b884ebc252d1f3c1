// Compiled beside a file of `generateTypes`. Each line that must not compile is expected not to.
import {
  type Application,
  type Client,
  DiaryEntry,
  type DiarySchema,
  type DiaryValues,
  type FileReference,
  type NewExport,
  type Professional,
} from 'care-platform';
import type { CareInstallation } from './care-installation.mjs';

const mood = 'https://care.example/ns/diary/schema/entry#mood:2';
const sleep = 'https://care.example/ns/diary/schema/entry#sleep:1';
const later: string = 'anything';
const dt = new Date();

export async function addEntries(client: Client): Promise<void> {
  await client.addDiaryEntry(mood, { dt, mood: 'good', tension: 3, note: null, photo: new Uint8Array() });
  await client.addDiaryEntry(sleep, { dt, hours: 8 });
  // @ts-expect-error a misspelt field
  await client.addDiaryEntry(mood, { dt, mood: 'good', tension: 3, noet: 'x' });
  // @ts-expect-error a required field is missing
  await client.addDiaryEntry(mood, { dt, mood: 'good' });
  // @ts-expect-error no such choice
  await client.addDiaryEntry(mood, { dt, mood: 'wonderful', tension: 3 });
  // @ts-expect-error a field of another diary
  await client.addDiaryEntry(sleep, { dt, hours: 8, tension: 3 });
  // @ts-expect-error an entry has a time
  await client.addDiaryEntry(sleep, { hours: 8 });
  // @ts-expect-error no such diary
  await client.addDiaryEntry('https://care.example/ns/diary/schema/entry#moood:2', { dt, mood: 'good' });
  const diary = await client.diary();
  // @ts-expect-error a misspelt field
  await diary.addEntry(sleep, { dt, hours: 8, draem: '' });
}

export async function addToAnySchema(client: Client, schema: DiarySchema, values: DiaryValues): Promise<void> {
  await client.addDiaryEntry(schema, { dt, hours: 8 });
  await client.addDiaryEntry(schema, { ...values, dt });
  await client.addDiaryEntry(schema['@id'], { ...values, dt });
  // @ts-expect-error a field of no diary
  await client.addDiaryEntry(schema, { dt, huors: 8 });
  // @ts-expect-error an entry has a time
  await client.addDiaryEntry(schema, values);
  const found = (await client.diarySchemas()).find((offered) => offered.hasId(sleep));
  if (found === undefined) return;
  const entry = await client.addDiaryEntry(found, { dt, hours: 8 });
  const hours: number = entry.data.hours;
  // @ts-expect-error a misspelt field
  await client.addDiaryEntry(found, { dt, huors: hours });
}

export async function readEntries(client: Client): Promise<unknown[]> {
  const read: unknown[] = [];
  for await (const entry of client.diaryEntries()) {
    if (entry.hasSchema(mood)) {
      const note: string | null = entry.data.note;
      const photo: FileReference | null = entry.data.photo;
      // A choice of a later version of the diary is still a text.
      const value: string = entry.data.mood;
      read.push(note, photo, value, entry.toPlain().data.tension.toFixed(), (await entry.refresh()).data.dt.getTime());
      // @ts-expect-error a misspelt field
      read.push(entry.data.noet);
      await entry.update({ note: 'Walked' });
      // @ts-expect-error a misspelt field
      await entry.update({ noet: 'Walked' });
      const any: DiaryEntry = entry;
      read.push(any);
    } else if (entry.hasSchema('https://care.example/ns/diary/schema/entry#later:1')) {
      read.push(entry.data[later]);
    } else {
      read.push(entry.data[later], entry.schema?.title);
      await entry.update({ hours: 7 });
      // @ts-expect-error a field of no diary
      await entry.update({ huors: 7 });
    }
  }
  return read;
}

export async function readStored(care: Application, url: string): Promise<unknown> {
  const opened = await care.open(url);
  if (!(opened instanceof DiaryEntry)) return undefined;
  const entry: DiaryEntry = opened;
  return opened.hasSchema(sleep) ? opened.data.hours : [opened.data[later], entry.data[later]];
}

export async function setLabels(care: Application, client: Client, texts: readonly string[]): Promise<void> {
  await client.setLabels(['Wachtlijst', 'Vrijdagochtend']);
  await client.setLabels([]);
  await client.setLabels({ add: ['Wachtlijst'] });
  // @ts-expect-error no such label
  await client.setLabels({ add: ['Wachtlist'] });
  await client.setLabels(texts);
  // @ts-expect-error no such label
  await client.setLabels(['Wachtlijst', 'Vrijdagmorgen']);
  // Labels of next year are read as any text, and can be set again.
  await client.setLabels((await care.labels().toArray()).map(({ data }) => data.label));
  await care.ensureLabel('Vrijdagmorgen');
}

export async function setGroups(professional: Professional): Promise<void> {
  const { groups } = (await professional.groups()).data;
  await professional.setGroups([...groups, 'therapists']);
  // @ts-expect-error no such group
  await professional.setGroups(['therapist']);
}

export async function startExports(care: Application, restarted: NewExport): Promise<void> {
  await care.startExport({ name: 'client', properties: ['id', 'name'], output_format: 'csv' });
  await care.startExport({ name: 'client', properties: null });
  await care.startExport({ name: 'another', properties: ['anything'] });
  await care.startExport(restarted);
  await care.startExport((await care.exports().toArray())[0]?.data.options as NewExport);
  // @ts-expect-error no such property
  await care.startExport({ name: 'client', properties: ['id', 'nmae'] });
  // @ts-expect-error no such option
  await care.startExport({ name: 'client', propertys: ['id'] });
  for await (const row of care.exportRows({ name: 'client', properties: ['id'] })) console.log(row);
  // @ts-expect-error no such property
  care.exportRows({ name: 'client', properties: ['nmae'] });
}

/** A program with several installations checks by the name of the interface, without merging. */
export const label = 'Wachtlijst' satisfies CareInstallation['labels'];
// @ts-expect-error no such label
export const other = 'Wachtlist' satisfies CareInstallation['labels'];
export const fields = { hours: 8 } satisfies CareInstallation['diaries'][typeof sleep]['new'];

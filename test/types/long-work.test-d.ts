import {
  type Application,
  type CareError,
  type Client,
  type Conversation,
  type ConversationMirrorRecord,
  type DiaryChartData,
  type DiaryEntry,
  type DiarySchema,
  type ExportJob,
  type ExportRow,
  type FieldChange,
  type MirrorRecord,
  memoryCursor,
  type Problem,
  type Professional,
  type Task,
  type UserReference,
} from 'care-platform';
import { describe, expectTypeOf, test } from 'vitest';
import * as z from 'zod';

declare const care: Application;
declare const job: ExportJob;
declare const client: Client;
declare const schema: DiarySchema;
declare const entries: readonly DiaryEntry[];

describe('synchronising many users', () => {
  test('takes rows with texts of labels and relations, and distinguishes results by their outcome', async () => {
    const row = {
      id: 'EHR-1',
      first_name: 'A',
      last_name: 'B',
      email: 'a@mail.example',
      gender: 'f',
      active: true,
    } as const;
    const related = {
      ...row,
      labelTexts: ['x'],
      relations: [{ professional: { id: 'PRO-1' }, predicate: 'attends' }],
    } as const;
    const labelled = { ...row, labelTexts: { add: ['x'] } } as const;
    const filter = (client: Client) => client.data.active;
    for await (const result of care.syncClients([row, related, labelled], {
      deactivateWithoutRow: { max: 3, filter },
    })) {
      if (result.outcome === 'failed') {
        expectTypeOf(result.error).toExtend<CareError>();
        continue;
      }
      expectTypeOf(result.changes.phone_number).toEqualTypeOf<FieldChange | undefined>();
      if (result.outcome === 'deactivated') expectTypeOf(result.resource).toEqualTypeOf<Client>();
      else expectTypeOf(result.resource).toEqualTypeOf<Client>();
    }
    // @ts-expect-error a bound is needed
    care.syncClients([row], { deactivateWithoutRow: {} });
    // @ts-expect-error a row needs an external id
    care.syncClients([{ ...row, id: undefined }]);
    // @ts-expect-error professionals are always mailed
    care.syncProfessionals([], { deactivateWithoutRow: { max: 3, notify: false } });
    const colleague = { first_name: 'A', last_name: 'B', email: 'a@mail.example', active: true };
    // @ts-expect-error professionals have no relations of their own
    care.upsertProfessional('PRO-1', { ...colleague, relations: [] });
  });
});

describe('a dry run of a synchronisation', () => {
  test('has no user for one that would be created', async () => {
    const dryRun: boolean = Math.random() < 0.5;
    for await (const result of care.syncClients([], { dryRun })) {
      if (result.outcome === 'created') expectTypeOf(result.resource).toEqualTypeOf<Client | undefined>();
      if (result.outcome === 'deactivated') expectTypeOf(result.resource).toEqualTypeOf<Client>();
    }
    for await (const result of care.syncProfessionals([], { dryRun: true, updateActive: true }))
      if (result.outcome === 'updated') expectTypeOf(result.resource).toEqualTypeOf<Professional | undefined>();
  });

  test('numbers each row, and no user without one', async () => {
    for await (const result of care.syncProfessionals([])) {
      if (result.outcome === 'created') expectTypeOf(result.index).toEqualTypeOf<number>();
      if (result.outcome === 'updated') expectTypeOf(result.resource).toEqualTypeOf<Professional>();
      if (result.outcome === 'deactivated') expectTypeOf(result.index).toEqualTypeOf<number | undefined>();
      if (result.outcome === 'failed') expectTypeOf(result.index).toEqualTypeOf<number | undefined>();
    }
    for await (const result of care.syncClients([], { dryRun: true }))
      if (result.outcome === 'unchanged') expectTypeOf(result.index).toEqualTypeOf<number>();
  });
});

describe('a diary schema', () => {
  test('checks values, and is what an entry is added with', () => {
    expectTypeOf(client.diarySchemas()).resolves.toEqualTypeOf<readonly DiarySchema[]>();
    expectTypeOf(schema.validate({ mood: 'good' })).toEqualTypeOf<readonly Problem[]>();
    expectTypeOf(schema.zodSchema().parse({})).toEqualTypeOf<{ readonly [field: string]: unknown }>();
    client.addDiaryEntry(schema, { ...schema.defaults(), dt: new Date(), photo: new Blob([]) });
    // @ts-expect-error a schema is read, not made up
    client.addDiaryEntry({ '@id': 'x', title: 'X', fields: [] }, { dt: new Date() });
    // @ts-expect-error a new entry has a time
    client.addDiaryEntry(schema, schema.defaults());
  });

  test('gives icons that are files', () => {
    const icon = schema.icon({ name: 'Good', value: 'good' });
    if (icon !== undefined) care.file(icon);
  });

  test('charts entries in a zone that is named, and reports unknown schemas', () => {
    expectTypeOf(schema.chart(entries, { zone: 'UTC' })).toEqualTypeOf<readonly DiaryChartData[]>();
    // @ts-expect-error days are those of a zone
    schema.chart(entries, {});
    // @ts-expect-error a chart that is not known has no numbers
    schema.chart(entries, { zone: 'UTC' })[0]?.series;
  });
});

describe('rows', () => {
  const schema = z.object({ id: z.string(), age: z.coerce.number() });

  test('have the type of their schema, and else any column', async () => {
    for await (const row of job.rows({ schema })) expectTypeOf(row).toEqualTypeOf<{ id: string; age: number }>();
    for await (const row of job.rows()) expectTypeOf(row).toEqualTypeOf<ExportRow>();
    for await (const row of care.exportRows({ name: 'client' }, { schema }))
      expectTypeOf(row.age).toEqualTypeOf<number>();
    for await (const row of care.exportRows({ name: 'client' })) expectTypeOf(row).toEqualTypeOf<ExportRow>();
  });

  test('are those of a format with rows', () => {
    care.exportRows({ name: 'client', output_format: 'csv' }, { cursor: memoryCursor() });
    // @ts-expect-error a workbook has no rows to stream
    care.exportRows({ name: 'client', output_format: 'xlsx' });
    // @ts-expect-error a type without a schema would be a guess
    job.rows<{ id: string }>();
  });
});

describe('a mirror of conversations', () => {
  test('gives all conversations of a user, with a state of its own', async () => {
    const state = new Map<string, ConversationMirrorRecord>();
    for await (const event of care.mirrorConversations({ state, once: true })) {
      expectTypeOf(event.conversations).toEqualTypeOf<readonly Conversation[]>();
      expectTypeOf(event.changed).toEqualTypeOf<readonly Conversation[] | undefined>();
      expectTypeOf(event.removed).toEqualTypeOf<readonly string[] | undefined>();
    }
    // @ts-expect-error the state of tasks is another one
    care.mirrorConversations({ state: new Map<string, MirrorRecord>() });
  });
});

describe('a mirror of tasks', () => {
  test('gives all tasks of a user', async () => {
    for await (const event of care.mirrorTasks({ cursor: memoryCursor() })) {
      expectTypeOf(event.user).toEqualTypeOf<UserReference>();
      expectTypeOf(event.tasks).toEqualTypeOf<readonly Task[]>();
      expectTypeOf(event.added).toEqualTypeOf<readonly Task[] | undefined>();
      expectTypeOf(event.removed).toEqualTypeOf<readonly string[] | undefined>();
    }
  });

  test('takes a map, or a table with promises, for its state', () => {
    care.mirrorTasks({ state: new Map<string, MirrorRecord>() });
    care.mirrorTasks({
      state: { get: async () => undefined, set: async () => undefined, keys: async function* () {} },
    });
    // @ts-expect-error it mirrors tasks
    care.mirrorTasks({ types: ['conversations'] });
  });

  test('takes a cursor of any store', () => {
    care.watchChanges({
      cursor: { get: () => localStorage.getItem('cursor'), set: (to) => localStorage.setItem('cursor', to) },
    });
  });
});

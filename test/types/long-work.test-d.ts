import {
  type Application,
  type Client,
  type DiaryChartData,
  type DiaryEntry,
  type DiarySchema,
  type MirrorRecord,
  memoryCursor,
  type Problem,
  type Task,
  type UserReference,
} from 'care-platform';
import { describe, expectTypeOf, test } from 'vitest';

declare const care: Application;
declare const client: Client;
declare const schema: DiarySchema;
declare const entries: readonly DiaryEntry[];

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

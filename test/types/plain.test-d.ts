import type {
  Application,
  Client,
  Collection,
  Conversation,
  DiaryEntry,
  DiarySchema,
  ExportJob,
  Friend,
  JsonObject,
  Page,
  Plain,
  PlainDiaryEntry,
  PlainDiarySchema,
  PlainPage,
  Resource,
  Task,
} from 'care-platform';
import { describe, expectTypeOf, test } from 'vitest';

declare const care: Application;
declare const task: Task;
declare const entry: DiaryEntry;
declare const schema: DiarySchema;
declare const user: Client | Friend;
declare const job: Plain<ExportJob>;
declare const client: Plain<Client>;
declare const unknown: Plain<Resource<JsonObject>>;
declare const page: Page<Conversation>;
declare const entries: Page<DiaryEntry>;
declare const list: Collection<Task>;

describe('a plain form', () => {
  test('has the fields of the data, and times as text', () => {
    expectTypeOf(task.toPlain()).toEqualTypeOf<Plain<Task>>();
    expectTypeOf(task.toPlain().data.title).toEqualTypeOf<string | null>();
    expectTypeOf(job.data.created).toEqualTypeOf<string>();
    expectTypeOf(job.data.completed).toEqualTypeOf<string | null>();
    expectTypeOf(job.data.downloaded_on).toEqualTypeOf<readonly string[]>();
    expectTypeOf(client.data.labels).toEqualTypeOf<readonly string[] | null | undefined>();
    expectTypeOf(client.data.picture?.size).toEqualTypeOf<number | undefined>();
    expectTypeOf(client.data.gender).toEqualTypeOf<Client['data']['gender']>();
    expectTypeOf(unknown.data).toEqualTypeOf<Readonly<Record<string, unknown>>>();
    expectTypeOf(client.createdAt).toEqualTypeOf<string | null>();
    expectTypeOf(entry.toPlain().data.dt).toEqualTypeOf<string>();
    expectTypeOf(entry.toPlain().schema).toEqualTypeOf<PlainDiarySchema | null>();
    // @ts-expect-error A misspelt field is an error.
    client.data.frist_name;
  });

  test('is restored as what it was made of', () => {
    expectTypeOf(care.restore(task.toPlain())).resolves.toEqualTypeOf<Task>();
    expectTypeOf(care.restore(job)).resolves.toEqualTypeOf<ExportJob>();
    expectTypeOf(care.restore(user.toPlain() as Plain<Client | Friend>)).resolves.toEqualTypeOf<Client | Friend>();
    expectTypeOf(care.restore(entry.toPlain())).resolves.toEqualTypeOf<DiaryEntry>();
    expectTypeOf(care.restore(entry.toPlain() as Plain<DiaryEntry>)).resolves.toEqualTypeOf<DiaryEntry>();
    expectTypeOf(care.restore(schema.toPlain())).resolves.toEqualTypeOf<DiarySchema>();
    expectTypeOf(care.restore(page.toPlain())).resolves.toEqualTypeOf<Page<Conversation>>();
    expectTypeOf(care.restore(entries.toPlain())).resolves.toEqualTypeOf<Page<DiaryEntry>>();
  });

  test('of a page has plain items', () => {
    expectTypeOf(page.toPlain().items).toEqualTypeOf<readonly Plain<Conversation>[]>();
    expectTypeOf(entries.toPlain().items).toEqualTypeOf<readonly PlainDiaryEntry[]>();
    expectTypeOf<PlainPage<Client | Friend>['items']>().toEqualTypeOf<readonly (Plain<Client> | Plain<Friend>)[]>();
    expectTypeOf(list.pages()).toEqualTypeOf<AsyncGenerator<Page<Task>, void>>();
  });

  test('of a known kind fits where any is taken', () => {
    expectTypeOf(task.toPlain()).toExtend<Plain<Resource>>();
    expectTypeOf(entry.toPlain()).toExtend<Plain<DiaryEntry>>();
  });
});

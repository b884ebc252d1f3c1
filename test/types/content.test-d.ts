import type {
  ApiErrorRecordData,
  Application,
  ApplicationData,
  CarelinkErrorRecordData,
  CatalogueItemData,
  ChangeData,
  Client,
  ClientAccessRecordData,
  ConversationData,
  DiaryEntry,
  DiaryField,
  DiarySchema,
  ExportJob,
  ExportJobData,
  ExportOptions,
  Label,
  LabelData,
  NewExport,
  NewTool,
  PlannedEventData,
  Relation,
  RelationData,
  TaskData,
  UserReference,
} from 'care-platform';
import { describe, expectTypeOf, test } from 'vitest';
import type { MayBeAbsent, MayBeNull } from './fields.js';

declare const care: Application;
declare const client: Client;
declare const entry: DiaryEntry;
declare const job: ExportJob;
declare const label: Label;
declare const relation: Relation;

describe('data that are read', () => {
  test('is always there, except for setting-dependent fields', () => {
    expectTypeOf<MayBeAbsent<ApplicationData>>().toEqualTypeOf<never>();
    expectTypeOf<MayBeAbsent<LabelData>>().toEqualTypeOf<never>();
    expectTypeOf<MayBeAbsent<RelationData>>().toEqualTypeOf<never>();
    expectTypeOf<MayBeAbsent<TaskData>>().toEqualTypeOf<never>();
    expectTypeOf<MayBeAbsent<PlannedEventData>>().toEqualTypeOf<never>();
    expectTypeOf<MayBeAbsent<ConversationData>>().toEqualTypeOf<never>();
    expectTypeOf<MayBeAbsent<CatalogueItemData>>().toEqualTypeOf<never>();
    expectTypeOf<MayBeAbsent<ExportJobData>>().toEqualTypeOf<never>();
    expectTypeOf<MayBeAbsent<ChangeData>>().toEqualTypeOf<never>();
    expectTypeOf<MayBeAbsent<ApiErrorRecordData>>().toEqualTypeOf<never>();
  });

  test('is null if an optional field has no value', () => {
    expectTypeOf<MayBeNull<ApplicationData>>().toEqualTypeOf<'mode' | 'warning'>();
    expectTypeOf<MayBeNull<LabelData>>().toEqualTypeOf<never>();
    expectTypeOf<MayBeNull<RelationData>>().toEqualTypeOf<never>();
    expectTypeOf<MayBeNull<TaskData>>().toEqualTypeOf<'title' | 'message' | 'url'>();
    expectTypeOf<MayBeNull<PlannedEventData>>().toEqualTypeOf<'title'>();
    expectTypeOf<MayBeNull<ConversationData>>().toEqualTypeOf<'subject' | 'participants'>();
    expectTypeOf<MayBeNull<CatalogueItemData>>().toEqualTypeOf<
      'subtitle' | 'description' | 'short_description' | 'poster' | 'suitable_for_selfhelp'
    >();
    expectTypeOf<MayBeNull<ChangeData>>().toEqualTypeOf<never>();
    expectTypeOf<MayBeNull<ClientAccessRecordData>>().toEqualTypeOf<'extra'>();
    expectTypeOf<MayBeNull<CarelinkErrorRecordData>>().toEqualTypeOf<'datetime' | 'extra'>();
    expectTypeOf<MayBeNull<ApiErrorRecordData>>().toEqualTypeOf<
      'datetime' | 'user_id' | 'message' | 'extra' | 'payload'
    >();
    expectTypeOf<MayBeNull<ExportJobData>>().toEqualTypeOf<
      'started' | 'completed' | 'error' | 'filename' | 'content_type' | 'content_encoding' | 'content_length'
    >();
  });

  test('holds Dates for dates with time, and any text for a choice', () => {
    expectTypeOf<PlannedEventData['eta']>().toEqualTypeOf<Date>();
    expectTypeOf<ExportJobData['downloaded_on']>().toEqualTypeOf<readonly Date[]>();
    expectTypeOf<ExportJobData['started']>().toEqualTypeOf<Date | null>();
    expectTypeOf<'a new state'>().toExtend<ExportJobData['state']>();
    expectTypeOf<'action plan'>().toExtend<CatalogueItemData['content_type']>();
    expectTypeOf<'pt'>().toExtend<CatalogueItemData['lang']>();
    expectTypeOf<RelationData['professional']>().toEqualTypeOf<UserReference>();
  });

  test('refuses misspelt names', () => {
    // @ts-expect-error misspelt
    label.data.lable;
    // @ts-expect-error misspelt
    relation.data.predikate;
    // @ts-expect-error misspelt
    job.data.stat;
    // @ts-expect-error misspelt
    care.data.web_ulr;
  });
});

describe('a diary entry', () => {
  test('has a time, and fields that only its schema knows', () => {
    expectTypeOf(entry.data.dt).toEqualTypeOf<Date>();
    expectTypeOf(entry.data.mood).toEqualTypeOf<unknown>();
    expectTypeOf(entry.schema).toEqualTypeOf<DiarySchema | undefined>();
    expectTypeOf<MayBeAbsent<DiaryField>>().toEqualTypeOf<
      'required' | 'default' | 'min' | 'max' | 'widget' | 'description' | 'choices'
    >();
    // @ts-expect-error a new entry has a time
    client.addDiaryEntry('schema', { mood: 7 });
  });
});

describe('fields that are sent', () => {
  test('has just the fields that can be written', () => {
    expectTypeOf<keyof NewTool>().toEqualTypeOf<'id' | 'therapist' | 'require_feedback' | 'notify'>();
    expectTypeOf<MayBeAbsent<NewTool>>().toEqualTypeOf<'therapist' | 'require_feedback' | 'notify'>();
    expectTypeOf<MayBeAbsent<NewExport>>().toEqualTypeOf<Exclude<keyof ExportOptions, 'name'>>();
    // @ts-expect-error an export has a name
    care.startExport({ output_format: 'csv' });
    // @ts-expect-error no such format
    care.startExport({ name: 'client', output_format: 'pdf' });
    // @ts-expect-error all three parts of a filter are required
    care.startExport({ name: 'client', filters: [{ name: 'active' }] });
    // @ts-expect-error the identifier cannot be changed
    label.rename({ identifier: 'x' });
    // @ts-expect-error neither id nor url
    client.addRelation({ professional: {}, predicate: 'attends' });
    // @ts-expect-error no such predicate
    client.addRelation({ professional: { id: 'PRO-1' }, predicate: 'likes' });
    // @ts-expect-error clients are not deleted
    client.delete();
    // @ts-expect-error both bounds are required
    client.plannedEvents({ after: '2026-03-01' });
    // @ts-expect-error no such selection
    client.conversations({ relevant: 'read' });
  });
});

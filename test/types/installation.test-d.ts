import {
  type Application,
  type Client,
  DiaryEntry,
  type DiaryEntryData,
  type DiarySchema,
  type Professional,
  type Resource,
} from 'care-platform';
import { describe, expectTypeOf, test } from 'vitest';

declare const care: Application;
declare const client: Client;
declare const professional: Professional;
declare const entry: DiaryEntry;
declare const schema: DiarySchema;
declare const opened: Resource;

const id = 'https://care.example/ns/diary/schema/entry#mood:2';

describe('without a file of `care-platform types`', () => {
  test('any label, group and property compiles', () => {
    client.setLabels(['any']);
    client.setLabels({ add: ['any'] });
    professional.setGroups(['any']);
    care.startExport({ name: 'any', properties: ['any'] });
    care.exportRows({ name: 'any', properties: ['any'] });
    // @ts-expect-error a label is a text
    client.setLabels([1]);
    // @ts-expect-error a property is a text
    care.startExport({ name: 'client', properties: [1] });
  });

  test('any field of any diary compiles', () => {
    expectTypeOf(client.addDiaryEntry(id, { dt: new Date(), any: 1 })).resolves.toEqualTypeOf<DiaryEntry>();
    expectTypeOf(client.addDiaryEntry(schema, { dt: new Date(), any: 1 })).resolves.toEqualTypeOf<DiaryEntry>();
    entry.update({ any: 1 });
    expectTypeOf(entry.data).toEqualTypeOf<DiaryEntryData>();
  });

  test('an entry of a schema is an entry, and one of another schema still is', () => {
    if (entry.hasSchema(id)) expectTypeOf(entry.data).toEqualTypeOf<DiaryEntryData>();
    else expectTypeOf(entry).toEqualTypeOf<DiaryEntry>();
    if (schema.hasId(id)) expectTypeOf(schema['@id']).toEqualTypeOf<typeof id>();
    else expectTypeOf(schema).toEqualTypeOf<DiarySchema>();
    if (opened instanceof DiaryEntry) expectTypeOf(opened.data.any).toEqualTypeOf<unknown>();
  });
});

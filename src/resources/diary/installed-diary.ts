import type { InlineFile } from '../../values/file.js';
import type { Installed } from '../installation.js';
import type { DiaryValues } from './diary-entry-schema.js';

/** Fields by the `@id` of the schema. Empty without a file of `care-platform types`. */
export type InstalledDiaries = Installed<'diaries', Record<never, never>>;

/** The `@id` of a diary schema of the installation. */
export type DiarySchemaId = [keyof InstalledDiaries] extends [never] ? string : keyof InstalledDiaries & string;

/** `Id` if the installation has that schema, otherwise any. */
export type KnownDiary<Id extends string> = Id extends keyof InstalledDiaries ? Id : string;

/**
 * The fields of a schema in the file, for a new entry or as they are read. Any fields if it is `any`, which is what `instanceof`
 * leaves of a type parameter.
 */
export type InstalledFields<Schema, Use extends 'data' | 'new'> = (Schema extends never ? 1 : 0) extends 0
  ? Schema extends { readonly [Key in Use]: infer Fields }
    ? Fields
    : DiaryValues
  : DiaryValues;

// Conditions only check `Id`: otherwise an entry of one schema would be no entry of any schema. And no interface is made of
// fields: an interface is not assignable to types with any field, such as `DiaryEntryData`.

/** The time and the fields of an entry with that schema. If the schema is unknown, a field can have any value. */
export type DiaryDataOf<Id extends string> = Id extends keyof InstalledDiaries
  ? { readonly dt: Date } & InstalledFields<InstalledDiaries[Id], 'data'>
  : DiaryEntryData;

/** The fields of a new entry with that schema. If the schema is unknown, any fields of the installation, all optional. */
export type NewDiaryFields<Id extends string> = [Id] extends [never]
  ? DiaryValues
  : Id extends keyof InstalledDiaries
    ? InstalledFields<InstalledDiaries[Id], 'new'>
    : [keyof InstalledDiaries] extends [never]
      ? DiaryValues
      : Partial<InstalledFields<InstalledDiaries[keyof InstalledDiaries], 'new'>>;

/** The time and the fields of a new entry with that schema. */
export type NewDiaryEntryOf<Id extends string> = { readonly dt: Date } & NewDiaryFields<Id>;

/** Fields to change in an entry with that schema. */
export type DiaryChangesOf<Id extends string> = Partial<NewDiaryFields<Id>>;

/** `Given` if only the run time knows its fields, otherwise the known fields. */
export type KnownFields<Given, Known> = string extends keyof Given ? Given : Known;

/** An image of a diary entry to write. */
export type NewDiaryImage = InlineFile | Blob | Uint8Array | ArrayBuffer;

/** Attributes of an entry: its time, and the fields of its schema. */
export interface DiaryEntryData extends DiaryValues {
  /** Time of the event, as the writer entered it. */
  readonly dt: Date;
}

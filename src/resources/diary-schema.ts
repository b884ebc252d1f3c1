import * as z from 'zod/mini';
import { isJsonObject, type JsonObject } from '../hypermedia/document.js';
import { Resource } from '../hypermedia/resource.js';
import { resourceSchema } from '../hypermedia/schema.js';
import { type OpenChoice, openChoice } from '../values/choice.js';

/** What may be added to a diary: the answer of the diary's configuration. */
export class DiaryConfiguration extends Resource<DiaryConfigurationData> {
  static override readonly type = 'diary configuration';
  static override readonly schema = resourceSchema<DiaryConfigurationData>({});

  /** Not to be kept for long: it changes over time. */
  get schemas(): readonly DiarySchema[] {
    return diarySchemas(this.source.document);
  }
}

export type DiaryConfigurationData = Record<never, never>;

/** How entries of one kind are made up: known only at run time, and one schema has several versions over time. */
export interface DiarySchema {
  /** The `@type` of entries of this schema. */
  readonly '@id': string;
  readonly title: string;
  readonly fields: readonly DiaryField[];
  /** Where the files are that `icon` values name. */
  readonly resources?: readonly { readonly name: string; readonly url: string }[];
  readonly charts?: readonly DiaryChart[];
}

export interface DiaryField {
  readonly name: string;
  /** Plain text. */
  readonly title: string;
  readonly type: OpenChoice<'text' | 'image' | 'choice' | 'integer'>;
  /** Absent means no. */
  readonly required?: boolean;
  readonly default?: unknown;
  readonly min?: number;
  readonly max?: number;
  readonly widget?: OpenChoice<'slider'>;
  /** Plain text. */
  readonly description?: string;
  readonly choices?: readonly DiaryChoice[];
}

export interface DiaryChoice {
  /** Name of one of the schema's `resources`. */
  readonly icon?: string | null;
  readonly name: string;
  readonly value: string;
}

export interface DiaryChart {
  readonly title: string;
  readonly type: OpenChoice<'bar'>;
  readonly buckets: OpenChoice<'day'>;
  readonly series: readonly { readonly field: string; readonly 'bucket-function': OpenChoice<'tally'> }[];
}

const diarySchema = z.looseObject({
  '@id': z.string(),
  title: z.string(),
  fields: z.array(z.looseObject({ name: z.string(), title: z.string(), type: openChoice() })),
});

/** The schemas that a document carries. One that cannot be read is left out: its entries can be read without it. */
export function diarySchemas(document: JsonObject): readonly DiarySchema[] {
  const { '@schemas': schemas } = document;
  if (!Array.isArray(schemas)) return [];
  return schemas.filter((schema) => isJsonObject(schema) && diarySchema.safeParse(schema).success) as DiarySchema[];
}

import * as z from 'zod/mini';
import type { Problem } from '../errors.js';
import { isJsonObject, type JsonObject } from '../hypermedia/document.js';
import { resolved } from '../hypermedia/link-target.js';
import { openChoice } from '../values/choice.js';
import { aBoolean, aText, takeOptions } from '../values/options.js';
import {
  type ChartedEntry,
  type ChartOptions,
  type DiaryChart,
  type DiaryChartData,
  evaluateChart,
} from './diary-chart.js';
import { type DiaryChoice, type DiaryField, fieldSchema } from './diary-field.js';
import { fieldsAsJsonSchema } from './diary-json-schema.js';

/** How entries of one kind are made up: known only at run time, and one schema has several versions over time. */
export class DiarySchema {
  /** The `@type` of entries of this schema: its name and version. */
  readonly '@id': string;
  /** For people. */
  readonly title: string;
  /** In the order of a form. */
  readonly fields: readonly DiaryField[];
  /** Where the files are that `icon` values name; see `icon`. */
  readonly resources: readonly DiaryResource[] | undefined;
  /** `chart` evaluates them. */
  readonly charts: readonly DiaryChart[] | undefined;
  readonly #document: JsonObject;
  readonly #base: URL;
  #forNew: EntrySchema | undefined;
  #forChanges: EntrySchema | undefined;

  /** @internal */
  constructor(document: SchemaDocument, base: URL) {
    this['@id'] = document['@id'];
    this.title = document.title;
    this.fields = document.fields.map(asField);
    this.resources = objectsOf(document.resources);
    this.charts = objectsOf(document.charts);
    this.#document = document;
    this.#base = base;
  }

  /**
   * What the platform would refuse about the values of a new entry, in its own words; with `changes`, about those of an
   * update, which may leave out fields. `addDiaryEntry` and `update` check the same. An image may be an inline file, a
   * `Blob`, a `File` or bytes. `dt` is no field: it is checked where it is given.
   */
  validate(values: DiaryValues, options: { changes?: boolean } = {}): readonly Problem[] {
    const parsed = this.zodSchema(options).safeParse(values);
    return parsed.success ? [] : parsed.error.issues.flatMap(problemsOf);
  }

  /** What a form for a new entry starts with: nobody fills it in by itself. */
  defaults(): DiaryValues {
    const preset = this.fields.filter((field) => field.default != null);
    return Object.fromEntries(preset.map((field) => [field.name, field.default]));
  }

  /** The file of a choice's icon, for `care.file(icon)`. `undefined` where there is none. Makes no request. */
  icon(choice: DiaryChoice): { readonly url: string } | undefined {
    const resource = this.resources?.find(({ name }) => name === choice.icon);
    if (typeof resource?.url !== 'string') return undefined;
    return { url: resolved(resource.url, this.#base)?.href ?? resource.url };
  }

  /**
   * The charts of this schema in plain numbers, in their order. Entries of other schemas, also of other versions of this
   * one, are left out: their fields may mean something else. Makes no request.
   */
  chart(entries: Iterable<ChartedEntry>, options: ChartOptions): readonly DiaryChartData[] {
    takeOptions('chart', options, { zone: aText, from: aText, to: aText });
    const own = [...entries].filter((entry) => entry.type === this['@id']);
    return (this.charts ?? []).map((chart) => evaluateChart(chart, this.fields, own, options));
  }

  /** What `validate` checks with, for form libraries: a zod schema, and so a Standard Schema. It changes no value. */
  zodSchema(options: { changes?: boolean } = {}): z.ZodMiniType<DiaryValues, DiaryValues> {
    const { changes } = takeOptions('diary schema', options, { changes: aBoolean });
    if (changes) {
      this.#forChanges ??= entrySchema(this.fields, true);
      return this.#forChanges;
    }
    this.#forNew ??= entrySchema(this.fields, false);
    return this.#forNew;
  }

  /** The fields as JSON Schema, draft 2020-12: an image as an inline file, and no `dt`. */
  jsonSchema(): JsonObject {
    return fieldsAsJsonSchema(this.title, this.fields);
  }

  /** The schema as it came from the platform. */
  toJSON(): JsonObject {
    return this.#document;
  }
}

/** A file that belongs to a schema. */
export interface DiaryResource {
  /** What `icon` values call it. */
  readonly name: string;
  /** As it came: it may be relative. */
  readonly url: string;
}

/** Values by the field names of the schema. */
export interface DiaryValues {
  readonly [field: string]: unknown;
}

type EntrySchema = z.ZodMiniType<DiaryValues, DiaryValues>;

export type SchemaDocument = JsonObject & z.infer<typeof schemaDocument>;

const schemaDocument = z.looseObject({
  '@id': z.string(),
  title: z.string(),
  fields: z.array(z.looseObject({ name: z.string(), title: z.string(), type: openChoice() })),
});

export function isSchemaDocument(document: unknown): document is SchemaDocument {
  return isJsonObject(document) && schemaDocument.safeParse(document).success;
}

/** Nothing checks what is written there by hand on the platform: what is no list is none, and what is no object is left out. */
function objectsOf<Item>(list: unknown): readonly Item[] | undefined {
  return Array.isArray(list) ? (list.filter(isJsonObject) as Item[]) : undefined;
}

function asField({ choices, ...field }: DiaryField): DiaryField {
  const listed = objectsOf<DiaryChoice>(choices);
  return listed === undefined ? field : { ...field, choices: listed };
}

function entrySchema(fields: readonly DiaryField[], changes: boolean): EntrySchema {
  const names = fields.map((field) => field.name).join(', ') || 'no fields';
  const own = Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field, changes)]));
  const shape = changes ? own : { dt: z.optional(z.date('Must be a valid Date.')), ...own };
  return z.strictObject(shape, {
    error: ({ code }) =>
      code === 'unrecognized_keys' ? `Unknown attribute; the schema has: ${names}.` : 'Must be an object.',
  });
}

function problemsOf(issue: z.core.$ZodIssue): Problem[] {
  const { message } = issue;
  if (issue.code !== 'unrecognized_keys') return [{ name: issue.path.join('.') || '(whole)', message }];
  return issue.keys.map((name) => ({ name, message: name === 'dt' ? 'Cannot be changed.' : message }));
}

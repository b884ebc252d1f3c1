import type * as z from 'zod/mini';
import type { Problem } from '../errors.js';
import type { JsonObject } from '../hypermedia/document.js';
import { resolved } from '../hypermedia/link-target.js';
import { bypassProxies } from '../runtime/bypass-proxies.js';
import { aBoolean, aText, takeOptions } from '../values/options.js';
import {
  type ChartedEntry,
  type ChartOptions,
  type DiaryChart,
  type DiaryChartData,
  evaluateChart,
} from './diary-chart.js';
import type { DiaryValues } from './diary-entry-schema.js';
import type { DiaryChoice, DiaryField } from './diary-field.js';
import { fieldsAsJsonSchema } from './diary-json-schema.js';
import { contentOf, type DiaryResource, type SchemaContent, type SchemaDocument } from './diary-schema-content.js';

export type { DiaryValues } from './diary-entry-schema.js';
export type { DiaryResource } from './diary-schema-content.js';

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
  readonly #content: SchemaContent;
  readonly #base: URL;

  /** @internal */
  constructor(document: SchemaDocument, base: URL) {
    bypassProxies(this);
    this.#content = contentOf(document);
    this.#base = base;
    this['@id'] = document['@id'];
    this.title = document.title;
    this.fields = this.#content.fields;
    this.resources = this.#content.resources;
    this.charts = this.#content.charts;
  }

  /**
   * What the platform would refuse about the values of a new entry, in its own words; with `changes`, about those of an
   * update, which may leave out fields. `addDiaryEntry` and `update` check the same. An image may be an inline file, a
   * `Blob`, a `File` or bytes. `dt` is no field: it is checked where it is given.
   */
  validate(values: DiaryValues, options: { changes?: boolean | undefined } = {}): readonly Problem[] {
    const parsed = this.zodSchema(options).safeParse(values);
    return parsed.success ? [] : parsed.error.issues.flatMap(entryProblems);
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
  zodSchema(options: { changes?: boolean | undefined } = {}): DiaryEntrySchema {
    const { changes } = takeOptions('diary schema', options, { changes: aBoolean });
    return changes ? this.#content.forChanges : this.#content.forNew;
  }

  /** The fields as JSON Schema, draft 2020-12: an image as an inline file, and no `dt`. */
  jsonSchema(): JsonObject {
    return fieldsAsJsonSchema(this.title, this.fields);
  }

  /** @internal Whether it says the same, wherever both were read. */
  equals(schema: DiarySchema): boolean {
    return JSON.stringify(schema) === JSON.stringify(this);
  }

  /** The schema as it came from the platform. */
  toJSON(): JsonObject {
    return this.#content.document;
  }
}

/** What `zodSchema` gives. A name of its own, so that a program that exports one need not name zod. */
export interface DiaryEntrySchema extends z.ZodMiniType<DiaryValues, DiaryValues> {}

function entryProblems(issue: z.core.$ZodIssue): Problem[] {
  const { message } = issue;
  if (issue.code !== 'unrecognized_keys') return [{ name: issue.path.join('.') || '(whole)', message }];
  return issue.keys.map((name) => ({ name, message: name === 'dt' ? 'Cannot be changed.' : message }));
}

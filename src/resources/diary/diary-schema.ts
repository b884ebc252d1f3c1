import type * as z from 'zod/mini';
import type { Problem } from '../../errors.js';
import type { JsonObject } from '../../hypermedia/document.js';
import { contentKey } from '../../hypermedia/lists/known-items.js';
import { bypassProxies } from '../../runtime/bypass-proxies.js';
import type { OpenChoice } from '../../values/choice.js';
import { aBoolean, aText, takeOptions } from '../../values/options.js';
import { resolveUrl } from '../../values/resolve-url.js';
import {
  type ChartedEntry,
  type ChartOptions,
  type DiaryChart,
  type DiaryChartData,
  entriesOf,
  evaluateChart,
} from './diary-chart.js';
import type { DiaryValues } from './diary-entry-schema.js';
import { type DiaryChoice, type DiaryField, problemCode } from './diary-field.js';
import { type DiaryForm, type DiaryFormOptions, type FormEntries, readForm } from './diary-form.js';
import { fieldsAsJsonSchema } from './diary-json-schema.js';
import {
  contentOf,
  type DiaryResource,
  plainContent,
  type SchemaContent,
  type SchemaDocument,
} from './diary-schema-content.js';
import type { DiarySchemaId } from './installed-diary.js';

export type { DiaryValues } from './diary-entry-schema.js';
export type { DiaryForm, DiaryFormOptions, FormEntries } from './diary-form.js';
export type { DiaryResource } from './diary-schema-content.js';

/** Describes the fields of diary entries of one kind. It is known only at run time, and has several versions over time. */
export class DiarySchema<Id extends string = string> {
  /** The `@type` of its entries: name and version of the schema. */
  readonly '@id': Id;
  /** Title to show to users. */
  readonly title: string;
  /** The fields, in the order of a form. */
  readonly fields: readonly DiaryField[];
  /** The files that `icon` values refer to; see `icon`. */
  readonly resources: readonly DiaryResource[] | undefined;
  /** Definitions of charts; `chart` evaluates them. */
  readonly charts: readonly DiaryChart[] | undefined;
  readonly #content: SchemaContent;
  readonly #base: URL;

  /** @internal */
  constructor(document: SchemaDocument, base: URL) {
    bypassProxies(this);
    this.#content = contentOf(document);
    this.#base = base;
    this['@id'] = document['@id'] as Id;
    this.title = document.title;
    this.fields = this.#content.fields;
    this.resources = this.#content.resources;
    this.charts = this.#content.charts;
  }

  /**
   * Returns the problems that the platform would report for the values of a new entry, in its own words. With `changes`, the
   * values are those of an update, which can omit fields. `addDiaryEntry` and `update` check the same. An image can be an
   * inline file, a `Blob`, a `File` or bytes. `dt` is not a field: it is checked only if it is given. Makes no request.
   */
  validate(values: DiaryValues, options: { changes?: boolean | undefined } = {}): readonly Problem[] {
    const parsed = this.zodSchema(options).safeParse(values);
    return parsed.success ? [] : parsed.error.issues.flatMap(entryProblems);
  }

  /**
   * Reads the values of an HTML form: a `FormData` or a `URLSearchParams`, whose names are those of the fields. Every entry of
   * the form is a value or a problem: `values` lacks what cannot be read. An empty control has no value. `dt` may be a time
   * with or without a zone. Throws an `InputError` if it is no form, or if a time without a zone needs `zone`. Makes no
   * request.
   */
  fromForm(form: FormEntries, options: DiaryFormOptions = {}): DiaryForm {
    const changes = options?.changes;
    return readForm(form, this.fields, options, (values) => this.validate(values, { changes }));
  }

  /**
   * Whether this is its `@id`. If it is, `addDiaryEntry` takes only the fields of this schema, in a program with the file of
   * `care-platform types`. Makes no request.
   */
  hasId<Wanted extends OpenChoice<DiarySchemaId>>(id: Wanted): this is DiarySchema<Wanted> {
    return (this['@id'] as string) === id;
  }

  /** Initial values for the form of a new entry. Neither this package nor the platform fills them in. Makes no request. */
  defaults(): DiaryValues {
    const preset = this.fields.filter((field) => field.default != null);
    return Object.fromEntries(preset.map((field) => [field.name, field.default]));
  }

  /** The file of a choice's icon, for `care.file(icon)`. `undefined` if it has none. Makes no request. */
  icon(choice: DiaryChoice): { readonly url: string } | undefined {
    const resource = this.resources?.find(({ name }) => name === choice.icon);
    if (typeof resource?.url !== 'string') return undefined;
    return { url: resolveUrl(resource.url, this.#base)?.href ?? resource.url };
  }

  /**
   * Evaluates the charts of this schema, in their order. Entries of other schemas, also of other versions of this schema, are
   * ignored: their fields can have other meanings. Throws an `InputError` for a zone or a day that does not exist, and for an
   * entry without a valid `dt`. Makes no request.
   */
  chart(entries: Iterable<ChartedEntry>, options: ChartOptions): readonly DiaryChartData[] {
    takeOptions('chart', options, { zone: aText, from: aText, to: aText });
    const own = entriesOf(this['@id'], entries);
    return (this.charts ?? []).map((chart) => evaluateChart(chart, this.fields, own, options));
  }

  /** The zod schema of `validate`, for form libraries. It is also a Standard Schema. It changes no value. */
  zodSchema(options: { changes?: boolean | undefined } = {}): DiaryEntrySchema {
    const { changes } = takeOptions('diary schema', options, { changes: aBoolean });
    return changes ? this.#content.forChanges : this.#content.forNew;
  }

  /** The fields as JSON Schema, draft 2020-12, without `dt`. An image is an inline file. */
  jsonSchema(): JsonObject {
    return fieldsAsJsonSchema(this.title, this.fields);
  }

  /** The schema as plain JSON, for a page or a cache. Makes no request. Its content is frozen, as all equal schemas share it. */
  toPlain(): PlainDiarySchema {
    // Without the query of a list, so that the schema of each page is the same.
    return { ...this.#content.document, '@base': new URL('.', this.#base).href };
  }

  /**
   * Makes a schema of its plain form. It needs no connection, so a page can check a form with the schema that a server read.
   * Throws an `InputError` that names the wrong field.
   */
  static restore(plain: PlainDiarySchema): DiarySchema {
    return restoreSchema(plain);
  }

  /** @internal Whether both have the same content, wherever they were read. */
  equals(schema: DiarySchema): boolean {
    return contentKey(schema.toJSON()) === contentKey(this.toJSON());
  }

  /** The schema as received from the platform. */
  toJSON(): JsonObject {
    return this.#content.document;
  }
}

/** Outside the class: the build renames a class that refers to itself, to `_DiarySchema`. */
function restoreSchema(plain: PlainDiarySchema): DiarySchema {
  const { document, base } = plainContent(plain);
  return new DiarySchema(document, base);
}

/** The plain form of a schema: the schema as received, and the base of its relative URLs. */
export interface PlainDiarySchema extends JsonObject {
  /** As `@id` of the schema. */
  readonly '@id': string;
  /** Title to show to users. */
  readonly title: string;
  /** The URLs of icons can be relative to it. */
  readonly '@base': string;
}

/** The type of `zodSchema()`. With this name, a program that exports one does not depend on zod's types. */
export interface DiaryEntrySchema extends z.ZodMiniType<DiaryValues, DiaryValues> {}

export const fixedTime: Problem = { name: 'dt', message: 'Cannot be changed.', code: 'read-only' };

function entryProblems(issue: z.core.$ZodIssue): Problem[] {
  const { message } = issue;
  if (issue.code !== 'unrecognized_keys') {
    return [{ name: issue.path.join('.') || '(whole)', message, code: problemCode(issue) }];
  }
  return issue.keys.map((name) => (name === 'dt' ? fixedTime : { name, message, code: 'unknown-field' }));
}

import * as z from 'zod/mini';
import { copyAsJson } from '../../hypermedia/copy-as-json.js';
import { freeze, isJsonObject, type JsonObject } from '../../hypermedia/document.js';
import { checkInput, type InputSchema } from '../../hypermedia/input.js';
import { contentKey } from '../../hypermedia/lists/known-items.js';
import { openChoice } from '../../values/open-choice.js';
import { refine } from '../../values/refine.js';
import type { DiaryChart } from './diary-chart.js';
import { type EntrySchema, entrySchema } from './diary-entry-schema.js';
import type { DiaryChoice, DiaryField } from './diary-field.js';

/** A file of a schema. */
export interface DiaryResource {
  /** The name that `icon` values refer to. */
  readonly name: string;
  /** URL as received: it can be relative. */
  readonly url: string;
}

export type SchemaDocument = JsonObject &
  Omit<z.infer<typeof schemaDocument>, 'fields'> & {
    readonly fields: readonly (JsonObject & z.infer<typeof fieldDocument>)[];
  };

const fieldDocument = z.object({ name: z.string(), title: z.string(), type: openChoice() });

const schemaFields = { '@id': z.string(), title: z.string(), fields: z.array(fieldDocument) };

const schemaDocument = z.object(schemaFields);

export function isSchemaDocument(document: unknown): document is SchemaDocument {
  return isJsonObject(document) && schemaDocument.safeParse(document).success;
}

const plainSchema = z.object({
  ...schemaFields,
  '@base': z.string().check(refine((url) => URL.canParse(url), 'Not a URL.')),
});

/** The checked content of a plain form. */
export function plainContent(given: unknown): { readonly document: SchemaDocument; readonly base: URL } {
  const plain = copyAsJson(given, 'plain diary schema');
  checkInput(plainSchema as unknown as InputSchema<unknown>, plain, 'plain diary schema');
  const { '@base': base, ...document } = plain as SchemaDocument & { readonly '@base': string };
  return { document: document as SchemaDocument, base: new URL(base) };
}

/** The content of a schema. All equal schemas share it, so it is frozen. */
export class SchemaContent {
  readonly document: SchemaDocument;
  readonly fields: readonly DiaryField[];
  readonly resources: readonly DiaryResource[] | undefined;
  readonly charts: readonly DiaryChart[] | undefined;
  #forNew: EntrySchema | undefined;
  #forChanges: EntrySchema | undefined;

  constructor(document: SchemaDocument) {
    this.document = freeze(document);
    this.fields = freeze(document.fields.map(asField));
    this.resources = freeze(objectsOf(document.resources));
    this.charts = freeze(objectsOf(document.charts));
  }

  get forNew(): EntrySchema {
    this.#forNew ??= entrySchema(this.fields, false);
    return this.#forNew;
  }

  get forChanges(): EntrySchema {
    this.#forChanges ??= entrySchema(this.fields, true);
    return this.#forChanges;
  }
}

const maxShared = 200;
/** Characters. Schemas of the platform are far shorter. A restored one is as long as its sender likes. */
const longestShared = 65_536;
const shared = new Map<string, SchemaContent>();

/** Each client's list contains its own copy of the same few schemas. One compiled schema takes more memory than all entries. */
export function contentOf(document: SchemaDocument): SchemaContent {
  const key = contentKey(document);
  if (key.length > longestShared) return new SchemaContent(document);
  const content = shared.get(key) ?? new SchemaContent(document);
  shared.delete(key);
  shared.set(key, content);
  const [oldest] = shared.keys();
  if (shared.size > maxShared && oldest !== undefined) shared.delete(oldest);
  return content;
}

/** Keeps the objects of a list; other values are ignored. The platform does not check schemas written by hand. */
function objectsOf<Item>(list: unknown): readonly Item[] | undefined {
  return Array.isArray(list) ? (list.filter(isJsonObject) as Item[]) : undefined;
}

/** Without members that are `null`: the platform does not check schemas written by hand. */
function asField({ choices, ...given }: DiaryField): DiaryField {
  const field = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)) as typeof given;
  const listed = objectsOf<DiaryChoice>(choices);
  return listed === undefined ? field : { ...field, choices: listed };
}

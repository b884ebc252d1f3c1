import type { JsonObject } from '../hypermedia/document.js';
import { Resource } from '../hypermedia/resource.js';
import { resourceSchema } from '../hypermedia/schema.js';
import type { Session } from '../hypermedia/session.js';
import { DiarySchema } from './diary-schema.js';
import { isSchemaDocument } from './diary-schema-content.js';

/** What may be added to a diary: the answer of the diary's configuration. */
export class DiaryConfiguration extends Resource<DiaryConfigurationData> {
  static override readonly type = 'diary configuration';
  static override readonly schema = resourceSchema<DiaryConfigurationData>({});

  /** Not to be kept for long: it changes over time. */
  get schemas(): readonly DiarySchema[] {
    return diarySchemas(this.session, this.source.document, this.source.base);
  }
}

export type DiaryConfigurationData = Record<never, never>;

const schemasByDocument = new WeakMap<JsonObject, readonly DiarySchema[]>();

/** The schemas that a document carries. One that cannot be read is left out: its entries can be read without it. */
export function diarySchemas(session: Session, document: JsonObject, base: URL): readonly DiarySchema[] {
  const known = schemasByDocument.get(document);
  if (known !== undefined) return known;
  const { '@schemas': listed } = document;
  const schemas = (Array.isArray(listed) ? listed : [])
    .filter(isSchemaDocument)
    .map((schema) => new DiarySchema(schema, base));
  schemasByDocument.set(document, schemas);
  for (const schema of schemas) rememberSchema(session, schema);
  return schemas;
}

/** The schemas that a connection has seen, for entries that come without theirs, such as those opened by their URL. */
class SchemaMemory {
  /** The one seen last is the last one. `null` for an id under which different schemas were seen. */
  readonly #schemas = new Map<string, DiarySchema | null>();

  /** One client's schema can have other fields than another's of the same id: then neither is known by that id. */
  add(schema: DiarySchema): void {
    const { '@id': id } = schema;
    const known = this.#schemas.get(id);
    this.#schemas.delete(id);
    this.#schemas.set(id, known === undefined || known?.equals(schema) ? schema : null);
    const [oldest] = this.#schemas.keys();
    if (this.#schemas.size > maxRemembered && oldest !== undefined) this.#schemas.delete(oldest);
  }

  find(id: string): DiarySchema | undefined {
    return this.#schemas.get(id) ?? undefined;
  }
}

/**
 * The configuration of a diary is never remembered: it differs per client and changes over time, so what may be added is
 * asked for each time.
 */
const memories = new WeakMap<Session, SchemaMemory>();
const maxRemembered = 200;

export function rememberSchema(session: Session, schema: DiarySchema): void {
  const memory = memories.get(session) ?? new SchemaMemory();
  memories.set(session, memory);
  memory.add(schema);
}

export function recallSchema(session: Session, id: string): DiarySchema | undefined {
  return memories.get(session)?.find(id);
}

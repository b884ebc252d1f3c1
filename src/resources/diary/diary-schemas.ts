import type { JsonObject } from '../../hypermedia/document.js';
import { Resource } from '../../hypermedia/resource.js';
import { resourceSchema } from '../../hypermedia/schema.js';
import type { Session } from '../../hypermedia/session.js';
import { DiarySchema } from './diary-schema.js';
import { isSchemaDocument } from './diary-schema-content.js';

/** The configuration of a diary: the schemas of entries that can be added. */
export class DiaryConfiguration extends Resource<DiaryConfigurationData> {
  static override readonly type = 'diary configuration';
  static override readonly schema = resourceSchema<DiaryConfigurationData>(() => ({}));

  /** The schemas that can be used now. They change over time, so do not keep them for long. */
  get schemas(): readonly DiarySchema[] {
    return diarySchemas(this.session, this.source.document, this.source.base);
  }
}

export type DiaryConfigurationData = Record<never, never>;

const schemasByDocument = new WeakMap<JsonObject, readonly DiarySchema[]>();

/** The schemas in a document. Unreadable ones are omitted, with a warning: their entries can be read without them. */
export function diarySchemas(session: Session, document: JsonObject, base: URL): readonly DiarySchema[] {
  const known = schemasByDocument.get(document);
  if (known !== undefined) return known;
  const { '@schemas': listed } = document;
  const all: readonly unknown[] = Array.isArray(listed) ? listed : [];
  const schemas = all.filter(isSchemaDocument).map((schema) => new DiarySchema(schema, base));
  const unreadable = all.length - schemas.length;
  if (unreadable > 0)
    session.logger?.warn(`diary: ${unreadable} of ${all.length} schemas cannot be read. They are left out.`);
  schemasByDocument.set(document, schemas);
  for (const schema of schemas) rememberSchema(session, schema);
  return schemas;
}

/** The schemas that a connection has seen, for entries without their schema, such as those opened by their URL. */
class SchemaMemory {
  /** In the order of last use. `null` for an id with which different schemas were seen. */
  readonly #schemas = new Map<string, DiarySchema | null>();

  /** Schemas of two clients can have the same id but different fields. Then neither is found by that id. */
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
 * The configuration of a diary is never remembered: it differs per client and changes over time. So it is read each time.
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

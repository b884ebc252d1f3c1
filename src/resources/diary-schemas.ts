import type { JsonObject } from '../hypermedia/document.js';
import { Resource } from '../hypermedia/resource.js';
import { resourceSchema } from '../hypermedia/schema.js';
import type { Session } from '../hypermedia/session.js';
import { DiarySchema, isSchemaDocument } from './diary-schema.js';

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

const readIn = new WeakMap<JsonObject, readonly DiarySchema[]>();

/** The schemas that a document carries. One that cannot be read is left out: its entries can be read without it. */
export function diarySchemas(session: Session, document: JsonObject, base: URL): readonly DiarySchema[] {
  const known = readIn.get(document);
  if (known !== undefined) return known;
  const { '@schemas': listed } = document;
  const schemas = (Array.isArray(listed) ? listed : [])
    .filter(isSchemaDocument)
    .map((schema) => new DiarySchema(schema, base));
  readIn.set(document, schemas);
  for (const schema of schemas) rememberSchema(session, schema);
  return schemas;
}

/**
 * The schemas that a connection has seen, by their id, which holds their version. An entry that is opened by its URL comes
 * without its schema, and nothing links to it. The configuration of a diary is never remembered: it differs per client and
 * changes over time, so what may be added is asked for each time.
 */
const remembered = new WeakMap<Session, Map<string, DiarySchema>>();
const mostRemembered = 200;

export function rememberSchema(session: Session, schema: DiarySchema): void {
  const schemas = remembered.get(session) ?? new Map<string, DiarySchema>();
  remembered.set(session, schemas);
  schemas.delete(schema['@id']);
  schemas.set(schema['@id'], schema);
  const [oldest] = schemas.keys();
  if (schemas.size > mostRemembered && oldest !== undefined) schemas.delete(oldest);
}

export function rememberedSchema(session: Session, id: string): DiarySchema | undefined {
  return remembered.get(session)?.get(id);
}

import type { JsonObject, Source } from '../hypermedia/document.js';
import { copyOptions } from '../hypermedia/input.js';
import type { RequestOptions } from '../hypermedia/request-options.js';
import { Resource, type UpdateOptions } from '../hypermedia/resource.js';
import { resourceSchema } from '../hypermedia/schema.js';
import type { Session } from '../hypermedia/session.js';
import { dateTime } from '../values/date-time.js';
import type { DiarySchema, DiaryValues } from './diary-schema.js';
import { diarySchemas, recallSchema } from './diary-schemas.js';
import { entryChanges } from './new-diary-entry.js';
import { operations } from './operations.js';

/** An entry of a client's diary. Its fields are those of its schema, known only at run time. */
export class DiaryEntry extends Resource<DiaryEntryData> {
  static override readonly type = 'diary/schema/entry#';
  static override readonly schema = resourceSchema<Pick<DiaryEntryData, 'dt'>>({ dt: dateTime });

  /**
   * How its fields are to be read and changed: the schema that came with its list, that it was added with, or that this
   * connection saw elsewhere. `undefined` for an entry that was opened by its URL if its kind is unknown here, or if clients
   * have different fields under its id: then the platform alone checks. It may be gone from the diary's configuration.
   */
  readonly schema: DiarySchema | undefined;

  /** @internal */
  constructor(session: Session, data: DiaryEntryData, source: Source, schema?: DiarySchema) {
    super(session, data, source);
    const { listedIn, base } = source;
    const listed = listedIn === undefined ? [] : diarySchemas(session, listedIn, base);
    const own = [...(schema === undefined ? [] : [schema]), ...listed].find((known) => known['@id'] === this.type);
    this.schema = own ?? recallSchema(session, this.type);
  }

  /**
   * `true` where adding it found the same entry already there, so that nothing was added; also where that was a first
   * attempt of the same call, whose answer was lost.
   */
  get existed(): boolean {
    return this.source.existed === true;
  }

  /**
   * Changes the fields that are named; `dt` and the schema cannot change. Checked before it is sent where the `schema` is
   * known. An image may be an inline file, a `Blob`, a `File` or bytes. One request; last write wins.
   */
  async update(values: DiaryValues, options: UpdateOptions = {}): Promise<this> {
    const request = copyOptions(options);
    return this.patched(await entryChanges(values, this.schema), operations.updateDiaryEntry, request);
  }

  override async refresh(options: RequestOptions = {}): Promise<this> {
    return (await super.refresh(options)).withSchema(this.schema);
  }

  /** @internal The same entry with a schema that its document does not bring. */
  withSchema(schema: DiarySchema | undefined): this {
    return this.schema === schema ? this : (entryOf(this.session, this.data, this.source, schema) as this);
  }

  protected override changed(attributes: JsonObject, from?: Source): this {
    return super.changed(attributes, from).withSchema(this.schema);
  }
}

/** Outside of its class: a class that names itself within is built with another name, `_DiaryEntry`. */
function entryOf(...parts: ConstructorParameters<typeof DiaryEntry>): DiaryEntry {
  return new DiaryEntry(...parts);
}

/** What is told of an entry: when it was, and what its schema asks for. */
export interface DiaryEntryData extends DiaryValues {
  /** When it happened, as the writer says. */
  readonly dt: Date;
}

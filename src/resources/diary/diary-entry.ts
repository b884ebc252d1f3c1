import type { JsonObject, Source } from '../../hypermedia/document.js';
import { copyOptions } from '../../hypermedia/input.js';
import type { Plain } from '../../hypermedia/plain.js';
import type { RequestOptions } from '../../hypermedia/request-options.js';
import { Resource, type UpdateOptions } from '../../hypermedia/resource.js';
import { resourceSchema } from '../../hypermedia/schema.js';
import type { Session } from '../../hypermedia/session.js';
import type { OpenChoice } from '../../values/choice.js';
import { dateTime } from '../../values/date-time.js';
import { operations } from '../writes/operations.js';
import type { DiarySchema, DiaryValues, PlainDiarySchema } from './diary-schema.js';
import { diarySchemas, recallSchema } from './diary-schemas.js';
import type { DiaryChangesOf, DiaryDataOf, DiaryEntryData, DiarySchemaId, KnownFields } from './installed-diary.js';
import { entryChanges } from './new-diary-entry.js';

/** An entry of a client's diary. Its fields are those of its schema, which is known only at run time. */
export class DiaryEntry<Id extends string = string> extends Resource<DiaryDataOf<Id>> {
  static override readonly type = 'diary/schema/entry#';
  static override readonly schema = resourceSchema<Pick<DiaryEntryData, 'dt'>>(() => ({ dt: dateTime }));

  /**
   * Describes the fields of this entry. It comes from the list of the entry, from adding it, or from another response on this
   * connection. Can be `undefined` for an entry that was opened by its URL: this connection has not seen its schema, or has
   * seen different ones with this id. Then only the platform checks changes. The diary may no longer offer this schema.
   */
  readonly schema: DiarySchema<Id> | undefined;

  /** @internal */
  constructor(session: Session, data: DiaryDataOf<Id>, source: Source, schema?: DiarySchema) {
    super(session, data, source);
    const { listedIn, base } = source;
    const listed = listedIn === undefined ? [] : diarySchemas(session, listedIn, base);
    const own = [...(schema === undefined ? [] : [schema]), ...listed].find((known) => known['@id'] === this.type);
    this.schema = (own ?? recallSchema(session, this.type)) as DiarySchema<Id> | undefined;
  }

  /**
   * `true` if the same entry existed already, so that nothing was added. Also `true` if an earlier attempt of the same call
   * had added it, and its response was lost.
   */
  get existed(): boolean {
    return this.source.existed === true;
  }

  /**
   * Changes the given fields; `dt` and the schema cannot change. If the `schema` is known, the values are checked before they
   * are sent. An image can be an inline file, a `Blob`, a `File` or bytes. One request; the last write wins. Throws an
   * `InputError` for invalid values, before anything is sent, and an `InvalidInputError` if the platform refuses some.
   */
  async update<Values extends DiaryValues>(
    values: KnownFields<Values, DiaryChangesOf<Id>>,
    options: UpdateOptions = {},
  ): Promise<this> {
    const request = copyOptions(options);
    return this.sendPatch(await entryChanges(values, this.schema), operations.updateDiaryEntry, request);
  }

  /**
   * Whether this is the `@id` of its schema. If the entry has it, its `data` have the fields of that schema, in a program with
   * the file of `care-platform types`. Makes no request.
   */
  hasSchema<Wanted extends OpenChoice<DiarySchemaId>>(id: Wanted): this is DiaryEntry<Wanted> {
    return this.type === id;
  }

  /** As of every resource, with `existed` and the `schema`. */
  override toPlain(): PlainDiaryEntry<this> {
    return {
      ...super.toPlain(),
      existed: this.existed,
      schema: this.schema?.toPlain() ?? null,
    } as PlainDiaryEntry<this>;
  }

  override async refresh(options: RequestOptions = {}): Promise<this> {
    return (await super.refresh(options)).withSchema(this.schema);
  }

  /** @internal The same entry with a schema that its document does not contain. */
  withSchema(schema: DiarySchema | undefined): this {
    return this.schema === schema ? this : (entryOf(this.session, this.data, this.source, schema) as this);
  }

  /** A document may lack the fields that have no value. */
  protected override stores(name: string): boolean {
    return super.stores(name) || this.schema?.fields.some((field) => field.name === name) === true;
  }

  protected override withChanges(attributes: JsonObject, from?: Source): this {
    return super.withChanges(attributes, from).withSchema(this.schema);
  }
}

/** Outside the class: the build renames a class that refers to itself, to `_DiaryEntry`. */
function entryOf(...parts: ConstructorParameters<typeof DiaryEntry>): DiaryEntry {
  return new DiaryEntry(...parts);
}

/** The plain form of an entry. */
export interface PlainDiaryEntry<Entry extends DiaryEntry = DiaryEntry> extends Plain<Entry> {
  /** As `existed` of the entry. */
  readonly existed: boolean;
  /** `DiarySchema.restore` makes a schema of it. `null` if the entry has none. */
  readonly schema: PlainDiarySchema | null;
}

import type { Collection } from '../../hypermedia/lists/collection.js';
import { takeFilters } from '../../hypermedia/lists/list.js';
import type { RequestOptions } from '../../hypermedia/request-options.js';
import { Resource } from '../../hypermedia/resource.js';
import { resourceSchema } from '../../hypermedia/schema.js';
import { anything } from '../../values/options.js';
import type { KnownText } from '../installation.js';
import { DiaryEntry } from './diary-entry.js';
import { type DiaryEntryQuery, diaryEntryQuery } from './diary-entry-query.js';
import type { DiarySchema } from './diary-schema.js';
import { DiaryConfiguration } from './diary-schemas.js';
import type { DiarySchemaId, KnownDiary, KnownFields, NewDiaryEntryOf } from './installed-diary.js';
import { addEntry, type NewDiaryEntry } from './new-diary-entry.js';

export { DiaryEntry, type PlainDiaryEntry } from './diary-entry.js';
export {
  type DiaryEntrySchema,
  type DiaryForm,
  type DiaryFormOptions,
  type DiaryResource,
  DiarySchema,
  type DiaryValues,
  type FormEntries,
  type PlainDiarySchema,
} from './diary-schema.js';

/** A client's diary: a collection of entries. Professionals configure the schemas that can be added. */
export class Diary extends Resource<DiaryData, { 'entries.items': Collection<DiaryEntry> }> {
  static override readonly type = 'diary';
  /** @internal The configuration, also of a diary that was not read. */
  static readonly Configuration = DiaryConfiguration;
  /** @internal Adds an entry, also to a diary that was not read. */
  static readonly add = addEntry;
  static override readonly schema = resourceSchema<DiaryData>(() => ({}));

  /** The schemas of entries that can be added now. They differ per client and change over time. One request. */
  async schemas(options: RequestOptions = {}): Promise<readonly DiarySchema[]> {
    return (await this.read('configuration', DiaryConfiguration, options)).schemas;
  }

  /**
   * The entries, with their schemas. One request without `limit`. A number of entries that may be a limit of the platform,
   * such as 99 or 100, takes one more, which proves the end.
   */
  entries(query: DiaryEntryQuery = {}, options: RequestOptions = {}): Collection<DiaryEntry> {
    const { modifiedAfter, ...batch } = takeFilters(query, { modifiedAfter: anything });
    return this.list('entries.items', batch, options, {
      batched: 'optional',
      item: DiaryEntry,
      query: diaryEntryQuery(modifiedAfter),
      isResorted: modifiedAfter !== undefined,
    });
  }

  /**
   * Adds an entry. The values are checked against its schema before they are sent. An image can be an inline file, a `Blob`, a
   * `File` or bytes. If an entry with the same `dt` and fields exists, it is returned with `existed`. Errors and requests are
   * those of `client.addDiaryEntry`.
   */
  async addEntry<Id extends string, Values extends NewDiaryEntry>(
    schema: DiarySchema<Id> | KnownText<Id, DiarySchemaId>,
    values: KnownFields<Values, NewDiaryEntryOf<Id>>,
    options: RequestOptions = {},
  ): Promise<DiaryEntry<KnownDiary<Id>>> {
    return addEntry<DiaryEntry>({
      ...{ session: this.session, schema, values: values as NewDiaryEntry, options },
      write: (body, operation, request) => this.create('entries', DiaryEntry, body, operation, request),
      entries: (query, request) => this.entries(query, request),
    }) as Promise<DiaryEntry<KnownDiary<Id>>>;
  }
}

type DiaryData = Record<never, never>;

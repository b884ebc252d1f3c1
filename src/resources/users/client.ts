import { checkInput, cloneInput, copyOptions } from '../../hypermedia/input.js';
import type { Collection } from '../../hypermedia/lists/collection.js';
import { takeFilters } from '../../hypermedia/lists/list.js';
import type { RequestOptions } from '../../hypermedia/request-options.js';
import type { UpdateOptions } from '../../hypermedia/resource.js';
import { anything } from '../../values/options.js';
import type { UserReferenceInput } from '../../values/user-reference.js';
import type { CatalogueItem } from '../catalogue-item.js';
import type { Conversation } from '../conversation.js';
import type { Diary } from '../diary/diary.js';
import type { DiaryEntry } from '../diary/diary-entry.js';
import { type DiaryEntryQuery, diaryEntryQuery } from '../diary/diary-entry-query.js';
import type { DiarySchema } from '../diary/diary-schema.js';
import type { NewDiaryEntry } from '../diary/new-diary-entry.js';
import { loadDiary, loadRelationsSync } from '../lazy.js';
import type { PlannedEvent, Planning } from '../planning.js';
import type { Task } from '../task.js';
import { operations } from '../writes/operations.js';
import type { ActivationEmail } from './activation.js';
import { CareUser } from './care-user.js';
import { type ClientData, type ClientFields, clientFields, clientSchema } from './client-fields.js';
import { withLabelOffer } from './offer.js';
import { addRelation, type NewRelation, Relation } from './relation.js';
import type { RelationSyncOptions, RelationSyncPlan, RelationSyncResult } from './relations-sync.js';
import { checkOrigin, sentUser } from './sent-user.js';

/** A client of the institution. Cannot be deleted. */
export class Client extends CareUser<ClientData, ClientLinks> {
  static override readonly type = 'client';
  static override readonly schema = clientSchema;

  /**
   * Changes the fields that are named: `null` resets an optional one, what is left out stays. `active` changes with
   * `activate` and `deactivate`. One request; last write wins.
   */
  async update(fields: ClientFields, options: UpdateOptions = {}): Promise<this> {
    return withLabelOffer(this.sendPatch(checkInput(clientFields, fields, 'client'), operations.updateClient, options));
  }

  /**
   * Lets the client log in. Name the mail to send: what the platform does without `sendEmail` is not documented. Throws
   * `BadRequestError` where the client is active already. One request.
   */
  activate(email: ActivationEmail = {}, options: RequestOptions = {}): Promise<this> {
    return this.setActive(true, email, options);
  }

  /**
   * Stops the client from logging in, and tells so by mail unless `sendEmail` is `no`. Throws `BadRequestError` where the
   * client is inactive already. One request.
   */
  deactivate(email: ActivationEmail = {}, options: RequestOptions = {}): Promise<this> {
    return this.setActive(false, email, options);
  }

  /**
   * Merges a duplicate into this client: everything moves here, and only this one remains. Cannot be undone. One request,
   * never repeated after a lost answer.
   */
  async mergeIn(duplicate: Client | UserReferenceInput, options: RequestOptions = {}): Promise<void> {
    const merge = this.links.find('merge');
    const url =
      merge === undefined ? new URL(`${this.ownUrl().href}/merge`) : this.session.linkUrl(merge, this.source.base);
    const body = checkInput(sentUser, duplicate, 'client to merge in');
    checkOrigin(this.session, duplicate, 'client to merge in');
    const request = this.session.begin(options);
    const target = 'merge of client';
    await this.session.send(url, { ...request, method: 'POST', target, operation: operations.mergeClients, body });
  }

  /** One request. `diaryEntries`, `diarySchemas` and `addDiaryEntry` do without it. */
  async diary(options: RequestOptions = {}): Promise<Diary> {
    const request = copyOptions(options);
    return this.read('diary', (await loadDiary()).Diary, request);
  }

  /** Entries of the diary, with the schemas they use. */
  diaryEntries(query: DiaryEntryQuery = {}, options: RequestOptions = {}): Collection<DiaryEntry> {
    const { modifiedAfter, ...batch } = takeFilters(query, { modifiedAfter: anything });
    return this.list('diary.entries.items', batch, options, {
      batched: true,
      item: async () => (await loadDiary()).DiaryEntry,
      query: diaryEntryQuery(modifiedAfter),
      isResorted: modifiedAfter !== undefined,
    });
  }

  /** What may be added to the diary now; it differs per client and changes over time. One request. */
  async diarySchemas(options: RequestOptions = {}): Promise<readonly DiarySchema[]> {
    const request = copyOptions(options);
    const { Diary } = await loadDiary();
    return (await this.read('diary.configuration', Diary.Configuration, request)).schemas;
  }

  /**
   * Adds an entry, checked against its schema before it is sent. An image may be an inline file, a `Blob`, a `File` or bytes.
   * One that is there already, with the same `dt` and fields, comes back with `existed`. One request.
   */
  async addDiaryEntry(
    schema: DiarySchema | string,
    values: NewDiaryEntry,
    options: RequestOptions = {},
  ): Promise<DiaryEntry> {
    const given = { session: this.session, schema, values: cloneInput(values), options: copyOptions(options) };
    const { Diary, DiaryEntry } = await loadDiary();
    return Diary.add({
      ...given,
      write: (body, operation, request) => this.create('diary.entries', DiaryEntry, body, operation, request),
      entries: (query, request) => this.diaryEntries(query, request),
    });
  }

  /** Which professionals treat or supervise the client. One request when iterated. */
  relations(options: RequestOptions = {}): Collection<Relation> {
    return this.list('relations.items', {}, options, { batched: false, item: Relation });
  }

  /**
   * Throws `BadRequestError` if that relation is there already. One request. After a lost response the relations are read:
   * the call resolves to the one that is there then, whoever made it, and sends it again if there is none.
   */
  async addRelation(relation: NewRelation, options: RequestOptions = {}): Promise<Relation> {
    return addRelation(this.session, relation, options, {
      write: (body, request) => this.create('relations', Relation, body, operations.addRelation, request),
      list: (request) => this.relations(request).toArray(),
    });
  }

  /**
   * Adds and removes relations until they are the wanted ones; those of predicates that a later release adds stay. If the
   * platform refuses some, the others are done all the same, and then the first failure is thrown: its `problems` name the
   * refused ones by their place in the list, such as `relations.1`. One request, and one more for each difference.
   */
  syncRelations(
    wanted: readonly NewRelation[],
    options?: RelationSyncOptions & { readonly dryRun?: false | undefined },
  ): Promise<RelationSyncResult>;
  /** With `dryRun` one request, which reads. */
  syncRelations(
    wanted: readonly NewRelation[],
    options: RelationSyncOptions & { readonly dryRun: true },
  ): Promise<RelationSyncPlan>;
  async syncRelations(
    wanted: readonly NewRelation[],
    options: RelationSyncOptions = {},
  ): Promise<RelationSyncResult | RelationSyncPlan> {
    const given = cloneInput(wanted);
    const request = copyOptions(options);
    const { syncRelations } = await loadRelationsSync();
    return syncRelations(this.session, this, given, request);
  }
}

/** What the documented links of a client lead to. */
export interface ClientLinks {
  /** As `catalogue()`. */
  'catalogue.selfhelp.items': Collection<CatalogueItem>;
  /** As `conversations()`. */
  conversations: Collection<Conversation>;
  /** As `diary()`. */
  diary: Diary;
  /** As `diaryEntries()`. */
  'diary.entries.items': Collection<DiaryEntry>;
  /** As `planning()`. */
  planning: Planning;
  /** As `plannedEvents()`. */
  'planning.items': Collection<PlannedEvent>;
  /** As `relations()`. */
  'relations.items': Collection<Relation>;
  /** As `tasks()`. */
  'tasks.items': Collection<Task>;
}

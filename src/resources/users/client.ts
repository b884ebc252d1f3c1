import { InputError } from '../../errors.js';
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
import type { DiarySchemaId, KnownDiary, KnownFields, NewDiaryEntryOf } from '../diary/installed-diary.js';
import type { NewDiaryEntry } from '../diary/new-diary-entry.js';
import type { KnownText, LabelText } from '../installation.js';
import { loadDiary, loadSynchronisation } from '../lazy.js';
import type { PlannedEvent, Planning } from '../planning.js';
import type { Task } from '../task.js';
import { operations } from '../writes/operations.js';
import { reconcile } from '../writes/reconcile.js';
import { isAsSent } from '../writes/verification.js';
import type { ActivationEmail } from './activation.js';
import { CareUser } from './care-user.js';
import { type ClientData, type ClientFields, clientFields, clientSchema } from './client-fields.js';
import { withLabelOffer } from './offer.js';
import { isRelation, type NewRelation, newRelation, Relation } from './relation.js';
import type { RelationSyncOptions, RelationSyncPlan, RelationSyncResult } from './relations-sync.js';
import { checkSentUser, sentUser } from './sent-user.js';

/** A client of the institution. Cannot be deleted. */
export class Client extends CareUser<ClientData, ClientLinks> {
  static override readonly type = 'client';
  static override readonly schema = clientSchema;

  /**
   * Changes the given fields. `null` resets an optional field; omitted fields stay unchanged. Use `activate` and `deactivate`
   * for `active`. One request; the last write wins. Throws an `InputError` for invalid fields, before anything is sent, and an
   * `InvalidInputError` if the platform refuses some. Both have `problems`.
   */
  async update(fields: ClientFields, options: UpdateOptions = {}): Promise<this> {
    return withLabelOffer(this.sendPatch(checkInput(clientFields, fields, 'client'), operations.updateClient, options));
  }

  /**
   * Gives the client the labels with these texts, and no others. `{ add }` adds them to those that it has on the platform.
   * Texts are compared exactly. Creates missing labels. Two requests, one more with `add`, and three more for each label that
   * is missing. If it fails after a label was created, the error says so, and it may be called again.
   */
  async setLabels<Text extends string>(
    texts: readonly KnownText<Text, LabelText>[] | { readonly add: readonly KnownText<Text, LabelText>[] },
    options: UpdateOptions = {},
  ): Promise<this> {
    const given = cloneInput(texts);
    const request = copyOptions(options);
    const { setLabels } = await loadSynchronisation();
    return setLabels(this.session, this, given, request);
  }

  /**
   * Lets the client log in. Set `sendEmail`: its default is not documented. Throws a `BadRequestError` if the client is already
   * active. One request.
   */
  activate(email: ActivationEmail = {}, options: RequestOptions = {}): Promise<this> {
    return this.setActive(true, email, options);
  }

  /**
   * Stops the client from logging in, and sends a mail unless `sendEmail` is `no`. Throws a `BadRequestError` if the client is
   * already inactive. One request.
   */
  deactivate(email: ActivationEmail = {}, options: RequestOptions = {}): Promise<this> {
    return this.setActive(false, email, options);
  }

  /**
   * Merges a duplicate into this client. All its data move here, and the duplicate is removed. Cannot be undone. Throws an
   * `InputError` if it is this client itself. One request, never retried after a lost response.
   */
  async mergeIn(duplicate: Client | UserReferenceInput, options: RequestOptions = {}): Promise<void> {
    const merge = this.links.find('merge');
    const url =
      merge === undefined ? new URL(`${this.ownUrl().href}/merge`) : this.session.linkUrl(merge, this.source.base);
    const body = checkInput(sentUser, duplicate, 'client to merge in');
    checkSentUser(this.session, duplicate, 'client', 'client to merge in');
    const name = body.url === undefined ? 'id' : 'url';
    const isSelf =
      name === 'id' ? body.id === this.data.id : this.session.resolve(String(body.url)).href === this.ownUrl().href;
    if (isSelf) throw InputError.of('client to merge in', name, 'Is this client itself.', 'conflict');
    const request = this.session.begin(options);
    const target = 'merge of client';
    await this.session.send(url, { ...request, method: 'POST', target, operation: operations.mergeClients, body });
  }

  /** One request. `diaryEntries`, `diarySchemas` and `addDiaryEntry` do not need it. */
  async diary(options: RequestOptions = {}): Promise<Diary> {
    const request = copyOptions(options);
    return this.read('diary', (await loadDiary()).Diary, request);
  }

  /**
   * Entries of the diary, with their schemas. One request without `limit`. A number of entries that may be a limit of the
   * platform, such as 99 or 100, takes one more, which proves the end.
   */
  diaryEntries(query: DiaryEntryQuery = {}, options: RequestOptions = {}): Collection<DiaryEntry> {
    const { modifiedAfter, ...batch } = takeFilters(query, { modifiedAfter: anything });
    return this.list('diary.entries.items', batch, options, {
      batched: 'optional',
      item: async () => (await loadDiary()).DiaryEntry,
      query: diaryEntryQuery(modifiedAfter),
      isResorted: modifiedAfter !== undefined,
    });
  }

  /** The schemas of entries that can be added now. They differ per client and change over time. One request. */
  async diarySchemas(options: RequestOptions = {}): Promise<readonly DiarySchema[]> {
    const request = copyOptions(options);
    const { Diary } = await loadDiary();
    return (await this.read('diary.configuration', Diary.Configuration, request)).schemas;
  }

  /**
   * Adds an entry. The values are checked against its schema before they are sent. An image can be an inline file, a `Blob`, a
   * `File` or bytes. If an entry with the same `dt` and fields exists, it is returned with `existed`. Throws an `InputError`
   * for invalid values, before anything is sent, and an `InvalidInputError` if the platform refuses some. Both have `problems`.
   * One request. After a lost response, an entry with an image is looked for and not sent again.
   */
  async addDiaryEntry<Id extends string, Values extends NewDiaryEntry>(
    schema: DiarySchema<Id> | KnownText<Id, DiarySchemaId>,
    values: KnownFields<Values, NewDiaryEntryOf<Id>>,
    options: RequestOptions = {},
  ): Promise<DiaryEntry<KnownDiary<Id>>> {
    const given = {
      session: this.session,
      schema,
      values: cloneInput(values) as NewDiaryEntry,
      options: copyOptions(options),
    };
    const { Diary, DiaryEntry } = await loadDiary();
    return Diary.add<DiaryEntry>({
      ...given,
      write: (body, operation, request) => this.create('diary.entries', DiaryEntry, body, operation, request),
      entries: (query, request) => this.diaryEntries(query, request),
    }) as Promise<DiaryEntry<KnownDiary<Id>>>;
  }

  /** Professionals who treat or supervise the client. One request when iterated. */
  relations(options: RequestOptions = {}): Collection<Relation> {
    return this.list('relations.items', {}, options, { batched: false, item: Relation });
  }

  /**
   * Throws a `BadRequestError` if the relation exists already. One request. After a lost response, it reads the relations and
   * resolves to the wanted one, even if another caller added it. It sends the request again if there is none.
   */
  async addRelation(relation: NewRelation, options: RequestOptions = {}): Promise<Relation> {
    const { session } = this;
    const request = session.begin(options);
    const given = cloneInput(relation);
    const body = { '@type': session.fullType('relation'), ...checkInput(newRelation, given, 'new relation') };
    checkSentUser(session, given.professional, 'professional');
    return reconcile<Relation>(session, request, {
      write: (sending) => this.create('relations', Relation, body, operations.addRelation, sending),
      readBack: async (_, reading) => {
        const present = await this.relations(reading).toArray();
        const found = present.find((candidate) => isRelation(session, candidate, given));
        if (found === undefined) return 'absent';
        // A relation has no other content. So if it exists, the call succeeded, even if another caller added it.
        return isAsSent(found, { ...request.extra?.body }) ? { applied: found } : 'unknown';
      },
      unique: true,
      isState: true,
    });
  }

  /**
   * Adds and removes relations until only the wanted ones exist. Relations with predicates of a later release stay. If the
   * platform refuses some changes, the others are still made. Then the first failure is thrown. Its `problems` name the refused
   * relations by their index, such as `relations.1`. `{ add }` removes none. One request, and one more for each difference. One more
   * for each relation to a professional without external id that may be a wanted one.
   */
  syncRelations(
    wanted: readonly NewRelation[] | { readonly add: readonly NewRelation[] },
    options?: RelationSyncOptions & { readonly dryRun?: false | undefined },
  ): Promise<RelationSyncResult>;
  /** With `dryRun`, one request, which only reads. */
  syncRelations(
    wanted: readonly NewRelation[] | { readonly add: readonly NewRelation[] },
    options: RelationSyncOptions & { readonly dryRun: true },
  ): Promise<RelationSyncPlan>;
  async syncRelations(
    wanted: readonly NewRelation[] | { readonly add: readonly NewRelation[] },
    options: RelationSyncOptions = {},
  ): Promise<RelationSyncResult | RelationSyncPlan> {
    const given = cloneInput(wanted);
    const request = copyOptions(options);
    const { syncRelations } = await loadSynchronisation();
    return syncRelations(this.session, this, given, request);
  }
}

/** Resources that the documented links of a client lead to. */
export interface ClientLinks {
  /** As `catalogue()`. Needs `query: { limit }`: without it, the platform responds with 400. */
  'catalogue.selfhelp.items': Collection<CatalogueItem>;
  /** As `conversations()`. Needs `query: { limit }`. */
  conversations: Collection<Conversation>;
  /** As `diary()`. */
  diary: Diary;
  /** As `diaryEntries()`. */
  'diary.entries.items': Collection<DiaryEntry>;
  /** As `planning()`. */
  planning: Planning;
  /** As `plannedEvents()`. Needs `query: { after, before }`, two dates. */
  'planning.items': Collection<PlannedEvent>;
  /** As `relations()`. */
  'relations.items': Collection<Relation>;
  /** As `tasks()`. */
  'tasks.items': Collection<Task>;
}

import * as z from 'zod/mini';
import type { Collection } from '../hypermedia/collection.js';
import { checkInput, clearable, type InputSchema, inputSchema } from '../hypermedia/input.js';
import { Resource, type UpdateOptions } from '../hypermedia/resource.js';
import { optional, resourceSchema, settingDependent } from '../hypermedia/schema.js';
import type { RequestOptions } from '../hypermedia/session.js';
import { type OpenChoice, openChoice } from '../values/choice.js';
import { dateInput } from '../values/date-time.js';
import { email } from '../values/email.js';
import { type FileReference, fileReference, type InlineFile, inlineFileInput } from '../values/file.js';
import { type UserReferenceInput, userReferenceInput } from '../values/user-reference.js';
import { type ActivationEmail, activationBody } from './activation.js';
import { CareUser } from './care-user.js';
import type { CatalogueItem } from './catalogue-item.js';
import type { Conversation } from './conversation.js';
import { Diary } from './diary.js';
import { DiaryEntry, type DiaryEntryQuery, diaryEntryQuery, type NewDiaryEntry, newDiaryEntry } from './diary-entry.js';
import { DiaryConfiguration, type DiarySchema } from './diary-schema.js';
import { operations } from './operations.js';
import type { PlannedEvent, Planning } from './planning.js';
import { type NewRelation, newRelation, Relation } from './relation.js';
import { type SyncedRelations, syncRelations } from './relations-sync.js';
import type { Task } from './task.js';

/** A client of the institution. Cannot be deleted. */
export class Client extends CareUser<ClientData, ClientLinks> {
  static override readonly type = 'client';
  static override readonly schema = resourceSchema<ClientData>({
    first_name: z.string(),
    infix: optional(z.string()),
    last_name: z.string(),
    active: z.boolean(),
    external_source: optional(z.string()),
    email: z.string(),
    picture: settingDependent(fileReference),
    labels: settingDependent(z.array(z.string())),
    age: settingDependent(z.number()),
    gender: openChoice<Gender>(),
    date_of_birth: settingDependent(z.string()),
    phone_number: settingDependent(z.string()),
    id: settingDependent(z.string()),
    bsn: settingDependent(z.string()),
    name: z.string(),
  });

  /**
   * Changes the fields that are named: `null` resets an optional one, what is left out stays. `active` changes with
   * `activate` and `deactivate`. One request; last write wins.
   */
  async update(fields: ClientFields, options: UpdateOptions = {}): Promise<this> {
    return this.patched(checkInput(clientFields, fields, 'client'), operations.updateClient, options);
  }

  /**
   * Lets the client log in. Name the mail to send: what the platform does without `sendEmail` is not documented. Throws
   * `BadRequestError` where the client is active already. One request.
   */
  activate(email: ActivationEmail = {}, options: RequestOptions = {}): Promise<this> {
    return this.#setActive(true, email, options);
  }

  /**
   * Stops the client from logging in, and tells so by mail unless `sendEmail` is `no`. Throws `BadRequestError` where the
   * client is inactive already. One request.
   */
  deactivate(email: ActivationEmail = {}, options: RequestOptions = {}): Promise<this> {
    return this.#setActive(false, email, options);
  }

  /**
   * Merges a duplicate into this client: everything moves here, and only this one remains. Cannot be undone. One request,
   * never repeated after a lost answer.
   */
  async mergeIn(duplicate: Client | UserReferenceInput, options: RequestOptions = {}): Promise<void> {
    const merge = this.links.find('merge');
    const url =
      merge === undefined ? this.session.target(`${this.url}/merge`) : this.session.linked(merge, this.source.base);
    const reference = duplicate instanceof Resource ? { url: duplicate.url } : duplicate;
    const body = checkInput(referenceSchema, reference, 'client to merge in');
    const call = {
      ...options,
      method: 'POST',
      target: 'merge of client',
      repeat: operations.mergeClients,
      body,
    } as const;
    await this.session.send(url, call);
  }

  /** One request. `diaryEntries`, `diarySchemas` and `addDiaryEntry` do without it. */
  diary(options: RequestOptions = {}): Promise<Diary> {
    return this.read('diary', Diary, options);
  }

  /** Entries of the diary, with the schemas they use. */
  diaryEntries(query: DiaryEntryQuery = {}, options: RequestOptions = {}): Collection<DiaryEntry> {
    const { modifiedAfter, ...batch } = query;
    return this.listed(
      'diary.entries.items',
      { ...batch, ...options },
      {
        batched: true,
        item: DiaryEntry,
        query: diaryEntryQuery(modifiedAfter),
      },
    );
  }

  /** What may be added to the diary now; it differs per client and changes over time. One request. */
  async diarySchemas(options: RequestOptions = {}): Promise<readonly DiarySchema[]> {
    return (await this.read('diary.configuration', DiaryConfiguration, options)).schemas;
  }

  /** Adds an entry. One that is there already, with the same `dt` and fields, comes back with `existed`. One request. */
  async addDiaryEntry(
    schema: DiarySchema | string,
    values: NewDiaryEntry,
    options: RequestOptions = {},
  ): Promise<DiaryEntry> {
    const { body, repeat } = newDiaryEntry(schema, values);
    return this.created('diary.entries', DiaryEntry, body, repeat, options);
  }

  /** Which professionals treat or supervise the client. One request when iterated. */
  relations(options: RequestOptions = {}): Collection<Relation> {
    return this.listed('relations.items', options, { batched: false, item: Relation });
  }

  /** Throws `BadRequestError` where that relation is there already. One request. */
  async addRelation(relation: NewRelation, options: RequestOptions = {}): Promise<Relation> {
    const body = { '@type': this.session.fullType('relation'), ...checkInput(newRelation, relation, 'new relation') };
    return this.created('relations', Relation, body, operations.addRelation, options);
  }

  /** Adds and removes relations until they are the wanted ones. One request, and one more for each difference. */
  syncRelations(wanted: readonly NewRelation[], options: RequestOptions = {}): Promise<SyncedRelations> {
    const steps = {
      list: () => this.relations(options).toArray(),
      add: (relation: NewRelation) => this.addRelation(relation, options),
      remove: (relation: Relation) => relation.delete(options),
      url: (text: string) => this.session.target(text).href,
    };
    return syncRelations(steps, wanted);
  }

  async #setActive(active: boolean, email: ActivationEmail, options: RequestOptions): Promise<this> {
    await this.posted('activation', activationBody(active, email), operations.setActive, options);
    return this.changed({ active });
  }
}

export interface ClientData {
  readonly first_name: string;
  readonly infix: string | null;
  readonly last_name: string;
  /** An inactive client cannot log in. */
  readonly active: boolean;
  /** Filled by the platform; can stand for a setting that forbids manual updates. */
  readonly external_source: string | null;
  /** The login name. */
  readonly email: string;
  readonly picture?: FileReference | null;
  /** Identifiers of labels; `null` where there are none, absent where the reader is the client. */
  readonly labels?: readonly string[] | null;
  /** Whole years; absent or `null` where the date of birth is not kept. */
  readonly age?: number | null;
  readonly gender: OpenChoice<Gender>;
  /** `yyyy-mm-dd` */
  readonly date_of_birth?: string | null;
  readonly phone_number?: string | null;
  /** External id, unique among clients. */
  readonly id?: string | null;
  readonly bsn?: string | null;
  /** Composed by the platform. */
  readonly name: string;
}

export type Gender = (typeof genders)[number];

const genders = ['m', 'f', 'other', 'unknown'] as const;

/** What can be changed of a client. */
export interface ClientFields {
  readonly first_name?: string | undefined;
  readonly infix?: string | null | undefined;
  readonly last_name?: string | undefined;
  /** No uppercase characters. */
  readonly email?: string | undefined;
  readonly picture?: InlineFile | null | undefined;
  /** The whole list: it replaces the present one. */
  readonly labels?: readonly string[] | null | undefined;
  readonly gender?: Gender | undefined;
  /** `yyyy-mm-dd`; cannot be reset. */
  readonly date_of_birth?: string | undefined;
  readonly phone_number?: string | null | undefined;
  readonly id?: string | null | undefined;
  readonly bsn?: string | null | undefined;
}

/** A client to create. Which of the other fields are required is a setting of the platform. */
export interface NewClient extends ClientFields {
  readonly first_name: string;
  readonly last_name: string;
  /** `true` sends a welcome mail. */
  readonly active: boolean;
  readonly email: string;
  readonly gender: Gender;
}

const optionalFields = {
  infix: clearable(z.string()),
  picture: clearable(inlineFileInput),
  labels: clearable(z.array(z.string())),
  date_of_birth: z.optional(dateInput),
  phone_number: clearable(z.string()),
  id: clearable(z.string()),
  bsn: clearable(z.string()),
};

const requiredFields = { first_name: z.string(), last_name: z.string(), email, gender: z.enum(genders) };

const referenceSchema = userReferenceInput as unknown as InputSchema<UserReferenceInput>;

export const clientFields = inputSchema<ClientFields>({
  first_name: z.optional(requiredFields.first_name),
  last_name: z.optional(requiredFields.last_name),
  email: z.optional(requiredFields.email),
  gender: z.optional(requiredFields.gender),
  ...optionalFields,
});

export const newClient = inputSchema<NewClient>({ ...requiredFields, active: z.boolean(), ...optionalFields });

/** What the documented links of a client lead to. */
export interface ClientLinks {
  'catalogue.selfhelp.items': Collection<CatalogueItem>;
  conversations: Collection<Conversation>;
  diary: Diary;
  'diary.entries.items': Collection<DiaryEntry>;
  planning: Planning;
  'planning.items': Collection<PlannedEvent>;
  'relations.items': Collection<Relation>;
  'tasks.items': Collection<Task>;
}

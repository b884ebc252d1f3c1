import * as z from 'zod/mini';
import { cancellable } from '../../async/cancellable.js';
import { InputError } from '../../errors.js';
import { checkInput, checkObject, cloneInput, copyOptions, inputSchema } from '../../hypermedia/input.js';
import type { Collection } from '../../hypermedia/lists/collection.js';
import type { ListOptions } from '../../hypermedia/lists/list.js';
import { isEmptyBody, type RequestOptions, signalOf } from '../../hypermedia/request-options.js';
import { loadSyncUsers, loadUpsert } from '../lazy.js';
import { createClient, createProfessional } from '../users/account-creation.js';
import type { ActivationEmail } from '../users/activation.js';
import { Client } from '../users/client.js';
import { type ClientFields, clientFields, type NewClient } from '../users/client-fields.js';
import { Friend } from '../users/friend.js';
import {
  type NewProfessional,
  Professional,
  type ProfessionalFields,
  professionalFields,
} from '../users/professional.js';
import type { ClientRow, ProfessionalRow, SyncOptions, SyncResult } from '../users/sync-users.js';
import type { UpsertOptions, UpsertPlan, UpsertResult } from '../users/upsert.js';
import { idSegment, parseAddress, type UserAddress } from '../users/user-address.js';
import { operations } from '../writes/operations.js';
import { EntryPoint } from './entry-point.js';

/** The accounts of the platform: clients, friends and professionals. */
export abstract class AccountDirectory<Data, FollowedBy extends object> extends EntryPoint<Data, FollowedBy> {
  /** Clients and friends in one list: tell them apart by class. */
  clients(query: ListOptions = {}, options: RequestOptions = {}): Collection<Client | Friend> {
    return this.listAt('clients', query, options, { batched: true });
  }

  /**
   * Clients and friends that fit all criteria; at least one must have a value. A POST that changes nothing. Whether a text
   * fits in part is not documented.
   */
  searchClients(criteria: ClientSearch, options: RequestOptions = {}): Collection<Client | Friend> {
    if (criteria != null) checkObject(criteria, 'client search');
    const { start, limit, prefetch, ...search } = criteria ?? {};
    const body = checkInput(clientSearch, search, 'client search');
    // A value that is missing by mistake would find everybody, and the first of them would be taken for the one meant.
    if (isEmptyBody(body, options)) {
      throw InputError.of('client search', '(whole)', 'No criterion has a value; `clients` lists all.');
    }
    return this.listAt('clients', { start, limit, prefetch }, options, {
      batched: true,
      search: body,
      operation: operations.searchClients,
    });
  }

  /** By external id or URL. One request. Open a reference that may be a friend's with `open(reference.url)`. */
  async client(address: UserAddress<Client>, options: RequestOptions = {}): Promise<Client> {
    return this.session.read(this.#userUrl(address, 'client', 'clientById'), Client, 'client', options);
  }

  /**
   * Cannot be undone. With `active: true` the platform sends a welcome mail, unless `sendEmail` is `no` or `activation`: the
   * client is then created inactive and activated after that, which costs a second request. If that one fails, the client
   * stays inactive: call `activate`. Throws `InvalidInputError` if the e-mail address, external id or bsn is another's. Else
   * one request; after a lost answer one to four more, which look for it.
   */
  async createClient(client: NewClient, options: ActivationEmail & RequestOptions = {}): Promise<Client> {
    return createClient(this.session, this.endpoint('newClient'), this, client, options);
  }

  /** Changes a client without reading it first. One request. Resolves to the client where the platform answers with it. */
  async updateClient(
    address: UserAddress<Client>,
    fields: ClientFields,
    options: RequestOptions = {},
  ): Promise<Client | undefined> {
    const url = this.#userUrl(address, 'client', 'clientById');
    return this.updateAt(url, Client, checkInput(clientFields, fields, 'client'), operations.updateClient, options);
  }

  /**
   * Creates the client with that external id, or changes what differs. `active` of an existing one stays as it is unless
   * `updateActive` is set, since changing it sends mail. `sendEmail` also holds for creation, as in `createClient`; if a run
   * ends between creation and activation, a later one with `updateActive` activates the client. One request if nothing
   * differs, else two or three; rarely one more.
   */
  upsertClient(
    externalId: string,
    fields: Omit<NewClient, 'id'>,
    options?: UpsertOptions & { readonly dryRun?: false | undefined } & ActivationEmail & RequestOptions,
  ): Promise<UpsertResult<Client>>;
  /** With `dryRun` one request, which reads. */
  upsertClient(
    externalId: string,
    fields: Omit<NewClient, 'id'>,
    options: UpsertOptions & ActivationEmail & RequestOptions,
  ): Promise<UpsertPlan<Client>>;
  async upsertClient(
    externalId: string,
    fields: Omit<NewClient, 'id'>,
    options: UpsertOptions & ActivationEmail & RequestOptions = {},
  ): Promise<UpsertPlan<Client>> {
    const given = cloneInput(fields);
    const request = copyOptions(options);
    const { upsertClient } = await loadUpsert();
    return upsertClient<Client>(this.session, this, externalId, given, request);
  }

  /**
   * Brings many clients into line with the rows, by external id: creates those that are missing, and changes what differs.
   * Clients without a row stay as they are. As in `upsertClient`, `active` and `picture` are sent only if an option says so.
   *
   * One request for each 99 clients of the platform, which are listed once and compared in memory; then one for each client
   * that differs. The results come in the order of the rows, one for each. A row that fails is such a result, and the
   * others go on. Break off, or abort `signal`, to stop; a second run does what is left.
   *
   * Throws what every row would meet: an `UnauthorizedError`, a list that fails, 50 rows in succession that fail in ways
   * that are not about them. A `ResponseValidationError` if the platform keeps no external ids.
   */
  syncClients(
    rows: Iterable<ClientRow> | AsyncIterable<ClientRow>,
    options: SyncOptions & ActivationEmail = {},
  ): AsyncGenerator<SyncResult<Client>, void> {
    const given = { ...options };
    return cancellable(signalOf(options), async (signal) => {
      const { syncClients } = await loadSyncUsers();
      return syncClients(this.session, this, Client, rows, { ...given, signal });
    });
  }

  /** Friends have no external id. One request. */
  async friend(address: { readonly url: string }, options: RequestOptions = {}): Promise<Friend> {
    return this.session.read(this.#userUrl(address, 'friend'), Friend, 'friend', options);
  }

  /** All professionals of the institution. One request when iterated. */
  professionals(query: ListOptions = {}, options: RequestOptions = {}): Collection<Professional> {
    return this.listAt('professionals', query, options, { batched: false, item: Professional });
  }

  /** By external id, URL or reference. One request. */
  async professional(address: UserAddress<Professional>, options: RequestOptions = {}): Promise<Professional> {
    const url = this.#userUrl(address, 'professional', 'professionalById');
    return this.session.read(url, Professional, 'professional', options);
  }

  /**
   * Cannot be undone. Whether a mail goes with it is not documented. Throws `InvalidInputError` where the e-mail address or
   * external id is another's. One request; after a lost answer one to three more, which look for it.
   */
  async createProfessional(professional: NewProfessional, options: RequestOptions = {}): Promise<Professional> {
    return createProfessional(this.session, this.endpoint('newProfessional'), this, professional, options);
  }

  /** As `updateClient`. */
  async updateProfessional(
    address: UserAddress<Professional>,
    fields: ProfessionalFields,
    options: RequestOptions = {},
  ): Promise<Professional | undefined> {
    const url = this.#userUrl(address, 'professional', 'professionalById');
    const body = checkInput(professionalFields, fields, 'professional');
    return this.updateAt(url, Professional, body, operations.updateProfessional, options);
  }

  /** As `upsertClient`. Changing `active` always sends mail. */
  upsertProfessional(
    externalId: string,
    fields: Omit<NewProfessional, 'id'>,
    options?: UpsertOptions & { readonly dryRun?: false | undefined } & RequestOptions,
  ): Promise<UpsertResult<Professional>>;
  /** With `dryRun` one request, which reads. */
  upsertProfessional(
    externalId: string,
    fields: Omit<NewProfessional, 'id'>,
    options: UpsertOptions & RequestOptions,
  ): Promise<UpsertPlan<Professional>>;
  async upsertProfessional(
    externalId: string,
    fields: Omit<NewProfessional, 'id'>,
    options: UpsertOptions & RequestOptions = {},
  ): Promise<UpsertPlan<Professional>> {
    const given = cloneInput(fields);
    const request = copyOptions(options);
    const { upsertProfessional } = await loadUpsert();
    return upsertProfessional(this.session, this, externalId, given, request);
  }

  /** As `syncClients`; one request lists all professionals. Changing `active` always sends mail. */
  syncProfessionals(
    rows: Iterable<ProfessionalRow> | AsyncIterable<ProfessionalRow>,
    options: SyncOptions = {},
  ): AsyncGenerator<SyncResult<Professional>, void> {
    const given = { ...options };
    return cancellable(signalOf(options), async (signal) => {
      const { syncProfessionals } = await loadSyncUsers();
      return syncProfessionals(this.session, this, Professional, rows, { ...given, signal });
    });
  }

  #userUrl(
    address: UserAddress<Client | Friend | Professional>,
    what: string,
    byId?: 'clientById' | 'professionalById',
  ): URL {
    const found = parseAddress(address, what);
    if ('url' in found) return this.session.target(found.url);
    const segment = idSegment(found.id, what);
    if (byId === undefined) throw InputError.of(what, 'id', 'Friends have no external id; give the url.');
    return new URL(segment, this.endpoint(byId));
  }
}

/** All that are named must fit; there is no search for what has no value. */
export interface ClientSearch extends ListOptions {
  /** Only those who can log in, or only those who cannot. */
  readonly active?: boolean | undefined;
  /** The citizen service number. */
  readonly bsn?: string | undefined;
  /** The login name. */
  readonly email?: string | undefined;
  /** External id. */
  readonly id?: string | undefined;
}

const clientSearch = inputSchema<Omit<ClientSearch, keyof ListOptions>>({
  active: z.optional(z.boolean()),
  bsn: z.optional(z.string()),
  email: z.optional(z.string()),
  id: z.optional(z.string()),
});

import { cancellable } from '../../async/cancellable.js';
import { InputError } from '../../errors.js';
import { checkInput, checkObject, cloneInput, copyOptions } from '../../hypermedia/input.js';
import type { Collection } from '../../hypermedia/lists/collection.js';
import type { ListOptions } from '../../hypermedia/lists/list.js';
import { isEmptyBody, type RequestOptions, signalOf } from '../../hypermedia/request-options.js';
import { createClient, createProfessional } from '../users/account-creation.js';
import type { Accounts } from '../users/accounts.js';
import type { ActivationEmail } from '../users/activation.js';
import { Client } from '../users/client.js';
import { type ClientFields, clientFields, type NewClient } from '../users/client-fields.js';
import { type ClientSearch, clientSearch } from '../users/client-search.js';
import { Friend } from '../users/friend.js';
import {
  type NewProfessional,
  Professional,
  type ProfessionalFields,
  professionalFields,
} from '../users/professional.js';
import type {
  ClientRow,
  ClientSyncOptions,
  ProfessionalRow,
  SyncOptions,
  SyncPlan,
  SyncResult,
} from '../users/sync-result.js';
import type { UpsertOptions, UpsertPlan, UpsertResult } from '../users/upsert-plan.js';
import type { UserAddress } from '../users/user-address.js';
import type { WantedClient, WantedProfessional } from '../users/wanted-user.js';
import { operations } from '../writes/operations.js';
import { EntryPoint } from './entry-point.js';
import { loadUserWrites } from './lazy.js';

/** The accounts of the platform: clients, friends and professionals. */
export abstract class AccountDirectory<Data, FollowedBy extends object>
  extends EntryPoint<Data, FollowedBy>
  implements Accounts
{
  /** Clients and friends in one list. Use `instanceof` to distinguish them. One request per page, of 100 items by default. */
  clients(query: ListOptions = {}, options: RequestOptions = {}): Collection<Client | Friend> {
    return this.listAt('clients', query, options, { batched: true });
  }

  /**
   * Clients and friends that match all criteria. At least one criterion must have a value. A POST that changes nothing. It is
   * not documented whether a part of a text matches. One request per page, of 100 items by default.
   */
  searchClients(criteria: ClientSearch, options: RequestOptions = {}): Collection<Client | Friend> {
    if (criteria != null) checkObject(criteria, 'client search');
    const { start, limit, prefetch, shortPageEnds, ...search } = criteria ?? {};
    const body = checkInput(clientSearch, search, 'client search');
    // A search without criteria would find all clients, and the caller could mistake the first of them for the wanted one.
    if (isEmptyBody(body, options)) {
      throw InputError.of('client search', '(whole)', 'No criterion has a value; `clients` lists all.');
    }
    return this.listAt('clients', { start, limit, prefetch, shortPageEnds }, options, {
      batched: true,
      search: body,
      operation: operations.searchClients,
    });
  }

  /** By external id or URL. One request. Throws a `NotFoundError` if there is none. `open(reference.url)` reads friends too. */
  async client(address: UserAddress<Client>, options: RequestOptions = {}): Promise<Client> {
    return this.session.read(this.urlOf(address, 'client', 'clientById'), Client, 'client', options);
  }

  /**
   * Cannot be undone. With `active: true`, the platform sends a welcome mail. If `sendEmail` is `no` or `activation`, the
   * client is created inactive and then activated by a second request. If the second request fails, the client stays
   * inactive, and `resourceUrl()` of the error is its URL: call `activate`. Throws an `InvalidInputError` if the e-mail
   * address, external id or bsn is already used. Otherwise one request. After a lost response, one to four more requests read it back.
   */
  async createClient(client: NewClient, options: ActivationEmail & RequestOptions = {}): Promise<Client> {
    const findUrl = (request: RequestOptions) => this.endpoint('newClient', request);
    return createClient(this.session, findUrl, this, client, options);
  }

  /** Changes a client without reading it first. One request. Resolves to `undefined` if the response does not contain the client. */
  async updateClient(
    address: UserAddress<Client>,
    fields: ClientFields,
    options: RequestOptions = {},
  ): Promise<Client | undefined> {
    const url = this.urlOf(address, 'client', 'clientById');
    return this.updateAt(url, Client, checkInput(clientFields, fields, 'client'), operations.updateClient, options);
  }

  /**
   * Creates the client with that external id, or changes the fields that differ. `active` of an existing client changes only
   * with `updateActive`, since that sends mail. `sendEmail` also applies to creation, as in `createClient`. If a run ends
   * between creation and activation, a later run with `updateActive` activates the client.
   *
   * `labelTexts` and `relations` are synchronised too: labels first, then the client, then its relations. If a step fails, the
   * error says what was done before, `resourceUrl()` is the URL of a client that was created, and another run does the rest.
   *
   * One request if nothing differs, otherwise two or three, rarely four. With `labelTexts` one more, and three for each label
   * to create. With `relations` one more for an existing client, and one for each relation that differs.
   */
  upsertClient(
    externalId: string,
    fields: WantedClient,
    options?: UpsertOptions & { readonly dryRun?: false | undefined } & ActivationEmail & RequestOptions,
  ): Promise<UpsertResult<Client>>;
  /** With `dryRun`, one to three requests, which only read. */
  upsertClient(
    externalId: string,
    fields: WantedClient,
    options: UpsertOptions & ActivationEmail & RequestOptions,
  ): Promise<UpsertPlan<Client>>;
  async upsertClient(
    externalId: string,
    fields: WantedClient,
    options: UpsertOptions & ActivationEmail & RequestOptions = {},
  ): Promise<UpsertPlan<Client>> {
    const given = cloneInput(fields);
    const request = copyOptions(options);
    const { upsertClient } = await loadUserWrites();
    return upsertClient(this.session, this, externalId, given, request);
  }

  /**
   * Synchronises many clients with the rows, by external id: creates missing clients, and changes fields that differ. Clients
   * without a row stay unchanged, unless `deactivateWithoutRow` deactivates them: one or two requests each. As in
   * `upsertClient`, existing clients keep `active` and `picture` unless an option is set.
   *
   * The platform's clients are listed once and compared in memory: one request per 99 clients. Then one request for each client
   * that differs, or two if `labelTexts` adds labels, or if a new active client gets no welcome mail. Changing `active` takes one
   * or two of its own. Labels are listed once, if a row has `labelTexts`. The list does not show relations, so each row of an
   * existing client with `relations` costs one or two more requests: name them only if they may differ.
   *
   * Yields one result per row, in the order of the rows. If a row fails, its result has the error, and the other rows go on. Leave
   * the loop or abort `signal` to stop. A second run does the rest.
   *
   * Throws an error that concerns all rows: an `UnauthorizedError`, a list that fails, or 50 successive rows that fail for
   * general reasons. Throws a `ResponseValidationError` if the platform stores no external ids.
   */
  syncClients(
    rows: Iterable<ClientRow> | AsyncIterable<ClientRow>,
    options?: ClientSyncOptions<Client> & { readonly dryRun?: false | undefined },
  ): AsyncGenerator<SyncResult<Client>, void>;
  /** With `dryRun`, it only reads. */
  syncClients(
    rows: Iterable<ClientRow> | AsyncIterable<ClientRow>,
    options?: ClientSyncOptions<Client>,
  ): AsyncGenerator<SyncPlan<Client>, void>;
  syncClients(
    rows: Iterable<ClientRow> | AsyncIterable<ClientRow>,
    options: ClientSyncOptions<Client> = {},
  ): AsyncGenerator<SyncPlan<Client>, void> {
    const given = { ...options };
    return cancellable(signalOf(options), async (signal) => {
      const { syncClients } = await loadUserWrites();
      return syncClients(this.session, this, rows, { ...given, signal });
    });
  }

  /** By URL or reference, since friends have no external id. One request. Throws a `NotFoundError` if there is none. */
  async friend(address: { readonly url: string }, options: RequestOptions = {}): Promise<Friend> {
    return this.session.read(this.urlOf(address, 'friend'), Friend, 'friend', options);
  }

  /** All professionals of the institution. One request when iterated. */
  professionals(query: ListOptions = {}, options: RequestOptions = {}): Collection<Professional> {
    return this.listAt('professionals', query, options, { batched: false, item: Professional });
  }

  /** By external id, URL or reference. One request. Throws a `NotFoundError` if there is none. */
  async professional(address: UserAddress<Professional>, options: RequestOptions = {}): Promise<Professional> {
    const url = this.urlOf(address, 'professional', 'professionalById');
    return this.session.read(url, Professional, 'professional', options);
  }

  /**
   * Cannot be undone. It is not documented whether this sends a mail. Throws an `InvalidInputError` if the e-mail address or
   * external id is already used. One request. After a lost response, one to three more requests read it back.
   */
  async createProfessional(professional: NewProfessional, options: RequestOptions = {}): Promise<Professional> {
    const findUrl = (request: RequestOptions) => this.endpoint('newProfessional', request);
    return createProfessional(this.session, findUrl, this, professional, options);
  }

  /** As `updateClient`. */
  async updateProfessional(
    address: UserAddress<Professional>,
    fields: ProfessionalFields,
    options: RequestOptions = {},
  ): Promise<Professional | undefined> {
    const url = this.urlOf(address, 'professional', 'professionalById');
    const body = checkInput(professionalFields, fields, 'professional');
    return this.updateAt(url, Professional, body, operations.updateProfessional, options);
  }

  /** As `upsertClient`. Changing `active` always sends mail. */
  upsertProfessional(
    externalId: string,
    fields: WantedProfessional,
    options?: UpsertOptions & { readonly dryRun?: false | undefined } & RequestOptions,
  ): Promise<UpsertResult<Professional>>;
  /** With `dryRun`, one request, which only reads. */
  upsertProfessional(
    externalId: string,
    fields: WantedProfessional,
    options: UpsertOptions & RequestOptions,
  ): Promise<UpsertPlan<Professional>>;
  async upsertProfessional(
    externalId: string,
    fields: WantedProfessional,
    options: UpsertOptions & RequestOptions = {},
  ): Promise<UpsertPlan<Professional>> {
    const given = cloneInput(fields);
    const request = copyOptions(options);
    const { upsertProfessional } = await loadUserWrites();
    return upsertProfessional(this.session, this, externalId, given, request);
  }

  /** As `syncClients`; one request lists all professionals. Changing `active` always sends mail, also with `deactivateWithoutRow`. */
  syncProfessionals(
    rows: Iterable<ProfessionalRow> | AsyncIterable<ProfessionalRow>,
    options?: SyncOptions<Professional> & { readonly dryRun?: false | undefined },
  ): AsyncGenerator<SyncResult<Professional>, void>;
  /** With `dryRun`, it only reads. */
  syncProfessionals(
    rows: Iterable<ProfessionalRow> | AsyncIterable<ProfessionalRow>,
    options?: SyncOptions<Professional>,
  ): AsyncGenerator<SyncPlan<Professional>, void>;
  syncProfessionals(
    rows: Iterable<ProfessionalRow> | AsyncIterable<ProfessionalRow>,
    options: SyncOptions<Professional> = {},
  ): AsyncGenerator<SyncPlan<Professional>, void> {
    const given = { ...options };
    return cancellable(signalOf(options), async (signal) => {
      const { syncProfessionals } = await loadUserWrites();
      return syncProfessionals(this.session, this, rows, { ...given, signal });
    });
  }
}

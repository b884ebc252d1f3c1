import * as z from 'zod/mini';
import { InputError } from '../errors.js';
import type { Collection } from '../hypermedia/collection.js';
import { checkInput, inputSchema } from '../hypermedia/input.js';
import type { ListOptions } from '../hypermedia/list.js';
import type { RequestOptions } from '../hypermedia/session.js';
import { clientLike, professionalLike } from './account-look.js';
import type { ActivationEmail } from './activation.js';
import { Client } from './client.js';
import { type ClientFields, clientFields, type NewClient, newClient } from './client-fields.js';
import { EntryPoint } from './entry-point.js';
import { Friend } from './friend.js';
import { landing } from './landing.js';
import { operations } from './operations.js';
import {
  type NewProfessional,
  newProfessional,
  Professional,
  type ProfessionalFields,
  professionalFields,
} from './professional.js';
import { reconciled } from './reconcile.js';
import { type Upserted, type UpsertOptions, type UpsertSteps, upsert } from './upsert.js';
import { addressed, externalIdSegment, type UserAddress } from './user-address.js';

/** The accounts of the platform: clients, friends and professionals. */
export abstract class AccountDirectory<Data, FollowedBy extends object> extends EntryPoint<Data, FollowedBy> {
  /** Clients and friends in one list: tell them apart by class. */
  clients(query: ListOptions = {}, options: RequestOptions = {}): Collection<Client | Friend> {
    return this.listAt('clients', { ...query, ...options }, { batched: true });
  }

  /** Clients and friends that fit all criteria. A POST that changes nothing. Whether a text fits in part is not documented. */
  searchClients(criteria: ClientSearch, options: RequestOptions = {}): Collection<Client | Friend> {
    const { start, limit, prefetch, ...search } = criteria;
    const body = checkInput(clientSearch, search, 'client search');
    return this.listAt(
      'clients',
      { start, limit, prefetch, ...options },
      { batched: true, search: body, operation: operations.searchClients },
    );
  }

  /** By external id or URL. One request. Open a reference that may be a friend's with `open(reference.url)`. */
  async client(address: UserAddress<Client>, options: RequestOptions = {}): Promise<Client> {
    return this.session.read(this.#userUrl(address, 'client', 'clientById'), Client, 'client', options);
  }

  /** Cannot be undone. With `active: true` the platform sends a welcome mail. One request. */
  async createClient(client: NewClient, options: RequestOptions = {}): Promise<Client> {
    const body = { '@type': this.session.fullType('client'), ...checkInput(newClient, client, 'new client') };
    return reconciled<Client>(this.session, options, {
      write: (request) => this.createAt('newClient', Client, body, operations.createClient, request),
      look: async (since, request) => {
        const found = await clientLike(this, client, request);
        return found === 'another' ? found : landing(found, { ...body, ...options.extra?.body }, since);
      },
      unique: true,
      uniqueFields: ['email', 'id', 'bsn'],
    });
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
   * `updateActive` is set, since changing it sends mail. One request where nothing differs, else two; rarely one more.
   */
  upsertClient(
    externalId: string,
    fields: Omit<NewClient, 'id'>,
    options: UpsertOptions & ActivationEmail & RequestOptions = {},
  ): Promise<Upserted<Client>> {
    const { updateActive: _, updatePicture: __, sendEmail, ...given } = options;
    const request = this.session.timed<RequestOptions>(given);
    const email = sendEmail === undefined ? {} : { sendEmail };
    const steps: UpsertSteps<Client> = {
      what: 'client',
      externalId,
      read: () => this.client({ id: externalId }, request),
      create: () => this.createClient({ ...fields, id: externalId }, request),
      update: (client, changes) => client.update(changes, request),
      setActive: (client, active) => (active ? client.activate(email, request) : client.deactivate(email, request)),
    };
    return upsert(steps, { ...fields }, options);
  }

  /** Friends have no external id. One request. */
  async friend(address: { readonly url: string }, options: RequestOptions = {}): Promise<Friend> {
    return this.session.read(this.#userUrl(address, 'friend'), Friend, 'friend', options);
  }

  /** One request when iterated. */
  professionals(query: ListOptions = {}, options: RequestOptions = {}): Collection<Professional> {
    return this.listAt('professionals', { ...query, ...options }, { batched: false, item: Professional });
  }

  /** By external id, URL or reference. One request. */
  async professional(address: UserAddress<Professional>, options: RequestOptions = {}): Promise<Professional> {
    const url = this.#userUrl(address, 'professional', 'professionalById');
    return this.session.read(url, Professional, 'professional', options);
  }

  /** Cannot be undone. One request. */
  async createProfessional(professional: NewProfessional, options: RequestOptions = {}): Promise<Professional> {
    const body = checkInput(newProfessional, professional, 'new professional');
    return reconciled<Professional>(this.session, options, {
      write: (request) => this.createAt('newProfessional', Professional, body, operations.createProfessional, request),
      look: async (since, request) =>
        landing(await professionalLike(this, professional, request), { ...body, ...options.extra?.body }, since),
      unique: true,
      uniqueFields: ['email', 'id'],
    });
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
    options: UpsertOptions & RequestOptions = {},
  ): Promise<Upserted<Professional>> {
    const { updateActive: _, updatePicture: __, ...given } = options;
    const request = this.session.timed<RequestOptions>(given);
    const steps: UpsertSteps<Professional> = {
      what: 'professional',
      externalId,
      read: () => this.professional({ id: externalId }, request),
      create: () => this.createProfessional({ ...fields, id: externalId }, request),
      update: (professional, changes) => professional.update(changes, request),
      setActive: (professional, active) => (active ? professional.activate(request) : professional.deactivate(request)),
    };
    return upsert(steps, { ...fields }, options);
  }

  #userUrl(
    address: UserAddress<Client | Friend | Professional>,
    what: string,
    byId?: 'clientById' | 'professionalById',
  ): URL {
    const found = addressed(address, what);
    if ('url' in found) return this.session.target(found.url);
    const segment = externalIdSegment(found.id, what);
    if (byId === undefined) throw InputError.of(what, 'id', 'Friends have no external id; give the url.');
    return new URL(segment, this.endpoint(byId));
  }
}

/** All that are named must fit; there is no search for what has no value. */
export interface ClientSearch extends ListOptions {
  readonly active?: boolean;
  readonly bsn?: string;
  readonly email?: string;
  /** External id. */
  readonly id?: string;
}

const clientSearch = inputSchema<Omit<ClientSearch, keyof ListOptions>>({
  active: z.optional(z.boolean()),
  bsn: z.optional(z.string()),
  email: z.optional(z.string()),
  id: z.optional(z.string()),
});

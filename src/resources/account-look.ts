import type { Collection } from '../hypermedia/collection.js';
import type { RequestOptions } from '../hypermedia/session.js';
import { Client } from './client.js';
import type { NewClient } from './client-fields.js';
import type { Friend } from './friend.js';
import { orNone } from './landing.js';
import type { NewProfessional, Professional } from './professional.js';

interface Clients {
  client(address: { readonly id: string }, options: RequestOptions): Promise<Client>;
  searchClients(
    criteria: { readonly email?: string; readonly bsn?: string },
    options: RequestOptions,
  ): Collection<Client | Friend>;
}

interface Professionals {
  professional(address: { readonly id: string }, options: RequestOptions): Promise<Professional>;
  professionals(query: object, options: RequestOptions): Collection<Professional>;
}

/**
 * The client that has what only one client can have: external id, e-mail address or bsn. `another` where that is a friend.
 * One to four requests; of the search it is not documented whether a text must fit whole, so its results are compared.
 */
export async function clientLike(
  clients: Clients,
  { id, email, bsn }: NewClient,
  options: RequestOptions,
): Promise<Client | 'another' | undefined> {
  const byId = id == null ? undefined : await orNone(clients.client({ id }, options));
  if (byId !== undefined) return byId;
  for await (const found of clients.searchClients({ email }, options)) {
    // The address of a friend is shown to the friend alone.
    if (!(found instanceof Client)) return 'another';
    if (found.data.email === email) return orNone(found.refresh(options));
  }
  if (bsn == null) return undefined;
  for await (const found of clients.searchClients({ bsn }, options)) {
    if (found instanceof Client && found.data.bsn === bsn) return orNone(found.refresh(options));
  }
  return undefined;
}

/** As `clientLike`. For professionals there is no search, but one request reads all of them. */
export async function professionalLike(
  professionals: Professionals,
  { id, email }: NewProfessional,
  options: RequestOptions,
): Promise<Professional | undefined> {
  const byId = id == null ? undefined : await orNone(professionals.professional({ id }, options));
  if (byId !== undefined) return byId;
  const all = await professionals.professionals({}, options).toArray();
  const found = all.find((professional) => professional.data.email === email);
  return found === undefined ? undefined : orNone(found.refresh(options));
}

import type { Collection } from '../hypermedia/collection.js';
import { checkInput } from '../hypermedia/input.js';
import type { Resource } from '../hypermedia/resource.js';
import type { RequestOptions, ResourceType, Session } from '../hypermedia/session.js';
import { type NewClient, newClient } from './client-fields.js';
import { operations } from './operations.js';
import { orNone } from './or-none.js';
import { type NewProfessional, newProfessional, Professional } from './professional.js';
import { reconciling } from './reconciling.js';

/** Where accounts of a kind are created and found. */
interface Place<Directory> {
  readonly session: Session;
  readonly url: URL;
  readonly directory: Directory;
}

interface ClientPlace<Client> extends Place<Clients<Client>> {
  /** Tells clients from friends, who are found by the same search. */
  readonly kind: ResourceType<Client>;
}

interface Clients<Client> {
  client(address: { readonly id: string }, options: RequestOptions): Promise<Client>;
  searchClients(
    criteria: { readonly email?: string; readonly bsn?: string },
    options: RequestOptions,
  ): Collection<Resource<unknown>>;
}

interface Professionals {
  professional(address: { readonly id: string }, options: RequestOptions): Promise<Professional>;
  professionals(query: object, options: RequestOptions): Collection<Professional>;
}

type StoredClient = Resource<{ readonly email: string; readonly bsn?: string | null }>;

/** Creates a client, and where its answer is lost looks for it. */
export async function createdClient<Client extends StoredClient>(
  place: ClientPlace<Client>,
  client: NewClient,
  options: RequestOptions,
): Promise<Client> {
  const { session, url, kind } = place;
  const body = { '@type': session.fullType('client'), ...checkInput(newClient, client, 'new client') };
  const call = { method: 'POST', target: 'new client', operation: operations.createClient, body } as const;
  const { landing, reconciled } = await reconciling();
  return reconciled<Client>(session, options, {
    write: (request) => session.create(url, kind, { ...request, ...call }),
    look: async (since, request) => {
      const found = await clientLike(place, client, request);
      return found === 'another' ? found : landing(found, { ...body, ...options.extra?.body }, since);
    },
    unique: true,
    uniqueFields: ['email', 'id', 'bsn'],
  });
}

/** As `createdClient`. */
export async function createdProfessional(
  { session, url, directory }: Place<Professionals>,
  professional: NewProfessional,
  options: RequestOptions,
): Promise<Professional> {
  const body = checkInput(newProfessional, professional, 'new professional');
  const call = { method: 'POST', target: 'new professional', operation: operations.createProfessional, body } as const;
  const { landing, reconciled } = await reconciling();
  return reconciled<Professional>(session, options, {
    write: (request) => session.create(url, Professional, { ...request, ...call }),
    look: async (since, request) =>
      landing(await professionalLike(directory, professional, request), { ...body, ...options.extra?.body }, since),
    unique: true,
    uniqueFields: ['email', 'id'],
  });
}

/**
 * The client that has what only one client can have: external id, e-mail address or bsn. `another` where that is a friend.
 * One to four requests; of the search it is not documented whether a text must fit whole, so its results are compared.
 */
async function clientLike<Client extends StoredClient>(
  { kind, directory }: ClientPlace<Client>,
  { id, email, bsn }: NewClient,
  options: RequestOptions,
): Promise<Client | 'another' | undefined> {
  const byId = id == null ? undefined : await orNone(directory.client({ id }, options));
  if (byId !== undefined) return byId;
  for await (const found of directory.searchClients({ email }, options)) {
    // The address of a friend is shown to the friend alone.
    if (!(found instanceof kind)) return 'another';
    if (found.data.email === email) return orNone(found.refresh(options));
  }
  if (bsn == null) return undefined;
  for await (const found of directory.searchClients({ bsn }, options)) {
    if (found instanceof kind && found.data.bsn === bsn) return orNone(found.refresh(options));
  }
  return undefined;
}

/** As `clientLike`. For professionals there is no search, but one request reads all of them. */
async function professionalLike(
  directory: Professionals,
  { id, email }: NewProfessional,
  options: RequestOptions,
): Promise<Professional | undefined> {
  const byId = id == null ? undefined : await orNone(directory.professional({ id }, options));
  if (byId !== undefined) return byId;
  const all = await directory.professionals({}, options).toArray();
  const found = all.find((professional) => professional.data.email === email);
  return found === undefined ? undefined : orNone(found.refresh(options));
}

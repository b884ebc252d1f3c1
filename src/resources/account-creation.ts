import type { Collection } from '../hypermedia/collection.js';
import type { JsonObject } from '../hypermedia/document.js';
import { checkInput } from '../hypermedia/input.js';
import type { Resource } from '../hypermedia/resource.js';
import type { RequestOptions, ResourceType, Session } from '../hypermedia/session.js';
import { type NewClient, newClient } from './client-fields.js';
import { orNone } from './or-none.js';
import { type NewProfessional, newProfessional, type Professional } from './professional.js';
import { reconciling } from './reconciling.js';

/** How an account is sent, and how one is read that was sent before. */
interface Creation<Account> {
  write(body: JsonObject, options: RequestOptions): Promise<Account>;
  withId(id: string, options: RequestOptions): Promise<Account>;
}

interface ClientCreation<Client> extends Creation<Client> {
  /** Tells clients from friends, who are found by the same search. */
  readonly kind: ResourceType<Client>;
  search(
    criteria: { readonly email?: string; readonly bsn?: string },
    options: RequestOptions,
  ): Collection<Resource<unknown>>;
}

interface ProfessionalCreation extends Creation<Professional> {
  all(options: RequestOptions): Promise<Professional[]>;
}

type StoredClient = Resource<{ readonly email: string; readonly bsn?: string | null }>;

/** Creates a client, and where its answer is lost looks for it. */
export async function createdClient<Client extends StoredClient>(
  session: Session,
  client: NewClient,
  options: RequestOptions,
  steps: ClientCreation<Client>,
): Promise<Client> {
  const body = { '@type': session.fullType('client'), ...checkInput(newClient, client, 'new client') };
  const { landing, reconciled } = await reconciling();
  return reconciled<Client>(session, options, {
    write: (request) => steps.write(body, request),
    look: async (since, request) => {
      const found = await clientLike(steps, client, request);
      return found === 'another' ? found : landing(found, { ...body, ...options.extra?.body }, since);
    },
    unique: true,
    uniqueFields: ['email', 'id', 'bsn'],
  });
}

/** As `createdClient`. */
export async function createdProfessional(
  session: Session,
  professional: NewProfessional,
  options: RequestOptions,
  steps: ProfessionalCreation,
): Promise<Professional> {
  const body = checkInput(newProfessional, professional, 'new professional');
  const { landing, reconciled } = await reconciling();
  return reconciled<Professional>(session, options, {
    write: (request) => steps.write(body, request),
    look: async (since, request) =>
      landing(await professionalLike(steps, professional, request), { ...body, ...options.extra?.body }, since),
    unique: true,
    uniqueFields: ['email', 'id'],
  });
}

/**
 * The client that has what only one client can have: external id, e-mail address or bsn. `another` where that is a friend.
 * One to four requests; of the search it is not documented whether a text must fit whole, so its results are compared.
 */
async function clientLike<Client extends StoredClient>(
  { kind, withId, search }: ClientCreation<Client>,
  { id, email, bsn }: NewClient,
  options: RequestOptions,
): Promise<Client | 'another' | undefined> {
  const byId = id == null ? undefined : await orNone(withId(id, options));
  if (byId !== undefined) return byId;
  for await (const found of search({ email }, options)) {
    // The address of a friend is shown to the friend alone.
    if (!(found instanceof kind)) return 'another';
    if (found.data.email === email) return orNone(found.refresh(options));
  }
  if (bsn == null) return undefined;
  for await (const found of search({ bsn }, options)) {
    if (found instanceof kind && found.data.bsn === bsn) return orNone(found.refresh(options));
  }
  return undefined;
}

/** As `clientLike`. For professionals there is no search, but one request reads all of them. */
async function professionalLike(
  { withId, all }: ProfessionalCreation,
  { id, email }: NewProfessional,
  options: RequestOptions,
): Promise<Professional | undefined> {
  const byId = id == null ? undefined : await orNone(withId(id, options));
  if (byId !== undefined) return byId;
  const found = (await all(options)).find((professional) => professional.data.email === email);
  return found === undefined ? undefined : orNone(found.refresh(options));
}

import type { Collection } from '../hypermedia/collection.js';
import { checkInput } from '../hypermedia/input.js';
import { type RequestOptions, withoutExtra } from '../hypermedia/request-options.js';
import type { Resource } from '../hypermedia/resource.js';
import type { ResourceType, Session } from '../hypermedia/session.js';
import { anything } from '../values/options.js';
import { type ActivationEmail, activateCreated, checkEmail, checkExtraActive, isActivatedApart } from './activation.js';
import { type NewClient, newClient } from './client-fields.js';
import { withLabelOffer } from './offer.js';
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

interface StoredClient
  extends Resource<{ readonly email: string; readonly bsn?: string | null; readonly active: boolean }> {
  activate(email: ActivationEmail, options: RequestOptions): Promise<this>;
}

/** Creates a client, and activates it in a second step if its mail is not to be the platform's welcome mail. */
export async function createdClient<Client extends StoredClient>(
  place: ClientPlace<Client>,
  client: NewClient,
  given: ActivationEmail & RequestOptions,
): Promise<Client> {
  const { sendEmail, ...options } = place.session.begin(given, { sendEmail: anything });
  const email = checkEmail({ sendEmail });
  checkExtraActive(email, options);
  checkInput(newClient, client, 'new client');
  if (!isActivatedApart(client, email)) return createOne(place, client, options);
  const created = await createOne(place, { ...client, active: false }, options);
  return activateCreated(created, email, withoutExtra(options));
}

/** Where its response is lost, it is looked for. */
async function createOne<Client extends StoredClient>(
  place: ClientPlace<Client>,
  client: NewClient,
  options: RequestOptions,
): Promise<Client> {
  const { session, url, kind } = place;
  const body = { '@type': session.fullType('client'), ...checkInput(newClient, client, 'new client') };
  const call = { method: 'POST', target: 'new client', operation: operations.createClient, body } as const;
  const { landingAmong, reconciled } = await reconciling();
  return reconciled<Client>(session, options, {
    write: async (request) => session.created(kind, await withLabelOffer(session.send(url, { ...request, ...call }))),
    look: (since, request) =>
      landingAmong(clientsLike(place, client, request), { ...body, ...options.extra?.body }, since),
    unique: true,
    uniqueFields: ['email', 'id', 'bsn'],
  });
}

/** As `createdClient`. */
export async function createdProfessional(
  { session, url, directory }: Place<Professionals>,
  professional: NewProfessional,
  given: RequestOptions,
): Promise<Professional> {
  const options = session.begin(given);
  const body = checkInput(newProfessional, professional, 'new professional');
  const call = { method: 'POST', target: 'new professional', operation: operations.createProfessional, body } as const;
  const { landingAmong, reconciled } = await reconciling();
  return reconciled<Professional>(session, options, {
    write: async (request) =>
      session.created(Professional, await withLabelOffer(session.send(url, { ...request, ...call }))),
    look: (since, request) =>
      landingAmong(professionalsLike(directory, professional, request), { ...body, ...options.extra?.body }, since),
    unique: true,
    uniqueFields: ['email', 'id'],
  });
}

/**
 * Clients that have what only one client can have: external id, e-mail address or bsn. `another` stands for a friend.
 * As a rule one to four requests; of the search it is not documented whether a text must fit whole, so its results are
 * compared.
 */
async function* clientsLike<Client extends StoredClient>(
  { kind, directory }: ClientPlace<Client>,
  { id, email, bsn }: NewClient,
  options: RequestOptions,
): AsyncGenerator<Client | 'another', void> {
  const byId = id == null ? undefined : await orNone(directory.client({ id }, options));
  if (byId !== undefined) {
    yield byId;
    return;
  }
  let isTaken = false;
  for await (const found of directory.searchClients({ email }, options)) {
    // The address of a friend is shown to the friend alone.
    if (!(found instanceof kind)) yield 'another';
    else if (found.data.email === email) yield* whole(found, options);
    else continue;
    isTaken = true;
  }
  if (isTaken || bsn == null) return;
  for await (const found of directory.searchClients({ bsn }, options)) {
    if (found instanceof kind && found.data.bsn === bsn) yield* whole(found, options);
  }
}

/** As `clientsLike`. For professionals there is no search, but one request reads all of them. */
async function* professionalsLike(
  directory: Professionals,
  { id, email }: NewProfessional,
  options: RequestOptions,
): AsyncGenerator<Professional, void> {
  const byId = id == null ? undefined : await orNone(directory.professional({ id }, options));
  if (byId !== undefined) {
    yield byId;
    return;
  }
  for await (const found of directory.professionals({}, options)) {
    if (found.data.email === email) yield* whole(found, options);
  }
}

/** An item of a list as its own URL gives it, with the time of its creation. */
async function* whole<Item extends Resource<unknown>>(item: Item, options: RequestOptions): AsyncGenerator<Item, void> {
  const found = await orNone(item.refresh(options));
  if (found !== undefined) yield found;
}

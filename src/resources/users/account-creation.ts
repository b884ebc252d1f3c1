import type { JsonObject } from '../../hypermedia/document.js';
import { checkInput, cloneInput } from '../../hypermedia/input.js';
import type { Collection } from '../../hypermedia/lists/collection.js';
import { type RequestOptions, withoutExtra } from '../../hypermedia/request-options.js';
import type { Resource } from '../../hypermedia/resource.js';
import type { ResourceType, Session } from '../../hypermedia/session.js';
import type { Operation } from '../../transport/request.js';
import { anything } from '../../values/options.js';
import { operations } from '../writes/operations.js';
import { reconcile } from '../writes/reconcile.js';
import { undefinedIfNotFound } from '../writes/undefined-if-not-found.js';
import { verifyAmong } from '../writes/verification.js';
import { type ActivationEmail, activateCreated, checkEmail, checkExtraActive, isActivatedLater } from './activation.js';
import { Client } from './client.js';
import { type NewClient, newClient } from './client-fields.js';
import { withLabelOffer } from './offer.js';
import { type NewProfessional, newProfessional, Professional } from './professional.js';

/** Reads accounts. */
export interface AccountReader {
  client(address: { readonly id: string }, options: RequestOptions): Promise<Client>;
  searchClients(
    criteria: { readonly email?: string; readonly bsn?: string },
    options: RequestOptions,
  ): Collection<Resource<unknown>>;
  professional(address: { readonly id: string }, options: RequestOptions): Promise<Professional>;
  professionals(query: object, options: RequestOptions): Collection<Professional>;
}

/** Finds the URL that an account is sent to. It can need a request. */
type FindUrl = (options: RequestOptions) => Promise<URL>;

/** Creates a client. If the platform's welcome mail is not wanted, a second request activates it. */
export async function createClient(
  session: Session,
  findUrl: FindUrl,
  directory: AccountReader,
  fields: NewClient,
  given: ActivationEmail & RequestOptions,
): Promise<Client> {
  const { sendEmail, ...options } = session.begin(given, { sendEmail: anything });
  const email = checkEmail({ sendEmail });
  checkExtraActive(email, options);
  const client = cloneInput(fields);
  const checked = checkInput(newClient, client, 'new client');
  const later = isActivatedLater(client, email);
  const body = { '@type': session.fullType('client'), ...checked, active: client.active && !later };
  const created = await createAccount(session, findUrl, Client, body, options, {
    operation: operations.createClient,
    uniqueFields: ['email', 'id', 'bsn'],
    like: (request) => clientsLike(directory, client, request),
  });
  return later ? activateCreated(created, email, withoutExtra(options)) : created;
}

export async function createProfessional(
  session: Session,
  findUrl: FindUrl,
  directory: AccountReader,
  fields: NewProfessional,
  given: RequestOptions,
): Promise<Professional> {
  const options = session.begin(given);
  const professional = cloneInput(fields);
  const body = checkInput(newProfessional, professional, 'new professional');
  return createAccount(session, findUrl, Professional, body, options, {
    operation: operations.createProfessional,
    uniqueFields: ['email', 'id'],
    like: (request) => professionalsLike(directory, professional, request),
  });
}

/** Steps that differ between kinds of accounts. */
interface Creation<Account> {
  readonly operation: Operation;
  /** See `ReconcilableWrite`. */
  readonly uniqueFields: readonly string[];
  /** Accounts with the same unique values. */
  like(request: RequestOptions): AsyncIterable<Account | 'another'>;
}

/** After a lost response, it reads the account back. */
async function createAccount<Account extends Resource<unknown>>(
  session: Session,
  findUrl: FindUrl,
  kind: ResourceType<Account>,
  body: JsonObject,
  options: RequestOptions,
  { operation, uniqueFields, like }: Creation<Account>,
): Promise<Account> {
  const url = await findUrl(options);
  const call = { method: 'POST', target: `new ${kind.type}`, operation, body } as const;
  return reconcile<Account>(session, options, {
    write: async (request) =>
      session.openCreated(kind, await withLabelOffer(session.send(url, { ...request, ...call }))),
    readBack: (since, request) => verifyAmong(like(request), { ...body, ...options.extra?.body }, since),
    unique: true,
    uniqueFields,
  });
}

/**
 * Clients with the same external id, e-mail address or bsn, which are unique. `another` stands for a friend. Usually one to
 * four requests. Results are compared, since it is not documented whether the search also matches a part of a text.
 */
async function* clientsLike(
  directory: AccountReader,
  { id, email, bsn }: NewClient,
  options: RequestOptions,
): AsyncGenerator<Client | 'another', void> {
  const byId = id == null ? undefined : await undefinedIfNotFound(directory.client({ id }, options));
  if (byId !== undefined) {
    yield byId;
    return;
  }
  let isTaken = false;
  for await (const found of directory.searchClients({ email }, options)) {
    // Only the friend itself sees its address.
    if (!(found instanceof Client)) yield 'another';
    else if (found.data.email === email) yield* readByUrl(found, options);
    else continue;
    isTaken = true;
  }
  if (isTaken || bsn == null) return;
  for await (const found of directory.searchClients({ bsn }, options)) {
    if (found instanceof Client && found.data.bsn === bsn) yield* readByUrl(found, options);
  }
}

/** As `clientsLike`. Professionals cannot be searched, but one request reads all of them. */
async function* professionalsLike(
  directory: AccountReader,
  { id, email }: NewProfessional,
  options: RequestOptions,
): AsyncGenerator<Professional, void> {
  const byId = id == null ? undefined : await undefinedIfNotFound(directory.professional({ id }, options));
  if (byId !== undefined) {
    yield byId;
    return;
  }
  for await (const found of directory.professionals({}, options)) {
    if (found.data.email === email) yield* readByUrl(found, options);
  }
}

/** Reads an item of a list by its own URL, which adds the time of creation. */
async function* readByUrl<Item extends Resource<unknown>>(
  item: Item,
  options: RequestOptions,
): AsyncGenerator<Item, void> {
  const found = await undefinedIfNotFound(item.refresh(options));
  if (found !== undefined) yield found;
}

import { addNote } from '../../errors/note.js';
import { isCareError } from '../../errors.js';
import type { JsonObject } from '../../hypermedia/document.js';
import { checkInput, cloneInput } from '../../hypermedia/input.js';
import { type RequestOptions, withoutExtra } from '../../hypermedia/request-options.js';
import type { Resource } from '../../hypermedia/resource.js';
import type { ResourceType, Session } from '../../hypermedia/session.js';
import type { Operation } from '../../transport/request.js';
import { operations } from '../writes/operations.js';
import { reconcile } from '../writes/reconcile.js';
import { undefinedIfNotFound } from '../writes/undefined-if-not-found.js';
import { verifyAmong } from '../writes/verification.js';
import type { Accounts } from './accounts.js';
import { type ActivationEmail, checkExtraActive, emailChecks, isActivatedLater, switchAccount } from './activation.js';
import { Client } from './client.js';
import { type NewClient, newClient } from './client-fields.js';
import { withLabelOffer } from './offer.js';
import { type NewProfessional, newProfessional, Professional } from './professional.js';

/** Finds the URL that an account is sent to. It can need a request. */
type FindUrl = (options: RequestOptions) => Promise<URL>;

/** Creates a client. If the platform's welcome mail is not wanted, a second request activates it. */
export async function createClient(
  session: Session,
  findUrl: FindUrl,
  accounts: Accounts,
  fields: NewClient,
  given: ActivationEmail & RequestOptions,
): Promise<Client> {
  const { sendEmail, ...options } = session.begin(given, emailChecks);
  const email = { sendEmail };
  checkExtraActive(email, options);
  const client = cloneInput(fields);
  const checked = checkInput(newClient, client, 'new client');
  const later = isActivatedLater(client, email);
  const body = { '@type': session.fullType('client'), ...checked, active: client.active && !later };
  const created = await createAccount(session, findUrl, Client, body, options, {
    operation: operations.createClient,
    uniqueFields: ['email', 'id', 'bsn'],
    like: (request) => clientsLike(accounts, client, request),
  });
  return later ? activateCreated(created, email, withoutExtra(options)) : created;
}

/**
 * Activates a client that was created inactive. A failure names the remaining step.
 *
 * @param canCallAgain whether the same call would activate it. Else the failure is lasting: the call would create a second
 * client, be refused, or leave this one inactive
 */
export async function activateCreated(
  client: Client,
  email: ActivationEmail,
  options: RequestOptions,
  canCallAgain?: boolean,
): Promise<Client> {
  try {
    return await switchAccount(client, true, () => client.activate(email, options), options);
  } catch (failure) {
    const note = 'The client was created, but may be inactive: `upsertClient` with `updateActive` activates it.';
    if (!canCallAgain && isCareError(failure)) Object.defineProperty(failure, 'isLasting', { value: true });
    throw addNote(failure, note, client.url);
  }
}

export async function createProfessional(
  session: Session,
  findUrl: FindUrl,
  accounts: Accounts,
  fields: NewProfessional,
  given: RequestOptions,
): Promise<Professional> {
  const options = session.begin(given);
  const professional = cloneInput(fields);
  const body = checkInput(newProfessional, professional, 'new professional');
  return createAccount(session, findUrl, Professional, body, options, {
    operation: operations.createProfessional,
    uniqueFields: ['email', 'id'],
    like: (request) => professionalsLike(accounts, professional, request),
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
  accounts: Accounts,
  { id, email, bsn }: NewClient,
  options: RequestOptions,
): AsyncGenerator<Client | 'another', void> {
  const byId = !id ? undefined : await undefinedIfNotFound(accounts.client({ id }, options));
  if (byId !== undefined) {
    yield byId;
    return;
  }
  let isTaken = false;
  for await (const found of accounts.searchClients({ email }, options)) {
    // Only the friend itself sees its address.
    if (!(found instanceof Client)) yield 'another';
    else if (found.data.email === email) yield* readByUrl(found, options);
    else continue;
    isTaken = true;
  }
  if (isTaken || !bsn) return;
  for await (const found of accounts.searchClients({ bsn }, options)) {
    if (found instanceof Client && found.data.bsn === bsn) yield* readByUrl(found, options);
  }
}

/** As `clientsLike`. Professionals cannot be searched, but one request reads all of them. */
async function* professionalsLike(
  accounts: Accounts,
  { id, email }: NewProfessional,
  options: RequestOptions,
): AsyncGenerator<Professional, void> {
  const byId = !id ? undefined : await undefinedIfNotFound(accounts.professional({ id }, options));
  if (byId !== undefined) {
    yield byId;
    return;
  }
  for await (const found of accounts.professionals({}, options)) {
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

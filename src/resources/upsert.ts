import { ResponseValidationError } from '../errors.js';
import type { JsonObject } from '../hypermedia/document.js';
import { checkInput, checkObject } from '../hypermedia/input.js';
import { type RequestOptions, withoutExtra } from '../hypermedia/request-options.js';
import type { Session } from '../hypermedia/session.js';
import { aBoolean, anything, type OptionKinds } from '../values/options.js';
import {
  type ActivationEmail,
  activateCreated,
  checkEmail,
  checkExtraActive,
  isActivatedApart,
  switchAccount,
} from './activation.js';
import { type ClientFields, type NewClient, newClient } from './client-fields.js';
import { allowCallAgain, foundAfter } from './found-after.js';
import { orNone } from './or-none.js';
import { type NewProfessional, newProfessional, type Professional } from './professional.js';
import { isSameValue } from './same-value.js';

/** What became of a user, and the user. */
export interface Upserted<User> {
  /** What was done. */
  readonly outcome: 'created' | 'updated' | 'unchanged';
  /** As it is now. */
  readonly resource: User;
}

/** What is left alone unless it is asked for. */
export interface UpsertOptions {
  /** Also changes `active` of a user that exists, which can send mail. Default: `false`. */
  readonly updateActive?: boolean | undefined;
  /** Also sends `picture` to a user that exists: it cannot be compared, so every run sends it. Default: `false`. */
  readonly updatePicture?: boolean | undefined;
}

const upsertKinds: OptionKinds<UpsertOptions> = { updateActive: aBoolean, updatePicture: aBoolean };

interface StoredClient extends StoredUser {
  refresh(options: RequestOptions): Promise<this>;
  update(fields: ClientFields, options: RequestOptions): Promise<this>;
  activate(email: ActivationEmail, options: RequestOptions): Promise<this>;
  deactivate(email: ActivationEmail, options: RequestOptions): Promise<this>;
}

interface Clients<Client> {
  client(address: { readonly id: string }, options: RequestOptions): Promise<Client>;
  createClient(client: NewClient, options: RequestOptions): Promise<Client>;
}

interface Professionals {
  professional(address: { readonly id: string }, options: RequestOptions): Promise<Professional>;
  createProfessional(professional: NewProfessional, options: RequestOptions): Promise<Professional>;
}

export function upsertedClient<Client extends StoredClient>(
  session: Session,
  directory: Clients<Client>,
  externalId: string,
  fields: Omit<NewClient, 'id'>,
  options: UpsertOptions & ActivationEmail & RequestOptions,
): Promise<Upserted<Client>> {
  checkObject(fields, 'client');
  const {
    updateActive: _,
    updatePicture: __,
    sendEmail,
    ...request
  } = session.begin(options, {
    ...upsertKinds,
    sendEmail: anything,
  });
  const plain = withoutExtra(request);
  const email = checkEmail({ sendEmail });
  checkExtraActive(email, request);
  const apart = isActivatedApart(fields, email);
  const steps: UpsertSteps<Client> = {
    what: 'client',
    externalId,
    read: () => directory.client({ id: externalId }, plain),
    create: () => directory.createClient({ ...fields, id: externalId, active: fields.active && !apart }, request),
    complete: async (client) => (apart ? activateCreated(client, email, plain) : client),
    update: (client, changes, later) => client.update(changes, { ...plain, extra: { ...request.extra, body: later } }),
    setActive: (client, active) => {
      const write = () => (active ? client.activate(email, plain) : client.deactivate(email, plain));
      return switchAccount(client, active, write, plain);
    },
  };
  const wanted = checkInput(newClient, { ...fields, id: externalId }, 'client');
  return allowCallAgain('upsertClient', upsert(steps, wanted, options));
}

export function upsertedProfessional(
  session: Session,
  directory: Professionals,
  externalId: string,
  fields: Omit<NewProfessional, 'id'>,
  options: UpsertOptions & RequestOptions,
): Promise<Upserted<Professional>> {
  const { updateActive: _, updatePicture: __, ...request } = session.begin(options, upsertKinds);
  const plain = withoutExtra(request);
  const steps: UpsertSteps<Professional> = {
    what: 'professional',
    externalId,
    read: () => directory.professional({ id: externalId }, plain),
    create: () => directory.createProfessional({ ...fields, id: externalId }, request),
    complete: async (professional) => professional,
    update: (professional, changes, later) =>
      professional.update(changes, { ...plain, extra: { ...request.extra, body: later } }),
    setActive: (professional, active) => {
      const write = () => (active ? professional.activate(plain) : professional.deactivate(plain));
      return switchAccount(professional, active, write, plain);
    },
  };
  checkObject(fields, 'professional');
  const wanted = checkInput(newProfessional, { ...fields, id: externalId }, 'professional');
  return allowCallAgain('upsertProfessional', upsert(steps, wanted, options));
}

/** The steps that differ between kinds of users. */
interface UpsertSteps<User> {
  /** Names the kind in messages. */
  readonly what: string;
  readonly externalId: string;
  read(): Promise<User>;
  create(): Promise<User>;
  /** What is left to do after creation. */
  complete(user: User): Promise<User>;
  /** @param later what is sent beside the fields */
  update(user: User, fields: JsonObject, later: JsonObject): Promise<User>;
  setActive(user: User, active: boolean): Promise<User>;
}

interface StoredUser {
  readonly data: { readonly id?: string | null; readonly active: boolean };
}

/**
 * Brings a user with an external id to the state that is wanted: reads it, then creates it or sends what differs. Safe to
 * run twice and at the same time: a refusal that another run caused, and a lost answer, are answered by looking again.
 *
 * @param wanted checked as if the user were new, so that a mistake shows at the first run and not at the first new user
 */
async function upsert<User extends StoredUser>(
  steps: UpsertSteps<User>,
  wanted: JsonObject,
  options: UpsertOptions & RequestOptions,
): Promise<Upserted<User>> {
  const found = await orNone(steps.read());
  if (found !== undefined) return align(steps, found, wanted, options);
  let created: User;
  try {
    created = await steps.create();
  } catch (failure) {
    const winner = await foundAfter(failure, () => orNone(steps.read()), options.signal);
    return align(steps, winner, wanted, options);
  }
  if (created.data.id !== steps.externalId) throw notKept(steps.what);
  return { outcome: 'created', resource: await steps.complete(created) };
}

async function align<User extends StoredUser>(
  steps: UpsertSteps<User>,
  user: User,
  wanted: JsonObject,
  { updateActive = false, updatePicture = false, extra }: UpsertOptions & RequestOptions,
): Promise<Upserted<User>> {
  const stored: Readonly<Record<string, unknown>> = { ...user.data };
  const differs = ([name, value]: [string, unknown]): boolean => {
    if (value === undefined || name === 'active' || name === 'id') return false;
    if (name === 'picture') return updatePicture;
    // Absent means that this platform does not keep the field, and would drop it in silence at every run.
    return Object.hasOwn(stored, name) && !isSameValue(value, stored[name]);
  };
  const changesOf = (fields: JsonObject) => Object.fromEntries(Object.entries(fields).filter(differs));
  const changes = changesOf(wanted);
  const later = changesOf(extra?.body ?? {});
  const activates = updateActive && wanted.active !== user.data.active;

  let resource = user;
  if (Object.keys({ ...changes, ...later }).length > 0) resource = await steps.update(resource, changes, later);
  if (activates) resource = await steps.setActive(resource, wanted.active === true);
  return { outcome: resource === user ? 'unchanged' : 'updated', resource };
}

function notKept(what: string): ResponseValidationError {
  const message = 'The platform created it without the external id: it keeps none, so every run would create another.';
  return new ResponseValidationError(`upsert of a ${what}: ${message}`, what, [{ name: 'id', message }]);
}

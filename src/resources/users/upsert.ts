import { ResponseValidationError } from '../../errors.js';
import type { JsonObject } from '../../hypermedia/document.js';
import { checkInput, checkObject } from '../../hypermedia/input.js';
import { type RequestOptions, withoutExtra } from '../../hypermedia/request-options.js';
import type { Session } from '../../hypermedia/session.js';
import { aBoolean, anything, type OptionChecks } from '../../values/options.js';
import { allowCallAgain, readBackAfter } from '../writes/read-back.js';
import { isSameValue } from '../writes/same-value.js';
import { undefinedIfNotFound } from '../writes/undefined-if-not-found.js';
import {
  type ActivationEmail,
  activateCreated,
  checkEmail,
  checkExtraActive,
  isActivatedApart,
  switchAccount,
} from './activation.js';
import { type NewClient, newClient } from './client-fields.js';
import { changesOf, type FieldChanges } from './field-changes.js';
import { type NewProfessional, newProfessional, type Professional } from './professional.js';

/** Result of a dry run of `upsertClient()` or `upsertProfessional()`. */
export interface UpsertPlan<User extends { readonly data: object }> {
  /** Whether the user was created, updated or left unchanged, or would be. */
  readonly outcome: 'created' | 'updated' | 'unchanged';
  /** The user in its current state; `undefined` if it would be created. */
  readonly resource: User | undefined;
  /** The user as it was read; `undefined` if it did not exist. */
  readonly before: User | undefined;
  /** Each field that differs and was sent, or would be. Empty if the user is unchanged. */
  readonly changes: FieldChanges<User>;
}

/** Result of `upsertClient()` and `upsertProfessional()`. */
export interface UpsertResult<User extends { readonly data: object }> extends UpsertPlan<User> {
  /** The user in its current state. */
  readonly resource: User;
}

/** What an upsert does only on request. */
export interface UpsertOptions {
  /** Also changes `active` of an existing user, which can send mail. Default: `false`. */
  readonly updateActive?: boolean | undefined;
  /** Also sends `picture` for an existing user. Pictures cannot be compared, so every run sends it. Default: `false`. */
  readonly updatePicture?: boolean | undefined;
  /** Reads and compares, and sends nothing that writes: the result is an `UpsertPlan`. Default: `false`. */
  readonly dryRun?: boolean | undefined;
}

export const upsertChecks: OptionChecks<UpsertOptions> = {
  updateActive: aBoolean,
  updatePicture: aBoolean,
  dryRun: aBoolean,
};

interface StoredUser {
  readonly data: { readonly id?: string | null; readonly active: boolean };
  refresh(options: RequestOptions): Promise<this>;
  update(fields: JsonObject, options: RequestOptions): Promise<this>;
}

export interface StoredClient extends StoredUser {
  activate(email: ActivationEmail, options: RequestOptions): Promise<this>;
  deactivate(email: ActivationEmail, options: RequestOptions): Promise<this>;
}

export interface Clients<Client> {
  client(address: { readonly id: string }, options: RequestOptions): Promise<Client>;
  createClient(client: NewClient, options: RequestOptions): Promise<Client>;
}

export interface Professionals {
  professional(address: { readonly id: string }, options: RequestOptions): Promise<Professional>;
  createProfessional(professional: NewProfessional, options: RequestOptions): Promise<Professional>;
}

/** A user of a list, which need not be read again: `undefined` if the list does not contain it. */
export interface PresentUser<User> {
  readonly user: User | undefined;
}

export function upsertClient<Client extends StoredClient>(
  session: Session,
  directory: Clients<Client>,
  externalId: string,
  input: Omit<NewClient, 'id'>,
  options: UpsertOptions & ActivationEmail & RequestOptions,
  listed?: PresentUser<Client>,
): Promise<UpsertPlan<Client>> {
  checkObject(input, 'client');
  const fields = { ...input, id: externalId };
  const { updateActive, updatePicture, dryRun, sendEmail, ...request } = session.begin(options, {
    ...upsertChecks,
    sendEmail: anything,
  });
  const plain = withoutExtra(request);
  const email = checkEmail({ sendEmail });
  checkExtraActive(email, request);
  const apart = isActivatedApart(fields, email);
  return upsert<Client>(
    {
      what: 'client',
      wanted: checkInput(newClient, fields, 'client'),
      read: () => directory.client({ id: externalId }, plain),
      create: () => directory.createClient({ ...fields, active: fields.active && !apart }, request),
      complete: async (client) => (apart ? activateCreated(client, email, plain) : client),
      setActive: (client, active) => (active ? client.activate(email, plain) : client.deactivate(email, plain)),
    },
    { updateActive, updatePicture, dryRun },
    request,
    listed,
  );
}

export function upsertProfessional(
  session: Session,
  directory: Professionals,
  externalId: string,
  input: Omit<NewProfessional, 'id'>,
  options: UpsertOptions & RequestOptions,
  listed?: PresentUser<Professional>,
): Promise<UpsertPlan<Professional>> {
  checkObject(input, 'professional');
  const fields = { ...input, id: externalId };
  const { updateActive, updatePicture, dryRun, ...request } = session.begin(options, upsertChecks);
  const plain = withoutExtra(request);
  return upsert<Professional>(
    {
      what: 'professional',
      wanted: checkInput(newProfessional, fields, 'professional'),
      read: () => directory.professional({ id: externalId }, plain),
      create: () => directory.createProfessional(fields, request),
      complete: async (professional) => professional,
      setActive: (professional, active) => (active ? professional.activate(plain) : professional.deactivate(plain)),
    },
    { updateActive, updatePicture, dryRun },
    request,
    listed,
  );
}

/** The steps that differ between kinds of users. */
interface UpsertSteps<User> {
  /** Names the kind in messages. */
  readonly what: 'client' | 'professional';
  /** Checked as if the user were new: a mistake then shows at the first run, not at the first new user. */
  readonly wanted: JsonObject;
  read(): Promise<User>;
  create(): Promise<User>;
  /** Completes a user that was just created. */
  complete(user: User): Promise<User>;
  setActive(user: User, active: boolean): Promise<User>;
}

/**
 * Brings the user with an external id to the wanted state: reads it, then creates it or sends the differences. Safe to run
 * twice, also at the same time. After a lost response, or a refusal because of another run, it reads the user again.
 */
function upsert<User extends StoredUser>(
  steps: UpsertSteps<User>,
  options: UpsertOptions,
  request: RequestOptions,
  listed?: PresentUser<User>,
): Promise<UpsertPlan<User>> {
  const method = steps.what === 'client' ? 'upsertClient' : 'upsertProfessional';
  return allowCallAgain(method, createOrUpdate(steps, options, request, listed));
}

async function createOrUpdate<User extends StoredUser>(
  steps: UpsertSteps<User>,
  options: UpsertOptions,
  request: RequestOptions,
  listed?: PresentUser<User>,
): Promise<UpsertPlan<User>> {
  const found = listed === undefined ? await undefinedIfNotFound(steps.read()) : listed.user;
  if (found !== undefined) return updateExisting(steps, found, options, request);
  const sent = changesOf<User>(undefined, { ...steps.wanted, ...request.extra?.body });
  const plan = { outcome: 'created', resource: undefined, before: undefined, changes: sent } as const;
  if (options.dryRun) return plan;
  let created: User;
  try {
    created = await steps.create();
  } catch (failure) {
    const winner = await readBackAfter(failure, () => undefinedIfNotFound(steps.read()), request.signal);
    return updateExisting(steps, winner, options, request);
  }
  if (created.data.id !== steps.wanted.id) throw missingIdError(steps.what);
  return { ...plan, resource: await steps.complete(created) };
}

async function updateExisting<User extends StoredUser>(
  { wanted, setActive }: UpsertSteps<User>,
  user: User,
  { updateActive = false, updatePicture = false, dryRun = false }: UpsertOptions,
  { extra, ...plain }: RequestOptions,
): Promise<UpsertPlan<User>> {
  const stored: Readonly<Record<string, unknown>> = { ...user.data };
  const differs = ([name, value]: [string, unknown]): boolean => {
    if (value === undefined || name === 'active' || name === 'id') return false;
    if (name === 'picture') return updatePicture;
    // If the field is absent, this platform does not store it, and would silently drop it at every run.
    return Object.hasOwn(stored, name) && !isSameValue(value, stored[name]);
  };
  const differing = (fields: JsonObject) => Object.fromEntries(Object.entries(fields).filter(differs));
  const fields = differing(wanted);
  const later = differing(extra?.body ?? {});
  const active = wanted.active === true;
  const isSwitched = updateActive && active !== user.data.active;
  const changes = changesOf(user, { ...fields, ...later, ...(isSwitched && { active }) });
  const outcome = Object.keys(changes).length > 0 ? 'updated' : 'unchanged';
  const plan = { outcome, resource: user, before: user, changes } as const;
  if (dryRun) return plan;

  let resource = user;
  if (Object.keys({ ...fields, ...later }).length > 0) {
    resource = await resource.update(fields, { ...plain, extra: { ...extra, body: later } });
  }
  if (isSwitched) {
    const account = resource;
    resource = await switchAccount(account, active, () => setActive(account, active), plain);
  }
  return { ...plan, resource };
}

function missingIdError(what: string): ResponseValidationError {
  const message =
    'The platform created it without the external id. It stores no such ids, so every run would create another.';
  return new ResponseValidationError(`upsert of a ${what}: ${message}`, what, [
    { name: 'id', message, code: 'undocumented' },
  ]);
}

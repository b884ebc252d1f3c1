import { mapConcurrent } from '../../async/map-concurrent.js';
import { type RequestOptions, requestChecks } from '../../hypermedia/request-options.js';
import type { ResourceType, Session } from '../../hypermedia/session.js';
import { aBoolean, aFunction, type OptionChecks, optionsOf, takeOptions, wholeNumber } from '../../values/options.js';
import { LabelTexts } from '../label-texts.js';
import type { Accounts } from './accounts.js';
import { emailChecks } from './activation.js';
import { Client } from './client.js';
import { ListedUsers } from './listed-users.js';
import { Professional } from './professional.js';
import { FailureStreak, isOfRow } from './sync-failures.js';
import { type DeactivationSteps, deactivateUser, usersWithoutRow } from './sync-leavers.js';
import type {
  ClientDeactivationOptions,
  ClientRow,
  ClientSyncOptions,
  DeactivationOptions,
  ProfessionalRow,
  SyncOptions,
  SyncPlan,
} from './sync-result.js';
import { checkRows, idOf, RowCheck, type Rows } from './sync-rows.js';
import { upsertClient, upsertProfessional } from './upsert.js';
import { type UpsertOptions, type UpsertPlan, upsertChecks } from './upsert-plan.js';
import type { StoredUser, UpsertContext } from './upsert-run.js';

const { extra: _, ...sendChecks } = requestChecks;

const deactivationChecks: OptionChecks<DeactivationOptions<never>> = { max: wholeNumber(0), filter: aFunction };

const syncChecks: OptionChecks<SyncOptions<never>> = {
  ...sendChecks,
  ...upsertChecks,
  concurrency: wholeNumber(1, 20),
  deactivateWithoutRow: optionsOf(deactivationChecks),
};

const clientSyncChecks: OptionChecks<ClientSyncOptions<never>> = {
  ...syncChecks,
  ...emailChecks,
  deactivateWithoutRow: optionsOf<ClientDeactivationOptions<never>>({ ...deactivationChecks, notify: aBoolean }),
};

export function syncClients(
  session: Session,
  accounts: Accounts,
  rows: Rows<ClientRow>,
  given: ClientSyncOptions<Client>,
): AsyncGenerator<SyncPlan<Client>, void> {
  const { sendEmail, ...options } = takeOptions<ClientSyncOptions<Client>>('sync of clients', given, clientSyncChecks);
  const email = { sendEmail };
  return syncUsers<Client, ClientRow>(session, Client, rows, options, {
    method: 'syncClients',
    list: (request) => accounts.clients({ prefetch: 1 }, request),
    upsert: ({ id, ...wanted }, request, context) =>
      upsertClient(session, accounts, id, wanted, { ...request, ...email }, context),
    deactivate: (client, request) =>
      client.deactivate(options.deactivateWithoutRow?.notify ? {} : { sendEmail: 'no' }, request),
  });
}

export function syncProfessionals(
  session: Session,
  accounts: Accounts,
  rows: Rows<ProfessionalRow>,
  given: SyncOptions<Professional>,
): AsyncGenerator<SyncPlan<Professional>, void> {
  const options = takeOptions<SyncOptions<Professional>>('sync of professionals', given, syncChecks);
  return syncUsers<Professional, ProfessionalRow>(session, Professional, rows, options, {
    method: 'syncProfessionals',
    list: (request) => accounts.professionals({}, request),
    upsert: ({ id, ...wanted }, request, context) =>
      upsertProfessional(session, accounts, id, wanted, request, context),
    deactivate: (professional, request) => professional.deactivate(request),
  });
}

/** Steps that differ between kinds of users. */
interface SyncSteps<User extends StoredUser, Row> extends DeactivationSteps<User> {
  list(request: RequestOptions): AsyncIterable<unknown>;
  /** Creates the user of a row, or changes the fields that differ. */
  upsert(row: Row, options: UpsertOptions & RequestOptions, context: UpsertContext<User>): Promise<UpsertPlan<User>>;
}

/**
 * Reads the list once, compares each row with it, and upserts each user that differs. It can be ended at any time and run
 * again: users of the first run are then unchanged.
 */
async function* syncUsers<User extends StoredUser, Row extends { readonly id: string }>(
  session: Session,
  kind: ResourceType<User>,
  rows: Rows<Row>,
  {
    concurrency = 8,
    updateActive,
    updatePicture,
    createLabels,
    dryRun,
    deactivateWithoutRow,
    ...given
  }: SyncOptions<User>,
  steps: SyncSteps<User, Row>,
): AsyncGenerator<SyncPlan<User>, void> {
  checkRows(rows, kind.type);
  const request = { priority: 'bulk', ...given } as const;
  const users = new ListedUsers(session, kind);
  await users.read(steps.list(request));

  const check = new RowCheck(kind.type);
  const first = new FirstAlone();
  const labels = new LabelTexts(session, request);
  let index = 0;
  const syncRow = async (given: Row, signal: AbortSignal) => {
    const step = { index: index++, id: idOf(given) };
    let done: UpsertPlan<User> | undefined;
    const onWrite = (plan: UpsertPlan<User>) => {
      done = plan;
    };
    try {
      const row = check.take(given, step.index);
      const context = { listed: users.get(row.id), labels, onWrite };
      const options = { ...request, updateActive, updatePicture, createLabels, dryRun, signal };
      const send = () => steps.upsert(row, options, context);
      return { ...step, ...(await (users.showsIds ? send() : first.run(send, signal))) };
    } catch (failure) {
      return resultOfFailure(step, failure, signal, done);
    }
  };

  const deactivate = async (user: User, signal: AbortSignal) => {
    const step = { index: undefined, id: user.data.id ?? undefined };
    try {
      return { ...step, ...(await deactivateUser(session, user, { ...request, signal }, dryRun, steps)) };
    } catch (failure) {
      return resultOfFailure(step, failure, signal, undefined);
    }
  };

  const results = async function* () {
    yield* mapConcurrent(rows, concurrency, syncRow, given.signal);
    if (deactivateWithoutRow === undefined) return;
    const leaving = usersWithoutRow(users, check, kind.type, deactivateWithoutRow);
    yield* mapConcurrent(leaving, concurrency, deactivate, given.signal);
  };

  const counts = { created: 0, updated: 0, unchanged: 0, deactivated: 0, failed: 0 };
  const streak = new FailureStreak();
  for await (const result of results()) {
    counts[result.outcome]++;
    yield { ...result, counts: { ...counts } };
    streak.note(result);
  }
}

/** The result of a row or user that failed. Throws the failure if it concerns all. */
function resultOfFailure<Step extends object, Done>(step: Step, failure: unknown, signal: AbortSignal, done: Done) {
  if (!isOfRow(failure, signal)) throw failure;
  return { ...step, outcome: 'failed', error: failure, done } as const;
}

/**
 * Runs creations one at a time until one has succeeded. While no user shows that the platform stores external ids, it may
 * store none. Then only one user is created without its id.
 */
class FirstAlone {
  #running: Promise<void> | undefined;
  #hasSucceeded = false;

  async run<Result>(create: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    // Rejects with the failure that ends the sync.
    while (!this.#hasSucceeded && this.#running !== undefined) await this.#running;
    if (this.#hasSucceeded) return create();
    const creation = create();
    this.#running = creation.then(
      () => {
        this.#hasSucceeded = true;
      },
      (failure) => {
        if (!isOfRow(failure, signal)) throw failure;
        this.#running = undefined;
      },
    );
    this.#running.catch(() => undefined);
    return creation;
  }
}

import { isCareError, OutcomeUnknownError } from '../errors.js';
import type { JsonObject } from '../hypermedia/document.js';
import type { Resource } from '../hypermedia/resource.js';
import type { Session } from '../hypermedia/session.js';

/**
 * What a look at the platform tells of a write whose answer was lost: it landed; it did not; or nothing can tell.
 */
export type Landing<Result> = { readonly landed: Result } | 'absent' | 'unknown';

export interface ReconcilableWrite<Result> {
  write(): Promise<Result>;
  /** @param since the platform's time just before the first attempt */
  look(since: Date): Promise<Landing<Result>>;
  /**
   * Whether the platform itself refuses a second one, so that it can be sent again although the first may still land. Where
   * it does not, a look is all that is done.
   */
  readonly unique: boolean;
  readonly signal?: AbortSignal | undefined;
}

const firstWait = 500;

/**
 * Sends a write, and looks before it sends it again. Landed counts as answered; what surely did not land is sent again; what
 * cannot be told is an `OutcomeUnknownError`. A refusal of a repeat may come of the first one having landed, so it is looked
 * at too.
 */
export async function reconciled<Result>(session: Session, steps: ReconcilableWrite<Result>): Promise<Result> {
  const since = session.clock.now();
  const { repeats } = session.connection;
  let lost: OutcomeUnknownError | undefined;
  for (let attempts = 1; ; attempts++) {
    let refusal: unknown;
    try {
      return await steps.write();
    } catch (failure) {
      if (failure instanceof OutcomeUnknownError) lost = failure;
      else if (lost === undefined) throw failure;
      else if (isCareError(failure, 'BadRequestError') || isCareError(failure, 'InvalidInputError')) refusal = failure;
      else throw lost;
    }
    if (since === undefined) throw lost;
    await session.connection.pause(firstWait * attempts, steps.signal);
    const landing = await lookAgain(steps, since, lost);
    if (typeof landing === 'object') return landing.landed;
    if (landing === 'absent' && refusal !== undefined) throw refusal;
    if (landing === 'unknown' || !steps.unique || attempts > repeats) throw lost;
  }
}

/** A look that fails tells nothing, but for an abort, which is the caller's wish. */
async function lookAgain<Result>(
  steps: ReconcilableWrite<Result>,
  since: Date,
  lost: OutcomeUnknownError,
): Promise<Landing<Result>> {
  try {
    return await steps.look(since);
  } catch (failure) {
    if (steps.signal?.aborted) throw failure;
    if (isCareError(failure)) return 'unknown';
    throw lost;
  }
}

/**
 * Whether a resource that was found is the one that was sent: not older than the call, and every field as sent. One that is
 * older was there before, so that ours was refused; one that differs may be ours and changed since.
 */
export function landing<Found extends Resource<unknown>>(
  found: Found | undefined,
  sent: JsonObject,
  since: Date,
): Landing<Found> {
  if (found === undefined) return 'absent';
  const { createdAt } = found;
  if (createdAt === undefined) return 'unknown';
  if (createdAt.getTime() < wholeSeconds(since)) return 'absent';
  return isAsSent(found, sent) ? { landed: found } : 'unknown';
}

function isAsSent(found: Resource<unknown>, sent: JsonObject): boolean {
  return Object.entries(sent).every(([name, value]) => {
    const stored = found.attribute(name);
    // A field that the platform does not keep says nothing, and bytes come back as a reference.
    if (stored === undefined || (typeof value === 'object' && value !== null && !Array.isArray(value))) return true;
    return canonical(value) === canonical(stored);
  });
}

/** Lists have no order, and none is the same as an empty one. */
function canonical(value: unknown): string {
  const content = Array.isArray(value) ? [...value].sort() : value;
  return JSON.stringify(Array.isArray(content) && content.length === 0 ? null : (content ?? null));
}

/** `undefined` where there is no such thing. */
export async function orNone<Found>(reading: Promise<Found>): Promise<Found | undefined> {
  try {
    return await reading;
  } catch (failure) {
    if (isCareError(failure, 'NotFoundError')) return undefined;
    throw failure;
  }
}

/** Whether an account was switched by the call: it is in the state that was asked for, and was changed since. */
export function switched<Account extends Resource<{ readonly active: boolean }>>(
  account: Account,
  active: boolean,
  since: Date,
): Landing<Account> {
  if (account.data.active !== active) return 'absent';
  const { modifiedAt } = account;
  if (modifiedAt === undefined) return 'unknown';
  return modifiedAt.getTime() >= wholeSeconds(since) ? { landed: account } : 'absent';
}

/** The platform keeps whole seconds. */
function wholeSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000) * 1000;
}

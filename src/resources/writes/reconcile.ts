import { addNote } from '../../errors/note.js';
import {
  ApiError,
  type BadRequestError,
  isCareError,
  OutcomeUnknownError,
  RequestError,
  ResponseValidationError,
  UnexpectedResponseError,
} from '../../errors.js';
import { platformTime } from '../../hypermedia/platform-clock.js';
import { type RequestOptions, withoutExtra } from '../../hypermedia/request-options.js';
import type { Session } from '../../hypermedia/session.js';
import type { Verification } from './verification.js';

export interface ReconcilableWrite<Result> {
  write(options: RequestOptions): Promise<Result>;
  /**
   * @param since the platform's time just before the first attempt, if it is known
   */
  readBack(since: Date | undefined, options: RequestOptions): Promise<Verification<Result>>;
  /**
   * Whether the platform refuses to apply it twice: a second client with the same id, or the activation of an active client. Then
   * the write can be sent again, although the first may still be applied. If not, it is only read back.
   */
  readonly unique: boolean;
  /**
   * Set if the write sets a state, and it does not matter which caller sets it. If reading back then does not find it, the call
   * fails with its own failure, since a later call does no harm. It does not change whether this call sends it again.
   */
  readonly isState?: boolean;
  /** Fields with unique values. The platform also refuses values of users that this token may not read. */
  readonly uniqueFields?: readonly string[];
}

const firstReadBackWait = 500;

/** The failures of a write so far. */
interface Loss {
  error: OutcomeUnknownError | undefined;
  /** Requests sent for the write. */
  attempts: number;
  /** Milliseconds waited for the write, and before reading back. */
  waited: number;
}

/**
 * Sends a write. After a lost response, it reads back before each retry. A write that was applied is the result. A write that
 * is not found is sent again only if the platform refuses duplicates. Otherwise it throws an `OutcomeUnknownError`. A retry can
 * be refused because the first attempt was applied, so it is read back too. All steps share one deadline.
 */
export async function reconcile<Result>(
  session: Session,
  given: RequestOptions,
  steps: ReconcilableWrite<Result>,
): Promise<Result> {
  const { connection } = session;
  const options = session.begin(given);
  const timeOfCall = platformTime(session.lastReading);
  let since: Date | undefined;
  const loss: Loss = { error: undefined, attempts: 0, waited: 0 };
  const throwUnknownOutcome: (why: string) => never = (why) => {
    throw reportUnknownOutcome(session, loss, why);
  };
  for (let retries = 0; ; retries++) {
    let failure: unknown;
    try {
      return await steps.write(options);
    } catch (thrown) {
      countFailure(loss, thrown);
      if (loss.error === undefined) throw thrown;
      if (options.signal?.aborted || wasApplied(thrown)) throw thrown;
      failure = thrown;
    }

    // Writes of other callers while this call waited to be sent are not its own.
    since ??= timeOfCall && new Date(timeOfCall.getTime() + loss.waited);
    if (since === undefined && !steps.unique)
      throwUnknownOutcome("It was not read back: the platform's time is unknown.");
    const wait = firstReadBackWait * (retries + 1);
    if (connection.remaining(options) <= wait) throwUnknownOutcome('It was not read back: its deadline is too near.');
    loss.waited += wait;
    let found: Verification<Result>;
    try {
      await connection.pause(wait, options.signal);
      found = await steps.readBack(since, withoutExtra(options));
    } catch (thrown) {
      // An abort is the caller's decision. Any other failure of reading back leaves the outcome unknown.
      if (options.signal?.aborted) throw thrown;
      throwUnknownOutcome(`Reading back failed (${isCareError(thrown) ? thrown.name : 'unknown error'}).`);
    }

    if (typeof found === 'object') return found.applied;
    if (found === 'unknown') throwUnknownOutcome('Reading back left it unclear.');
    if (wasCreated(loss) && !steps.isState) throwUnknownOutcome(notFound);
    if (isRefusal(failure)) {
      if (found === 'another' || !mayBeHidden(failure, steps)) throw addNote(failure, lostBefore);
      throwUnknownOutcome('A retry was refused, and the conflicting item cannot be read.');
    }
    if (isFinalResponse(failure)) {
      if (steps.isState) throw addNote(failure, lostBefore);
      throwUnknownOutcome(`A retry failed (${failure.name}).`);
    }
    if (steps.unique && (await connection.spendRetry(options, retries))) continue;
    if (!steps.isState) throwUnknownOutcome(notFound);
    const last = failure instanceof OutcomeUnknownError ? failure.cause : failure;
    throw addNote(last, `${notFound} It is safe to send again.`);
  }
}

const notFound = 'Reading back did not find it yet.';
const lostBefore = 'The response of an earlier attempt was lost.';

function countFailure(loss: Loss, thrown: unknown): void {
  if (thrown instanceof OutcomeUnknownError) loss.error = thrown;
  if (!(thrown instanceof RequestError)) return;
  loss.attempts += thrown.attempts;
  loss.waited += thrown.waited;
}

function isRefusal(failure: unknown): failure is BadRequestError {
  return isCareError(failure, 'BadRequestError');
}

/** Whether an item that cannot be read back may have caused the refusal. A refusal need not name the field. */
function mayBeHidden({ problems }: BadRequestError, { uniqueFields }: ReconcilableWrite<unknown>): boolean {
  if (uniqueFields === undefined) return false;
  return problems.length === 0 || problems.some(({ name }) => uniqueFields.includes(name));
}

/** Whether the platform responded that it was created, although the rest of the response could not be read. */
function wasCreated({ error }: Loss): boolean {
  return Object(error?.cause).status === 201;
}

/** Whether another retry would get the same response. */
function isFinalResponse(failure: unknown): failure is Error {
  const hasResponse = failure instanceof ApiError || failure instanceof UnexpectedResponseError;
  return hasResponse && failure.status !== 429 && failure.status !== 425;
}

/** Whether the response to a retry says that it was applied, but its document cannot be read. */
function wasApplied(thrown: unknown): boolean {
  return (
    thrown instanceof ResponseValidationError || (thrown instanceof UnexpectedResponseError && thrown.status < 300)
  );
}

/** The failure of the whole call: the last one that leaves the outcome unknown, with all requests and waits. */
function reportUnknownOutcome(session: Session, { error, ...total }: Loss, why: string): unknown {
  const report = addNote(Object.assign(error as OutcomeUnknownError, total), why);
  session.logger?.error(report.message);
  return report;
}

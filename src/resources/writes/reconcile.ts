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
   * @param since the platform's time just before it was first sent, where it is known
   */
  readBack(since: Date | undefined, options: RequestOptions): Promise<Verification<Result>>;
  /**
   * Whether the platform itself refuses a second one, so that it can be sent again although the first may still land. Where
   * it does not, a look is all that is done.
   */
  readonly unique: boolean;
  /**
   * Set if what was asked for is a state, whoever brings it about: sending it again does no harm, and a look that succeeds
   * leaves nothing unknown.
   */
  readonly isState?: boolean;
  /** Fields whose values the platform takes only once, also where it holds them for somebody this user may not see. */
  readonly uniqueFields?: readonly string[];
}

const firstReadBackWait = 500;

/** What became of a write so far. */
interface Loss {
  error: OutcomeUnknownError | undefined;
  /** Requests sent to write it. */
  attempts: number;
  /** Milliseconds waited for writing it, and before looking. */
  waited: number;
}

/**
 * Sends a write, and looks before it sends it again. Landed counts as answered; what surely did not land is sent again; what
 * cannot be told is an `OutcomeUnknownError`. A refusal of a repeat may come of the first one having landed, so it is looked
 * at too. All of it shares one deadline.
 */
export async function reconcile<Result>(
  session: Session,
  given: RequestOptions,
  steps: ReconcilableWrite<Result>,
): Promise<Result> {
  const { connection } = session;
  const options = session.begin(given);
  const called = platformTime(session.lastReading);
  let since: Date | undefined;
  const loss: Loss = { error: undefined, attempts: 0, waited: 0 };
  const outcomeUnknownError = (why: string) => unknown(session, loss, why);
  for (let retries = 0; ; retries++) {
    let failure: unknown;
    try {
      return await steps.write(options);
    } catch (thrown) {
      note(loss, thrown);
      if (loss.error === undefined) throw thrown;
      if (options.signal?.aborted || wasApplied(thrown)) throw thrown;
      failure = thrown;
    }

    // What others did while it waited to be sent is not this call's.
    since ??= called && new Date(called.getTime() + loss.waited);
    if (since === undefined && !steps.unique) {
      throw outcomeUnknownError("The platform's clock cannot be read, so reading back would prove nothing.");
    }
    const wait = firstReadBackWait * (retries + 1);
    if (connection.remaining(options.until) <= wait)
      throw outcomeUnknownError('Its deadline left no time to read it back.');
    loss.waited += wait;
    let found: Verification<Result>;
    try {
      await connection.pause(wait, options.signal);
      found = await steps.readBack(since, withoutExtra(options));
    } catch (thrown) {
      // An abort is the caller's wish; any other look that fails tells nothing.
      if (options.signal?.aborted) throw thrown;
      throw outcomeUnknownError(`Reading back failed (${isCareError(thrown) ? thrown.name : 'unknown error'}).`);
    }

    if (typeof found === 'object') return found.applied;
    if (found === 'unknown') throw outcomeUnknownError('It was read back, but the result is unclear.');
    if (wasCreated(loss) && !steps.isState)
      throw outcomeUnknownError('Reading back did not find it, but it may not be visible yet.');
    if (isRefusal(failure)) {
      if (found === 'another' || !mayBeHidden(failure, steps)) throw addNote(failure, lostBefore);
      throw outcomeUnknownError('A retry was refused, and the conflicting item cannot be read.');
    }
    if (isFinalResponse(failure) && steps.isState) throw addNote(failure, lostBefore);
    if (isFinalResponse(failure)) throw outcomeUnknownError(`A retry failed (${failure.name}).`);
    if (!steps.unique) throw outcomeUnknownError('Reading back did not find it, but it may still arrive.');
    if (retries < connection.retries && connection.canRetry()) continue;
    if (!steps.isState) throw outcomeUnknownError('Reading back did not find it.');
    const last = failure instanceof OutcomeUnknownError ? failure.cause : failure;
    throw addNote(last, 'Reading back did not find it; it is safe to send again.');
  }
}

const lostBefore = 'An earlier attempt of this call was sent, and its response was lost.';

function note(loss: Loss, thrown: unknown): void {
  if (thrown instanceof OutcomeUnknownError) loss.error = thrown;
  if (!(thrown instanceof RequestError)) return;
  loss.attempts += thrown.attempts;
  loss.waited += thrown.waited;
}

function isRefusal(failure: unknown): failure is BadRequestError {
  return isCareError(failure, 'BadRequestError');
}

/** Whether it may have been refused for something that a look does not find; a refusal need not say which field it is about. */
function mayBeHidden({ problems }: BadRequestError, { uniqueFields }: ReconcilableWrite<unknown>): boolean {
  if (uniqueFields === undefined) return false;
  return problems.length === 0 || problems.some(({ name }) => uniqueFields.includes(name));
}

/** Whether the platform answered that it was created, although no more of that answer could be read. */
function wasCreated({ error }: Loss): boolean {
  return error?.cause instanceof UnexpectedResponseError && error.cause.status === 201;
}

/** Whether a repeat got an answer that another one would get too. */
function isFinalResponse(failure: unknown): failure is Error {
  const context = failure instanceof ApiError || failure instanceof UnexpectedResponseError;
  return context && failure.status !== 429 && failure.status !== 425;
}

/** Whether a repeat was answered that it is done, in a document that cannot be read. */
function wasApplied(thrown: unknown): boolean {
  return (
    thrown instanceof ResponseValidationError || (thrown instanceof UnexpectedResponseError && thrown.status < 300)
  );
}

function unknown(session: Session, { error, attempts, waited }: Loss, why: string): unknown {
  if (error === undefined) return undefined;
  const { method, target, operation, check, cause } = error;
  const about = { method, target, url: error.requestUrl(), attempts, waited };
  const message = `${error.message} ${why}`;
  session.logger.error(message);
  return new OutcomeUnknownError(message, about, { operation, check, resourceUrl: error.resourceUrl(), cause });
}

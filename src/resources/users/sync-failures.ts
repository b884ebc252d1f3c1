import { concernsAllCalls } from '../../errors/final.js';
import { addNote } from '../../errors/note.js';
import { type CareError, isCareError } from '../../errors.js';
import { isRepetition } from '../label-texts.js';

/** Failures that may not depend on the row: every write may fail like this. */
const general = [
  'ForbiddenError',
  'MethodNotAllowedError',
  'ServerError',
  'RateLimitedError',
  'ConnectionError',
  'TimeoutError',
  'UnexpectedResponseError',
  'OutcomeUnknownError',
  'RedisUnavailableError',
] as const;

/** Maximum number of successive rows with such failures. */
const maxStreak = 50;

/** Whether a failure is the result of its row, so that the other rows go on. */
export function isOfRow(failure: unknown, signal: AbortSignal): failure is CareError {
  if (signal.aborted || !isCareError(failure) || concernsAllCalls(failure)) return false;
  // The user was created without its external id. Every other user would be too.
  return !isCareError(failure, 'ResponseValidationError') || failure.problems.every(({ name }) => name !== 'id');
}

/** Ends a sync if too many successive writes fail for general reasons. */
export class FailureStreak {
  #length = 0;
  #hasWritten = false;

  /** @throws the failure, if it is the last of too many in succession */
  note(result: { readonly outcome: string; readonly error?: CareError }): void {
    const { outcome, error } = result;
    if (outcome === 'created' || outcome === 'updated') this.#hasWritten = true;
    // In these cases nothing was sent.
    if (outcome === 'unchanged' || isCareError(error, 'InputError') || (error && isRepetition(error))) return;
    this.#length = error !== undefined && this.#isGeneral(error) ? this.#length + 1 : 0;
    if (this.#length < maxStreak) return;
    throw addNote(error, `${maxStreak} rows in succession failed for general reasons, so the sync ended.`);
  }

  /** After a successful write, a `ForbiddenError` concerns only its user: the token itself is valid. */
  #isGeneral(error: CareError): boolean {
    if (isCareError(error, 'ForbiddenError') && this.#hasWritten) return false;
    return general.some((name) => isCareError(error, name));
  }
}

import { addNote } from '../../errors/note.js';
import { type CareError, isCareError } from '../../errors.js';

/** Failures after which no other row can do better. */
const final = ['UnauthorizedError', 'ClosedError', 'LazyLoadError'] as const;

/** Failures that say nothing about the row: they may be those of every write. */
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

/** Rows in succession. */
const maxStreak = 50;

/** Whether a failure is the result of its row, so that the other rows go on. */
export function isOfRow(failure: unknown, signal: AbortSignal): failure is CareError {
  if (signal.aborted || !isCareError(failure) || final.some((name) => isCareError(failure, name))) return false;
  // Created without its external id: so would be every other.
  return !isCareError(failure, 'ResponseValidationError') || failure.problems.every(({ name }) => name !== 'id');
}

/** Ends a sync in which every write fails in the same way. */
export class FailureStreak {
  #length = 0;
  #hasWritten = false;

  /** @throws the failure, if it is the last of too many in succession */
  note(result: { readonly outcome: string; readonly error?: CareError }): void {
    const { outcome, error } = result;
    if (outcome === 'created' || outcome === 'updated') this.#hasWritten = true;
    // Neither sent anything.
    if (outcome === 'unchanged' || isCareError(error, 'InputError')) return;
    this.#length = error !== undefined && this.#isGeneral(error) ? this.#length + 1 : 0;
    if (this.#length < maxStreak) return;
    throw addNote(error, `${maxStreak} rows in succession failed for general reasons, so the sync ended.`);
  }

  /** A token that may write some users is right; others can be closed to it one by one. */
  #isGeneral(error: CareError): boolean {
    if (isCareError(error, 'ForbiddenError') && this.#hasWritten) return false;
    return general.some((name) => isCareError(error, name));
  }
}

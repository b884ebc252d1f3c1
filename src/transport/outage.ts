import { clock } from '../async/clock.js';
import { addNote } from '../errors/note.js';
import { type CareError, InputError, isCareError } from '../errors.js';
import { isDate } from '../runtime/shape.js';
import type { RetryPolicy, RetryUntil } from './request.js';
import { backoff, type FailureCounts, mayBeSentAgain } from './retry-rules.js';

const longestPause = 60_000;
/** Retries after a 429 that wait for the throttle alone. */
const mostPaced = 10;
const units: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 };

/** Waits for the end of an outage, for one call. A lazy module, since most calls count their retries. */
export class Outage {
  readonly #end: number;

  /**
   * @param began when the call began, on the monotonic clock
   * @throws InputError if `until` is none of its kinds
   */
  constructor({ until }: RetryUntil, began: number) {
    this.#end = isDate(until) ? Number(until) - clock.date() + clock.now() : began + millisecondsOf(until);
    if (Number.isNaN(this.#end)) {
      const message = "Must be a time such as '90s', '15m' or '2h', milliseconds or a date.";
      throw InputError.of('options', 'retry.until', message);
    }
  }

  /** Milliseconds until the last attempt may begin; negative if that time is over. */
  get remaining(): number {
    return this.#end - clock.now();
  }

  /**
   * Milliseconds until the next attempt; `undefined` if there is none.
   *
   * @param counts of the call's failures, including this one
   * @param hasWorked `true` if the connection has had a good response
   */
  delay(failure: unknown, retryPolicy: RetryPolicy, counts: FailureCounts, hasWorked: boolean): number | undefined {
    if (!isCareError(failure) || !mayEnd(failure, hasWorked) || !mayBeSentAgain(failure, retryPolicy)) return undefined;
    const { remaining } = this;
    if (remaining <= 0) {
      addNote(failure, 'It was not retried again: the time of `retry.until` is over.');
      return undefined;
    }
    const isPaced = failure.name === 'RateLimitedError';
    // The throttle paces them. One that does not would let this loop run without end.
    if (isPaced && counts.rateLimited <= mostPaced) return 0;
    // The last attempt begins at the end of the time.
    return Math.ceil(
      Math.min(remaining, backoff(isPaced ? counts.rateLimited - mostPaced : counts.failed, longestPause)),
    );
  }
}

function mayEnd(failure: CareError, hasWorked: boolean): boolean {
  // A gateway may show a page while the platform is away. Before the first good response, the base URL may be wrong.
  if (isCareError(failure, 'UnexpectedResponseError') && hasWorked) return true;
  return failure.isTransient && !(isCareError(failure, 'TimeoutError') && failure.waitedFor === 'call');
}

function millisecondsOf(until: unknown): number {
  if (typeof until === 'number') return until > 0 ? until : Number.NaN;
  const [, count, unit = ''] = /^(\d+)([smh])$/.exec(String(until)) ?? [];
  return Number(count) * Number(units[unit]);
}

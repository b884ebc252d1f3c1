import { clock } from '../async/clock.js';
import { addNote } from '../errors/note.js';
import { type CareError, InputError, isCareError } from '../errors.js';
import { isDate } from '../runtime/shape.js';
import { mediaType } from './body.js';
import type { Operation, RetryUntil } from './request.js';
import { backoff, type FailureCounts, mayBeSentAgain, rateLimitedRetries } from './retry-rules.js';

const longestPause = 60_000;
const units: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 };

interface FailedCall {
  readonly request: { readonly operation: Operation };
}

interface CallResponse {
  readonly call: FailedCall;
  readonly response: Response;
}

/** Waits for the end of an outage, for one call. A lazy module, since most calls count their retries. */
export class Outage {
  readonly #end: number;

  /**
   * @param began when the call began, on the monotonic clock
   * @throws InputError if `until` is none of its kinds, or is not alone
   */
  constructor({ until, ...others }: RetryUntil, began: number) {
    const [unknown] = Object.keys(others);
    if (unknown !== undefined) {
      throw InputError.of('options', `retry.${unknown}`, 'Unknown option. There is: until.', 'unknown-field');
    }
    this.#end = isDate(until) ? Number(until) - clock.date() + clock.now() : began + millisecondsOf(until);
    if (Number.isNaN(this.#end)) {
      const message = "Must be a time such as '90s', '15m' or '2h', milliseconds or a date.";
      throw InputError.of('options', 'retry.until', message);
    }
  }

  /** Whether its time was over before a call that began then. */
  isOverAt(began: number): boolean {
    return this.#end <= began;
  }

  /** Milliseconds until the last attempt may begin; negative if that time is over. */
  get remaining(): number {
    return this.#end - clock.now();
  }

  /**
   * Milliseconds until the next attempt; `undefined` if there is none.
   *
   * @param pending the response, if one came. After a redirect, it belongs to a copy of the call
   * @param counts of the call's failures, including this one
   * @param budget shows whether the connection has had a good response
   */
  delay(
    failure: unknown,
    call: FailedCall,
    pending: CallResponse | undefined,
    counts: FailureCounts,
    { hasWorked }: { readonly hasWorked: boolean },
  ): number | undefined {
    if (!isCareError(failure) || !mayBeSentAgain(failure, call.request.operation.retryPolicy)) return undefined;
    // A gateway may show a page while the platform is away. Before the first good response, the base URL may be wrong.
    if (!isPassing(failure) && !(hasWorked && isOutagePage(failure, call, pending))) return undefined;
    const { remaining } = this;
    if (remaining <= 0) {
      addNote(failure, 'It was not retried again: the time of `retry.until` is over.');
      return undefined;
    }
    const isPaced = failure.name === 'RateLimitedError';
    // The throttle paces them. One that does not would let this loop run without end.
    if (isPaced && counts.rateLimited <= rateLimitedRetries) return 0;
    // The last attempt begins at the end of the time.
    return Math.ceil(
      Math.min(remaining, backoff(isPaced ? counts.rateLimited - rateLimitedRetries : counts.failed, longestPause)),
    );
  }
}

/** Retries of a call that begins after the date of `until`: a connection may live longer than the outage it was made for. */
const retriesAfterDate = 2;

/** The outage whose end a call waits for, or its number of retries if its date is over. */
export function outageFor(retry: RetryUntil, began: number): Outage | number {
  const outage = new Outage(retry, began);
  return outage.isOverAt(began) ? retriesAfterDate : outage;
}

function isPassing(failure: CareError): boolean {
  return failure.isTransient && !(isCareError(failure, 'TimeoutError') && failure.waitedFor === 'call');
}

const pageTypes = new Set(['', 'text/html', 'text/plain', 'application/xhtml+xml']);

/** A page that was redirected to is a login page, for example, which stays. */
function isOutagePage(failure: CareError, call: FailedCall, pending: CallResponse | undefined): boolean {
  if (!isCareError(failure, 'UnexpectedResponseError') || pending?.call !== call) return false;
  const { status, headers } = pending.response;
  return status >= 200 && status < 300 && pageTypes.has(mediaType(headers.get('content-type')));
}

function millisecondsOf(until: unknown): number {
  if (typeof until === 'number') return until > 0 ? until : Number.NaN;
  const [, count, unit = ''] = /^(\d+)([smh])$/.exec(String(until)) ?? [];
  return Number(count) * Number(units[unit]);
}

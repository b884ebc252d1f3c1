import { clock } from '../async/clock.js';
import {
  ApiError,
  type CareError,
  isCareError,
  RequestError,
  TimeoutError,
  UnexpectedResponseError,
} from '../errors.js';
import type { RetryPolicy } from './request.js';

/** Retries after a 429 that wait for the throttle alone: it pauses before each, and widens its spacing. */
export const rateLimitedRetries = 10;

const firstWait = 250;
const longestWait = 10_000;

/** The failures of one call so far. */
export interface FailureCounts {
  /** Responses with 429. */
  rateLimited: number;
  /** All other failures. */
  failed: number;
}

/**
 * Milliseconds until the call may be sent again, or `undefined` if it may not. ky's own rules
 * cannot distinguish a request that was never sent from a request whose response was lost.
 *
 * @param failureCounts of the call, including this failure
 * @param retries number of retries that the caller allows
 */
export function retryDelay(
  failure: unknown,
  retryPolicy: RetryPolicy,
  failureCounts: FailureCounts,
  retries: number,
): number | undefined {
  if (retries <= 0) return undefined;
  // A rate-limited request was not processed, so every operation may be retried. The throttle waits, for all calls alike.
  if (isCareError(failure, 'RateLimitedError'))
    return failureCounts.rateLimited <= Math.max(rateLimitedRetries, retries) ? 0 : undefined;
  if (failureCounts.failed > retries || !isTransientError(failure) || isFinal(failure)) return undefined;
  return mayBeSentAgain(failure, retryPolicy) ? backoff(failureCounts.failed, longestWait) : undefined;
}

/** `true` if the request has the same effect if it is sent again, or has certainly not arrived. */
export function mayBeSentAgain(failure: unknown, retryPolicy: RetryPolicy): boolean {
  return isRepeatable(retryPolicy) || neverArrived(failure);
}

/** `true` if the write may have been applied without a good response, and only reading back can verify it. */
export function leavesOutcomeUnknown(failure: unknown, retryPolicy: RetryPolicy): failure is CareError {
  return !isRepeatable(retryPolicy) && mayBeApplied(failure);
}

/** `true` if the platform may have applied the request although its response was lost or is unusable. */
export function mayBeApplied(failure: unknown): boolean {
  if (failure instanceof UnexpectedResponseError) {
    // Some gateways respond with 302 or 303 to a request that was applied. The other redirects require sending it elsewhere.
    return failure.status < 300 || failure.status === 302 || failure.status === 303;
  }
  return isTransientError(failure) && !neverArrived(failure);
}

function isRepeatable(retryPolicy: RetryPolicy): boolean {
  return retryPolicy === 'safe' || retryPolicy === 'repeatable';
}

function isTransientError(failure: unknown): boolean {
  return isCareError(failure) && failure.isTransient;
}

/** Gateways close idle connections with this status, even in the middle of a request, which then may have been applied. */
const requestTimeout = 408;
/** The request was not processed (RFC 8470). */
const tooEarly = 425;

function hasStatus(failure: unknown, ...statuses: number[]): boolean {
  return failure instanceof ApiError && statuses.includes(failure.status);
}

/** `true` if such a response does not show whether the platform works. */
export function saysNothingAboutHealth(failure: unknown): boolean {
  return hasStatus(failure, requestTimeout, tooEarly, 429);
}

function neverArrived(failure: unknown): boolean {
  // Any other error of this package comes from a throttle or a token function, before anything is sent.
  if (hasStatus(failure, tooEarly, 429) || !(failure instanceof RequestError)) return true;
  return didNotArrive(failure);
}

/** `true` if this attempt certainly did not reach the platform. */
export function didNotArrive(failure: object): boolean {
  return 'mayHaveArrived' in failure && failure.mayHaveArrived === false;
}

/** `true` if the call has waited long enough: its deadline is over, or it gets no token, or the throttle has no Redis. */
function isFinal(failure: unknown): boolean {
  if (!(failure instanceof RequestError)) return true;
  return failure instanceof TimeoutError && (failure.waitedFor === 'call' || failure.waitedFor === 'token');
}

/** Doubles the wait. Its upper half is random, so that calls which failed together are not retried together. */
export function backoff(failures: number, longest: number): number {
  const full = Math.min(longest, firstWait * 2 ** (failures - 1));
  return Math.round(full * (0.5 + clock.random() / 2));
}

/**
 * `Retry-After` in milliseconds: whole seconds or an HTTP date (RFC 9110, 10.2.3). Anything else, such as `1.5`, `-3` or
 * `soon`, counts as absent: `Date.parse` reads those as dates decades away.
 */
export function retryAfter(value: string | null, now: number): number | undefined {
  // A `fetch` of the caller may return `undefined` or a number.
  const text = String(value).trim();
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  // Only a date in the standard form: `Date.parse` accepts the 31st of February too.
  return !Number.isNaN(at) && new Date(at).toUTCString() === text ? Math.max(0, at - now) : undefined;
}

import { clock } from '../async/clock.js';
import {
  ApiError,
  type CareError,
  ConnectionError,
  isCareError,
  ServerError,
  TimeoutError,
  UnexpectedResponseError,
} from '../errors.js';
import type { RepeatClass } from './request.js';

/** How often a refused (429) call is sent again: the throttle pauses in between, and each wait widens its spacing. */
const refusedRepeats = 10;

const firstWait = 250;
const longestWait = 10_000;

/** What a call has met so far. */
export interface Mishaps {
  /** Refusals (429). */
  refused: number;
  /** All other failures. */
  failed: number;
}

/**
 * Milliseconds until the call may be sent again, or `undefined` if it may not. This alone decides about repeats;
 * ky's own retry stays off, since it cannot tell a request that never left from one whose answer was lost.
 *
 * @param mishaps what it has met, this failure included
 * @param repeats how many repeats the caller allows
 */
export function repeatAfter(
  failure: unknown,
  repeat: RepeatClass,
  mishaps: Mishaps,
  repeats: number,
): number | undefined {
  if (repeats <= 0) return undefined;
  // Refused before any work was done, so every class may go again. The throttle does the waiting, for all calls alike.
  if (isCareError(failure, 'RateLimitedError'))
    return mishaps.refused <= Math.max(refusedRepeats, repeats) ? 0 : undefined;
  if (mishaps.failed > repeats || !isPassing(failure) || isFinal(failure)) return undefined;
  return isHarmless(repeat) || neverArrived(failure) ? backoff(mishaps.failed) : undefined;
}

/** `true` if the write may have been done although no good answer came, and nothing short of a look can tell. */
export function leavesOutcomeUnknown(failure: unknown, repeat: RepeatClass): failure is CareError {
  return !isHarmless(repeat) && mayHaveBeenDone(failure);
}

/** `true` where the platform may have done what was asked, although the answer was lost or cannot be used. */
export function mayHaveBeenDone(failure: unknown): boolean {
  if (failure instanceof UnexpectedResponseError) {
    // Some gateways answer 302 or 303 to a form that was taken; the others say that it is to be sent elsewhere.
    return failure.status < 300 || failure.status === 302 || failure.status === 303;
  }
  return isPassing(failure) && !neverArrived(failure);
}

function isHarmless(repeat: RepeatClass): boolean {
  return repeat === 'safe' || repeat === 'repeatable';
}

/** Failures that another attempt may not meet again. */
function isPassing(failure: unknown): boolean {
  if (failure instanceof UnexpectedResponseError) return failure.cutOff;
  if (failure instanceof ConnectionError || failure instanceof TimeoutError) return true;
  return failure instanceof ServerError || hasStatus(failure, requestTimeout, tooEarly);
}

/** Gateways close an idle connection with it, in the middle of a request too: as with a broken one, it may have been done. */
const requestTimeout = 408;
/** Sent instead of doing what was asked (RFC 8470). */
const tooEarly = 425;

function hasStatus(failure: unknown, ...statuses: number[]): boolean {
  return failure instanceof ApiError && statuses.includes(failure.status);
}

/** The platform, or what stands before it, did not take the request: that says nothing of whether the platform works. */
export function isUntaken(failure: unknown): boolean {
  return hasStatus(failure, requestTimeout, tooEarly, 429);
}

function neverArrived(failure: unknown): boolean {
  if (hasStatus(failure, tooEarly)) return true;
  return (failure instanceof ConnectionError || failure instanceof TimeoutError) && !failure.mayHaveArrived;
}

/** The call's own time is up, or nobody gives it a token: neither gets better by trying again. */
function isFinal(failure: unknown): boolean {
  return failure instanceof TimeoutError && (failure.waitedFor === 'call' || failure.waitedFor === 'token');
}

/** Doubling, with the upper half left to chance, so that calls which failed together do not come back together. */
function backoff(failures: number): number {
  const full = Math.min(longestWait, firstWait * 2 ** (failures - 1));
  return Math.round(full * (0.5 + clock.random() / 2));
}

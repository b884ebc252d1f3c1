import {
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
  if (mishaps.failed > repeats || !isPassing(failure)) return undefined;
  return isHarmless(repeat) || neverArrived(failure) ? backoff(mishaps.failed) : undefined;
}

/** `true` if the write may have been done although no good answer came, and nothing short of a look can tell. */
export function leavesOutcomeUnknown(failure: unknown, repeat: RepeatClass): failure is CareError {
  return !isHarmless(repeat) && mayHaveBeenDone(failure);
}

/** `true` where the platform may have done what was asked, although the answer was lost or cannot be used. */
export function mayHaveBeenDone(failure: unknown): boolean {
  const unusable = failure instanceof UnexpectedResponseError && failure.status < 300;
  return unusable || (isPassing(failure) && !neverArrived(failure));
}

function isHarmless(repeat: RepeatClass): boolean {
  return repeat === 'safe' || repeat === 'repeatable';
}

/** Failures that another attempt may not meet again. */
function isPassing(failure: unknown): boolean {
  if (failure instanceof UnexpectedResponseError) return failure.cutOff;
  return failure instanceof ConnectionError || failure instanceof TimeoutError || failure instanceof ServerError;
}

function neverArrived(failure: unknown): boolean {
  return failure instanceof ConnectionError && !failure.mayHaveArrived;
}

/** Doubling, with the upper half left to chance, so that calls which failed together do not come back together. */
function backoff(failures: number): number {
  const full = Math.min(longestWait, firstWait * 2 ** (failures - 1));
  return full * (0.5 + Math.random() / 2);
}

/**
 * `Retry-After` in milliseconds: whole seconds or an HTTP date (RFC 9110, 10.2.3). Anything else, such as `1.5`, `-3` or
 * `soon`, counts as absent: a lenient parser reads those as dates decades away.
 */
export function retryAfter(value: string | null, now: number): number | undefined {
  if (value === null) return undefined;
  const text = value.trim();
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

/** Waits, or rejects with the signal's reason as soon as it aborts. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    const aborted = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', aborted);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', aborted, { once: true });
  });
}

import { clock } from '../async/clock.js';
import { isCareError } from '../errors.js';

/** What waiting is made of. */
export interface RetryContext {
  pause(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Gets a line for each failure that is waited out, in fixed words. */
  readonly logger: { warn(message: string): void };
}

const temporaryErrors = ['ConnectionError', 'TimeoutError', 'ServerError', 'RateLimitedError'] as const;
/** Of gateways: the request was not waited for, or not taken yet. */
const temporaryStatuses = [408, 425];
const firstPause = 10_000;
const maxPause = 5 * 60_000;
/** A gateway's page may stand in for the platform during maintenance; after that it is something else. */
const maxPageTime = 3_600_000;

/** For what runs for weeks: failures that may pass are waited out, all others are the caller's. */
export async function retryUntilSuccess<Result>(
  what: string,
  attempt: () => Promise<Result>,
  { pause, logger }: RetryContext,
  signal?: AbortSignal,
): Promise<Result> {
  const started = clock.now();
  for (let wait = firstPause; ; wait = Math.min(maxPause, wait * 2)) {
    try {
      return await attempt();
    } catch (failure) {
      const page = isCareError(failure, 'UnexpectedResponseError') && clock.now() - started < maxPageTime;
      if (!page && !isTemporary(failure)) throw failure;
      logger.warn(`${what} failed (${(failure as Error).name}); it is tried again in ${wait / 1000} s.`);
      await pause(wait, signal);
    }
  }
}

function isTemporary(failure: unknown): boolean {
  if (temporaryErrors.some((name) => isCareError(failure, name))) return true;
  return isCareError(failure, 'ApiError') && temporaryStatuses.includes(failure.status);
}

import { clock } from '../../async/clock.js';
import { isCareError } from '../../errors.js';

/** How to pause and to log between attempts. */
export interface RetryContext {
  pause(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Receives a warning before each retry. Its text contains no data. */
  readonly logger: { warn(message: string): void };
}

const temporaryErrors = ['ConnectionError', 'TimeoutError', 'ServerError', 'RateLimitedError'] as const;
/** Statuses of gateways: the gateway stopped waiting for the request, or did not accept it yet. */
const temporaryStatuses = [408, 425];
const firstPause = 10_000;
const maxPause = 5 * 60_000;
/** A gateway may show a page during maintenance of the platform. After this time the cause is another one. */
const maxPageTime = 3_600_000;

/** For work that runs for weeks: retries after temporary failures, and throws all others. */
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
      logger.warn(`${what} failed (${(failure as Error).name}). Next attempt in ${wait / 1000} s.`);
      await pause(wait, signal);
    }
  }
}

function isTemporary(failure: unknown): boolean {
  if (temporaryErrors.some((name) => isCareError(failure, name))) return true;
  return isCareError(failure, 'ApiError') && temporaryStatuses.includes(failure.status);
}

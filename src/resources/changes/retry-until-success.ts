import { clock } from '../../async/clock.js';
import { type CareError, isCareError } from '../../errors.js';
import { isGatewayPage } from '../gateway-page.js';

/** How to pause and to log between attempts. */
export interface RetryContext {
  pause(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Receives a warning before each retry. Its text contains no data. */
  readonly logger: { warn(message: string): void } | undefined;
  /** Set for work that ends by itself: the retries of its calls are enough, and whatever starts it starts it again. */
  readonly once?: boolean | undefined;
  /** Default: no limit. */
  readonly maxAttempts?: number | undefined;
}

const firstPause = 10_000;
const maxPause = 5 * 60_000;
/** A gateway may show a page during maintenance of the platform. After this time the cause is another one. */
const maxPageTime = 3_600_000;

/** For work that runs for weeks: retries after temporary failures, and throws all others. Throws all if it runs `once`. */
export async function retryUntilSuccess<Result>(
  what: string,
  attempt: () => Promise<Result>,
  { pause, logger, once, maxAttempts = Number.POSITIVE_INFINITY }: RetryContext,
  signal?: AbortSignal,
): Promise<Result> {
  const started = clock.now();
  let wait = firstPause;
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt();
    } catch (failure) {
      if (once || attempts >= maxAttempts || !isTemporary(failure)) throw failure;
      if (!failure.isTransient && clock.now() - started >= maxPageTime) throw failure;
      logger?.warn(`${what} failed (${failure.name}). Next attempt in ${wait / 1000} s.`);
      await pause(wait, signal);
      wait = Math.min(maxPause, wait * 2);
    }
  }
}

/** Whether a later attempt may succeed: after an outage, or once a gateway shows no page any more. */
export function isTemporary(failure: unknown): failure is CareError {
  // A gateway that does not accept the token will not accept it later either.
  if (!isCareError(failure) || isCareError(failure, 'UnauthorizedError')) return false;
  return failure.isTransient || isCareError(failure, 'UnexpectedResponseError') || isGatewayPage(failure);
}

import { clock } from '../../async/clock.js';
import { isCareError } from '../../errors.js';
import { isGatewayPage } from '../gateway-page.js';

/** How to pause and to log between attempts. */
export interface RetryContext {
  pause(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Receives a warning before each retry. Its text contains no data. */
  readonly logger: { warn(message: string): void };
  /** Set for work that ends by itself: the retries of its calls are enough, and whatever starts it starts it again. */
  readonly once?: boolean | undefined;
}

const firstPause = 10_000;
const maxPause = 5 * 60_000;
/** A gateway may show a page during maintenance of the platform. After this time the cause is another one. */
const maxPageTime = 3_600_000;

/** For work that runs for weeks: retries after temporary failures, and throws all others. Throws all if it runs `once`. */
export async function retryUntilSuccess<Result>(
  what: string,
  attempt: () => Promise<Result>,
  { pause, logger, once }: RetryContext,
  signal?: AbortSignal,
): Promise<Result> {
  const started = clock.now();
  for (let wait = firstPause; ; wait = Math.min(maxPause, wait * 2)) {
    try {
      return await attempt();
    } catch (failure) {
      if (once || !isCareError(failure)) throw failure;
      const isPage = isCareError(failure, 'UnexpectedResponseError') || isGatewayPage(failure);
      if (!failure.isTransient && (!isPage || clock.now() - started >= maxPageTime)) throw failure;
      logger.warn(`${what} failed (${failure.name}). Next attempt in ${wait / 1000} s.`);
      await pause(wait, signal);
    }
  }
}

/** What of an error decides. Its name, not its class, since some entries have errors of their own. */
interface FailureTraits {
  readonly name: string;
  readonly status?: number;
  readonly cutOff?: boolean;
  readonly canCallAgain?: boolean;
  readonly isLasting?: boolean;
}

const transientErrors = /^(?:Connection|Timeout|PollTimeout|RateLimited|RedisUnavailable|Server)Error$/;

/** Gateways close idle connections with 408. With 425 they refuse a request that came too early (RFC 8470). */
const transientStatuses: readonly unknown[] = [408, 425];

/** The one definition of `CareError.isTransient`. The retries of calls and of the feed follow it. */
export function isTransient({ name, status, cutOff, canCallAgain, isLasting }: FailureTraits): boolean {
  if (isLasting) return false;
  if (name === 'UnexpectedResponseError') return cutOff === true;
  if (name === 'OutcomeUnknownError') return canCallAgain === true;
  return transientErrors.test(name) || transientStatuses.includes(status);
}

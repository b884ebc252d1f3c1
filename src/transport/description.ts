import type { Exchange } from '../errors.js';
import type { AttemptStart } from './hooks.js';
import type { TransportRequest } from './request.js';
import type { Permit } from './throttle.js';

/** Requests sent and milliseconds waited for one call, over all its attempts; in whole ones, which people read. */
export interface Tally {
  attempts: number;
  waited: number;
  /** Of the attempt before: a call that goes again keeps its place. */
  permit?: Permit;
  /** The attempt under way, and when it was sent, on the monotonic clock. */
  sent?: { readonly at: number; readonly start: AttemptStart } | undefined;
  /** What the attempt before met. */
  failure?: unknown;
}

/** What errors tell of a call. */
export function describe(request: TransportRequest, url: URL, tally: Tally): Exchange {
  const { attempts, waited } = tally;
  return { method: request.method, target: request.target, url: url.href, attempts, waited };
}

import type { Exchange } from '../errors.js';
import type { AttemptStart } from './hooks.js';
import type { TransportRequest } from './request.js';
import type { Permit } from './throttle.js';

/** Requests sent and whole milliseconds waited for one call, over all its attempts. */
export interface CallStats {
  attempts: number;
  waited: number;
  /** Of the attempt before: a retried call keeps its place. */
  permit?: Permit;
  /** The running attempt, and when it was sent, on the monotonic clock. */
  sent?: { readonly at: number; readonly start: AttemptStart } | undefined;
  /** The failure of the attempt before. */
  failure?: unknown;
}

/** What errors report about a call. */
export function describe(request: TransportRequest, url: URL, stats: CallStats): Exchange {
  const { attempts, waited } = stats;
  return { method: request.method, target: request.target, url: url.href, attempts, waited };
}

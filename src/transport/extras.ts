import { describe, type PendingCall } from './call.js';
import { CallObserver } from './observer.js';

// One lazy module for what few programs use, since each one costs every page a loader.

export { outageFor } from './outage.js';
export { takeOwnHeaders } from './own-headers.js';
export { reportResponse } from './response-report.js';

/**
 * The observer of a call. Its closures hold nothing else of the call: if they held its result, an unread download could not be
 * collected, and would keep its connection.
 */
export function observe(about: Pick<PendingCall, 'settings' | 'request' | 'stats'>): CallObserver {
  const { hooks, logger } = about.settings;
  return new CallObserver(hooks, logger, () => describe(about));
}

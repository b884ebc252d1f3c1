import { once, withNames } from './writes/operations.js';

/** The write of raw requests. */
export const rawOperations = withNames({
  /** `request`, but for GET. */
  request: once('`retryPolicy` was not set', 'Read what it should change.'),
});

import { once, withNames } from './writes/operations.js';

/** The write of raw requests. */
export const rawOperations = withNames({
  /** `request`, but for GET. */
  request: once('`retryPolicy` does not allow it', 'Read what it should change.'),
});

import { isCareError } from '../errors.js';

/** Failures that every other call on the connection would meet too. */
const final = ['UnauthorizedError', 'ClosedError', 'LazyLoadError'] as const;

/** Whether there is no use in going on with other items. */
export function concernsAllCalls(failure: unknown): boolean {
  return final.some((name) => isCareError(failure, name));
}

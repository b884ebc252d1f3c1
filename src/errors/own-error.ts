import { isCareError } from '../errors.js';

/**
 * Rejects with a copy of an error of this package: callers that share a promise would all add their notes to one. The reason of
 * a signal stays itself.
 */
export async function withOwnError<Result>(shared: Promise<Result>): Promise<Result> {
  try {
    return await shared;
  } catch (failure) {
    throw ownErrorOf(failure);
  }
}

/** A copy of an error of this package; another value as it is. */
export function ownErrorOf(failure: unknown): unknown {
  if (!isCareError(failure)) return failure;
  const copy: Error = Object.setPrototypeOf(new Error(failure.message), Object.getPrototypeOf(failure));
  return Object.defineProperties(copy, Object.getOwnPropertyDescriptors(failure));
}

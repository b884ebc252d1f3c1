import { isCareError } from '../errors.js';

/**
 * Rejects with a copy of an error of this package: callers that share a promise would all add their notes to one. The reason of
 * a signal stays itself.
 */
export async function withOwnError<Result>(shared: Promise<Result>): Promise<Result> {
  try {
    return await shared;
  } catch (failure) {
    if (!isCareError(failure)) throw failure;
    const copy: Error = Object.setPrototypeOf(new Error(failure.message), Object.getPrototypeOf(failure));
    throw Object.defineProperties(copy, Object.getOwnPropertyDescriptors(failure));
  }
}

import { isError } from '../runtime/shape.js';

/** Rejects with a copy of the failure: callers that share a promise would all add their notes to one error. */
export async function withOwnError<Result>(shared: Promise<Result>): Promise<Result> {
  try {
    return await shared;
  } catch (failure) {
    if (!isError(failure)) throw failure;
    const copy: Error = Object.setPrototypeOf(new Error(failure.message), Object.getPrototypeOf(failure));
    throw Object.defineProperties(copy, Object.getOwnPropertyDescriptors(failure));
  }
}

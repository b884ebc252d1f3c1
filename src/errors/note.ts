import { isError } from '../runtime/shape.js';

/** Adds a sentence to the message of a failure, and returns that failure. */
export function addNote<Failure>(failure: Failure, note: string): Failure {
  if (!isError(failure)) return failure;
  const { message, stack } = failure;
  failure.message = `${message} ${note}`;
  if (stack !== undefined) failure.stack = stack.replace(message, failure.message);
  return failure;
}

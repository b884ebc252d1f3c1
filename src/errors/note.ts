import { isError } from '../runtime/shape.js';

/** The same failure, its message longer by a sentence. */
export function addNote<Failure>(failure: Failure, note: string): Failure {
  if (!isError(failure)) return failure;
  const { message, stack } = failure;
  failure.message = `${message} ${note}`;
  if (stack !== undefined) failure.stack = stack.replace(message, failure.message);
  return failure;
}

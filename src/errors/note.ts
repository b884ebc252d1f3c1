import { isError } from '../runtime/shape.js';
import { hideUrl } from './hide-url.js';

/**
 * Adds a sentence to the message of a failure, and returns that failure.
 *
 * @param createdUrl the URL of the resource that was created before: see `CareError.resourceUrl`
 */
export function addNote<Failure>(failure: Failure, note: string, createdUrl?: string): Failure {
  if (!isError(failure)) return failure;
  const { message, stack } = failure;
  failure.message = `${message} ${note}`;
  if (stack !== undefined) failure.stack = stack.replace(message, failure.message);
  if (createdUrl) hideUrl(failure, 'resourceUrl', createdUrl);
  return failure;
}

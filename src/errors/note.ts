import { isCareError } from '../errors.js';
import { hideUrl } from './hide-url.js';

/**
 * Adds a sentence to the message of an error of this package, and returns the failure. Other failures are the caller's, such
 * as the reason of a signal, which other calls may share: they stay as they are.
 *
 * @param createdUrl the URL of the resource that was created before: see `CareError.resourceUrl`
 */
export function addNote<Failure>(failure: Failure, note: string, createdUrl?: string): Failure {
  if (!isCareError(failure)) return failure;
  const { message, stack } = failure;
  failure.message = `${message} ${note}`;
  if (stack !== undefined) failure.stack = stack.replace(message, failure.message);
  if (createdUrl) hideUrl(failure, 'resourceUrl', createdUrl);
  return failure;
}

import { isError } from '../runtime/shape.js';

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
  if (createdUrl !== undefined) hideUrl(failure, 'resourceUrl', createdUrl);
  return failure;
}

/** Keeps a URL in a function, which no inspection opens. Not in a private member, which a Proxy does not have. */
export function hideUrl(error: Error, name: string, url: string | undefined): void {
  // Configurable, so that a Proxy may return a bound function instead.
  Object.defineProperty(error, name, { value: () => url, configurable: true });
}

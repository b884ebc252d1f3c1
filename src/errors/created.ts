import { isCareError } from '../errors.js';
import { hideUrl } from './care-error.js';

/**
 * Adds the URL of the resource that the method created before it failed, and returns the failure.
 *
 * @param isLasting set if the same call would not do the rest: the failure is then no transient one
 */
export function noteCreated<Failure>(failure: Failure, url: string, isLasting = false): Failure {
  if (!isCareError(failure)) return failure;
  hideUrl(failure, 'resourceUrl', url);
  return isLasting ? Object.defineProperty(failure, 'isLasting', { value: true }) : failure;
}

import { isCareError } from '../errors.js';

/** Whether a 404 or 403 is not the platform's. Then it says nothing about what is there. */
export function isGatewayPage(failure: unknown): boolean {
  return (isCareError(failure, 'NotFoundError') || isCareError(failure, 'ForbiddenError')) && !failure.isFromPlatform;
}

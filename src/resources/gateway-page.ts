import { type ForbiddenError, isCareError, type NotFoundError } from '../errors.js';

/** Whether the platform itself says that something is not there, or not for this token. */
export function isInaccessible(failure: unknown): boolean {
  return isNotFoundOrForbidden(failure) && failure.isFromPlatform;
}

/** Whether a 404 or 403 is not the platform's. Then it says nothing about what is there. */
export function isGatewayPage(failure: unknown): boolean {
  return isNotFoundOrForbidden(failure) && !failure.isFromPlatform;
}

function isNotFoundOrForbidden(failure: unknown): failure is NotFoundError | ForbiddenError {
  return isCareError(failure, 'NotFoundError') || isCareError(failure, 'ForbiddenError');
}

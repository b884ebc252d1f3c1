import { type ApiError, isCareError } from '../errors.js';

/** Whether the platform itself says that something is not there, or not for this token. */
export function isInaccessible(failure: unknown): boolean {
  const isRefused = isCareError(failure, 'NotFoundError') || isCareError(failure, 'ForbiddenError');
  return isRefused && failure.isFromPlatform;
}

/** Whether an error response is not the platform's. Then it says nothing about what is there. */
export function isGatewayPage(failure: unknown): failure is ApiError {
  return isCareError(failure, 'ApiError') && !failure.isFromPlatform;
}

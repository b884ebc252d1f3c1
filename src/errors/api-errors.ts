import { brandName } from '../runtime/branded-error.js';
import { type Problem, type RequestDetails, RequestError } from './care-error.js';
import { printable } from './printable.js';
import { keepProblems } from './problems.js';

/** The parts of an error response that could be read. */
export interface ErrorResponse {
  /** The HTTP status. */
  readonly status: number;
  /** `code` of the body; the HTTP status if the body has none. */
  readonly code: number;
  /** `message` of the body, or the title of a page. In English, for logs and not for end users. Empty if the body has none. */
  readonly reason: string;
  /** One for each rejected field; empty if the body names none. */
  readonly problems: readonly Problem[];
  /**
   * Whether the body is the platform's, which has a `code` and a `message`. A 404 or 403 of a gateway says nothing about
   * what is there: keep your data.
   */
  readonly isFromPlatform: boolean;
}

/** The platform, or a gateway before it, responded with an error status. The status decides the class. */
export class ApiError extends RequestError implements ErrorResponse {
  /** The name of the class. `isCareError` checks it. */
  override readonly name: string = brandName(this, 'ApiError');
  /** The HTTP status. */
  declare readonly status: number;
  /** `code` of the body; the HTTP status if the body has none. */
  declare readonly code: number;
  /** `message` of the body, or the title of a page. In English, for logs and not for end users. Empty if the body has none. */
  declare readonly reason: string;
  /** One for each rejected field; empty if the body names none. */
  declare readonly problems: readonly Problem[];
  /**
   * Whether the body is the platform's, which has a `code` and a `message`. A 404 or 403 of a gateway says nothing about
   * what is there: keep your data.
   */
  declare readonly isFromPlatform: boolean;

  constructor(message: string, request: RequestDetails, details: ErrorResponse) {
    const { reason, problems } = details;
    super(message, request, { ...details, reason: printable(reason), problems: keepProblems(problems) });
  }
}

/** 400: an application error. For example, the relation exists already, or the account is already in the requested state. */
export class BadRequestError extends ApiError {
  override readonly name: string = brandName(this, 'BadRequestError');
}

/** 400 about the values that were sent. `problems` has one entry per field. */
export class InvalidInputError extends BadRequestError {
  override readonly name = brandName(this, 'InvalidInputError');
}

/** 401: no valid token. If an export was to be cancelled or downloaded: it is another user's, or in the wrong state. */
export class UnauthorizedError extends ApiError {
  override readonly name = brandName(this, 'UnauthorizedError');
}

/** 403: the token is valid, but its user may not do this. */
export class ForbiddenError extends ApiError {
  override readonly name = brandName(this, 'ForbiddenError');
}

/** 404: it does not exist, or no longer exists. Also every diary request of a user without diary access. */
export class NotFoundError extends ApiError {
  override readonly name = brandName(this, 'NotFoundError');
}

/** 405: the method is not available there. */
export class MethodNotAllowedError extends ApiError {
  override readonly name = brandName(this, 'MethodNotAllowedError');
}

/** 406: the platform could not decode the body that was sent. It does not concern the `Accept` header. */
export class InvalidPayloadError extends ApiError {
  override readonly name = brandName(this, 'InvalidPayloadError');
}

/** 429: more than 30 requests a second or 20 connections came from this address, and the retries were rate-limited too. */
export class RateLimitedError extends ApiError {
  override readonly name = brandName(this, 'RateLimitedError');
}

/** 5xx: an unexpected error of the platform, or of a gateway before it. */
export class ServerError extends ApiError {
  override readonly name = brandName(this, 'ServerError');
}

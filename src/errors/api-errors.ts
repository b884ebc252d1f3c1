import { brandName } from '../runtime/branded-error.js';
import { type Problem, type RequestDetails, RequestError } from './care-error.js';
import { printable } from './printable.js';
import { keepProblems } from './problems.js';

/** What an error answer said, as far as it could be read. */
export interface ErrorAnswer {
  /** The HTTP status. */
  readonly status: number;
  /** `code` of the body; the HTTP status where the body has none. */
  readonly code: number;
  /** `message` of the body, in English, meant for logs and not for end users. Empty where the body has none. */
  readonly reason: string;
  /** One for each field that was refused; empty where the body names none. */
  readonly problems: readonly Problem[];
}

/** The platform (or a gateway before it) answered with an error status. The status decides the class. */
export class ApiError extends RequestError implements ErrorAnswer {
  /** The name of the class; isCareError goes by it. */
  override readonly name: string = brandName(this, 'ApiError');
  /** The HTTP status. */
  declare readonly status: number;
  /** `code` of the body; the HTTP status where the body has none. */
  declare readonly code: number;
  /** `message` of the body, in English, meant for logs and not for end users. Empty where the body has none. */
  declare readonly reason: string;
  /** One for each field that was refused; empty where the body names none. */
  declare readonly problems: readonly Problem[];

  constructor(message: string, exchange: RequestDetails, answer: ErrorAnswer) {
    super(message, exchange);
    this.status = answer.status;
    this.code = answer.code;
    this.reason = printable(answer.reason);
    this.problems = keepProblems(answer.problems);
  }
}

/** 400: an application error, such as a duplicate relation or an activation in the same state. */
export class BadRequestError extends ApiError {
  override readonly name: string = brandName(this, 'BadRequestError');
}

/** 400 about values that were sent; `problems` has one entry per field. */
export class InvalidInputError extends BadRequestError {
  override readonly name = brandName(this, 'InvalidInputError');
}

/** 401: no valid token; or, for cancelling and downloading an export, another user's job or one in the wrong state. */
export class UnauthorizedError extends ApiError {
  override readonly name = brandName(this, 'UnauthorizedError');
}

/** 403: the token is valid, its user may not do this. */
export class ForbiddenError extends ApiError {
  override readonly name = brandName(this, 'ForbiddenError');
}

/** 404: it does not exist, or no longer; also every diary request of a user without diary access. */
export class NotFoundError extends ApiError {
  override readonly name = brandName(this, 'NotFoundError');
}

/** 405: the method is not available there. */
export class MethodNotAllowedError extends ApiError {
  override readonly name = brandName(this, 'MethodNotAllowedError');
}

/** 406: the platform could not decode the body that was sent (it does not mean an unacceptable `Accept`). */
export class InvalidPayloadError extends ApiError {
  override readonly name = brandName(this, 'InvalidPayloadError');
}

/** 429: over 30 requests in a second or 20 connections from this address, and still so after the repeats. */
export class RateLimitedError extends ApiError {
  override readonly name = brandName(this, 'RateLimitedError');
}

/** 5xx: an unexpected error of the platform or of a gateway before it. */
export class ServerError extends ApiError {
  override readonly name = brandName(this, 'ServerError');
}

import type {
  ApiError,
  BadRequestError,
  ForbiddenError,
  InvalidInputError,
  InvalidPayloadError,
  MethodNotAllowedError,
  NotFoundError,
  RateLimitedError,
  ServerError,
  UnauthorizedError,
} from './errors/api-errors.js';
import type {
  ConnectionError,
  OutcomeUnknownError,
  TimeoutError,
  UnexpectedResponseError,
} from './errors/call-errors.js';
import type { CareError } from './errors/care-error.js';
import type { ExportFailedError, PollTimeoutError } from './errors/export-errors.js';
import type {
  ClosedError,
  ForeignLinkError,
  InputError,
  LazyLoadError,
  LinkNotFoundError,
  ResponseValidationError,
} from './errors/refusals.js';
import { brandOf } from './runtime/branded-error.js';

export {
  ApiError,
  BadRequestError,
  type ErrorResponse,
  ForbiddenError,
  InvalidInputError,
  InvalidPayloadError,
  MethodNotAllowedError,
  NotFoundError,
  RateLimitedError,
  ServerError,
  UnauthorizedError,
} from './errors/api-errors.js';
export {
  ConnectionError,
  OutcomeUnknownError,
  TimeoutError,
  UnexpectedResponseError,
  type WaitedFor,
} from './errors/call-errors.js';
export { CareError, type Problem, type ProblemCode, type RequestDetails, RequestError } from './errors/care-error.js';
export {
  ClosedError,
  ForeignLinkError,
  InputError,
  LazyLoadError,
  LinkNotFoundError,
  ResponseValidationError,
} from './errors/refusals.js';

/**
 * `true` for an error of this package. Also for one of another copy of it (ESM beside CommonJS) or of another realm, for
 * which `instanceof` fails. With a name: `true` for that class and its subclasses, so `isCareError(error, 'ApiError')` is
 * `true` for a `NotFoundError`. In Node and Chromium also `true` for a clone, such as an error that a worker posts. A clone
 * keeps only message, stack and cause.
 */
export function isCareError<Name extends keyof CareErrors>(error: unknown, name: Name): error is CareErrors[Name];
export function isCareError(error: unknown): error is CareError;
export function isCareError(error: unknown, name?: string): boolean {
  let kind = brandOf(error);
  if (name === undefined) return kind !== undefined;
  // By name, since the class may come from another copy of the package.
  if (kind === 'InvalidInputError' && kind !== name) kind = 'BadRequestError';
  return kind === name || (name === 'ApiError' && responses.test(kind ?? ''));
}

const responses = /^(BadRequest|Forbidden|InvalidPayload|MethodNotAllowed|NotFound|RateLimited|Server|Unauthorized)E/;

/** Every error class by its literal `name`. */
export interface CareErrors {
  /** A response with any error status. */
  ApiError: ApiError;
  /** A response with 400. */
  BadRequestError: BadRequestError;
  /** A calendar could not be read. Thrown by `care-platform/calendar`. */
  CalendarError: CareError & { readonly name: 'CalendarError'; readonly property: string | null };
  /** `close()` was called. */
  ClosedError: ClosedError;
  /** No response came. */
  ConnectionError: ConnectionError;
  /** An export ended without a file. */
  ExportFailedError: ExportFailedError;
  /** A response with 403. */
  ForbiddenError: ForbiddenError;
  /** A link leads to another origin. */
  ForeignLinkError: ForeignLinkError;
  /** Input was rejected before anything was sent. */
  InputError: InputError;
  /** A response with 400 that names fields. */
  InvalidInputError: InvalidInputError;
  /** A response with 406. */
  InvalidPayloadError: InvalidPayloadError;
  /** A lazy module of this package could not be loaded. */
  LazyLoadError: LazyLoadError;
  /** The link is missing, usually since the user has no access. */
  LinkNotFoundError: LinkNotFoundError;
  /** A response with 405. */
  MethodNotAllowedError: MethodNotAllowedError;
  /** A response with 404. */
  NotFoundError: NotFoundError;
  /** The response to a write was lost. */
  OutcomeUnknownError: OutcomeUnknownError;
  /** The time limit of a wait is over. */
  PollTimeoutError: PollTimeoutError;
  /** A response with 429, even after the retries. */
  RateLimitedError: RateLimitedError;
  /** JSON that is not as documented. */
  ResponseValidationError: ResponseValidationError;
  /** A response with 500 or above. */
  ServerError: ServerError;
  /** A time limit is over. */
  TimeoutError: TimeoutError;
  /** A response with 401. */
  UnauthorizedError: UnauthorizedError;
  /** Redis could not be reached. Thrown by `care-platform/redis`. */
  RedisUnavailableError: CareError & { readonly name: 'RedisUnavailableError'; readonly isLasting: boolean };
  /** A response that is not the platform's JSON. */
  UnexpectedResponseError: UnexpectedResponseError;
}

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
  type ErrorAnswer,
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
export { CareError, type Problem, type RequestDetails, RequestError } from './errors/care-error.js';
export {
  ClosedError,
  ForeignLinkError,
  InputError,
  LazyLoadError,
  LinkNotFoundError,
  ResponseValidationError,
} from './errors/refusals.js';

/**
 * Whether it is an error of this package, also one of another copy of it (ESM beside CommonJS) or of another realm, for
 * which `instanceof` fails. With a name: of that kind or below it, `isCareError(error, 'ApiError')` is true for a
 * `NotFoundError`. In Node and Chromium also for a clone, such as what a worker posts; but a clone has no more than its
 * message, its stack and its cause.
 */
export function isCareError<Name extends keyof CareErrors>(error: unknown, name: Name): error is CareErrors[Name];
export function isCareError(error: unknown): error is CareError;
export function isCareError(error: unknown, name?: string): boolean {
  let kind = brandOf(error);
  if (name === undefined) return kind !== undefined;
  // By name, since the class can be that of another copy of the package.
  if (kind === 'InvalidInputError' && kind !== name) kind = 'BadRequestError';
  return kind === name || (name === 'ApiError' && responses.test(kind ?? ''));
}

const responses = /^(BadRequest|Forbidden|InvalidPayload|MethodNotAllowed|NotFound|RateLimited|Server|Unauthorized)E/;

/** Every error class by its literal `name`. */
export interface CareErrors {
  /** Any error status. */
  ApiError: ApiError;
  /** 400. */
  BadRequestError: BadRequestError;
  /** A calendar that cannot be read: of `care-platform/calendar`. */
  CalendarError: Error & { readonly name: 'CalendarError'; readonly property: string | null };
  /** `close` was called. */
  ClosedError: ClosedError;
  /** No answer came. */
  ConnectionError: ConnectionError;
  /** An export without a file. */
  ExportFailedError: ExportFailedError;
  /** 403. */
  ForbiddenError: ForbiddenError;
  /** A link off the origin. */
  ForeignLinkError: ForeignLinkError;
  /** Refused before anything was sent. */
  InputError: InputError;
  /** 400 about values. */
  InvalidInputError: InvalidInputError;
  /** 406. */
  InvalidPayloadError: InvalidPayloadError;
  /** A lazy module of this package could not be loaded. */
  LazyLoadError: LazyLoadError;
  /** No access, as a rule. */
  LinkNotFoundError: LinkNotFoundError;
  /** 405. */
  MethodNotAllowedError: MethodNotAllowedError;
  /** 404. */
  NotFoundError: NotFoundError;
  /** A write whose answer was lost. */
  OutcomeUnknownError: OutcomeUnknownError;
  /** A wait that was long enough. */
  PollTimeoutError: PollTimeoutError;
  /** 429, also after its repeats. */
  RateLimitedError: RateLimitedError;
  /** JSON in another shape. */
  ResponseValidationError: ResponseValidationError;
  /** 500 and above. */
  ServerError: ServerError;
  /** Time was up. */
  TimeoutError: TimeoutError;
  /** 401. */
  UnauthorizedError: UnauthorizedError;
  /** Redis could not be reached: of `care-platform/redis`. */
  RedisUnavailableError: Error & { readonly name: 'RedisUnavailableError' };
  /** Not the platform's JSON. */
  UnexpectedResponseError: UnexpectedResponseError;
}

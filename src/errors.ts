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
import { brand, type CareError } from './errors/care-error.js';
import type { ExportFailedError, PollTimeoutError } from './errors/export-errors.js';
import type {
  ClosedError,
  ForeignLinkError,
  InputError,
  LinkNotFoundError,
  PartNotLoadedError,
  ResponseValidationError,
} from './errors/refusals.js';

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
export { CareError, type Exchange, ExchangeError, type Problem } from './errors/care-error.js';
export { ExportFailedError, PollTimeoutError } from './errors/export-errors.js';
export {
  ClosedError,
  ForeignLinkError,
  InputError,
  LinkNotFoundError,
  PartNotLoadedError,
  ResponseValidationError,
} from './errors/refusals.js';

/**
 * Tells an error of this package, also one from another copy of it (ESM beside CommonJS), where `instanceof` fails.
 * With a name it tells one kind: `isCareError(error, 'NotFoundError')`.
 */
export function isCareError<Name extends keyof CareErrors>(error: unknown, name: Name): error is CareErrors[Name];
export function isCareError(error: unknown): error is CareError;
export function isCareError(error: unknown, name?: string): boolean {
  const ours = error instanceof Error && (error as { [brand]?: unknown })[brand] === true;
  return ours && (name === undefined || error.name === name);
}

/** Every error class by its literal `name`. */
export interface CareErrors {
  ApiError: ApiError;
  BadRequestError: BadRequestError;
  ClosedError: ClosedError;
  ConnectionError: ConnectionError;
  ExportFailedError: ExportFailedError;
  ForbiddenError: ForbiddenError;
  ForeignLinkError: ForeignLinkError;
  InputError: InputError;
  InvalidInputError: InvalidInputError;
  InvalidPayloadError: InvalidPayloadError;
  LinkNotFoundError: LinkNotFoundError;
  MethodNotAllowedError: MethodNotAllowedError;
  NotFoundError: NotFoundError;
  OutcomeUnknownError: OutcomeUnknownError;
  PartNotLoadedError: PartNotLoadedError;
  PollTimeoutError: PollTimeoutError;
  RateLimitedError: RateLimitedError;
  ResponseValidationError: ResponseValidationError;
  ServerError: ServerError;
  TimeoutError: TimeoutError;
  UnauthorizedError: UnauthorizedError;
  UnexpectedResponseError: UnexpectedResponseError;
}

import { listProblems } from '../../errors/problems.js';
import {
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
} from '../../errors.js';
import { type CallDescription, subject } from './description.js';
import type { ErrorDescription, RawDetails, RawProblem } from './error-response.js';
import { loadExplanations } from './lazy.js';
import type { FailedResponse } from './redact-text.js';

/** The body of an error response, as text and as parsed JSON if it is JSON. */
export interface ErrorBody {
  readonly text: string;
  readonly document: unknown;
}

const hidden = '[…]';

/** The error for a response with an error status. The status decides the class, and the body adds details. */
export async function statusFailure(
  about: CallDescription,
  status: number,
  { text, document }: ErrorBody,
  pending: FailedResponse,
): Promise<ApiError> {
  const raw = rawDetails(status, document);
  const module = await loadExplanations();
  const { details, explanation } = module?.redactDetails(pending, raw, text) ?? hideDetails(pending, raw);
  const hasProblems = status === 400 && details.problems.length > 0;
  const ErrorClass = hasProblems ? InvalidInputError : (classes[status] ?? (status >= 500 ? ServerError : ApiError));
  return new ErrorClass(`${subject(about)} responded with ${status}${explanation}`, about, details);
}

/** The body may be the platform's, a gateway's page or empty. */
function rawDetails(status: number, document: unknown): RawDetails {
  const { code, message, extra } = Object(document) as { code?: unknown; message?: unknown; extra?: unknown };
  return {
    status,
    code: typeof code === 'number' ? code : status,
    reason: typeof message === 'string' ? message : '',
    problems: Array.isArray(extra) ? extra.filter(isProblem) : [],
    isFromPlatform: typeof code === 'number' && typeof message === 'string',
  };
}

function isProblem(entry: unknown): entry is RawProblem {
  const { name, message } = Object(entry) as { name?: unknown; message?: unknown };
  return typeof name === 'string' && typeof message === 'string';
}

/** Hides all texts, except for the names of fields that were sent, which show what was rejected. */
function hideDetails({ call }: FailedResponse, details: RawDetails): ErrorDescription {
  const { body = {} } = call.request;
  const problems = details.problems.map(({ name }) => ({
    name: Object.hasOwn(body, name) ? name : hidden,
    message: hidden,
    code: 'invalid',
  }));
  return {
    details: { ...details, reason: details.reason && hidden, problems },
    explanation: `: ${listProblems(problems) || hidden}.`,
  };
}

/** The type of a body, redacted for a message. */
export async function printableType(type: string, pending: FailedResponse): Promise<string> {
  const module = await loadExplanations();
  return type && (module?.redactType(pending, type) ?? hidden);
}

const classes: Record<number, typeof ApiError> = {
  400: BadRequestError,
  401: UnauthorizedError,
  403: ForbiddenError,
  404: NotFoundError,
  405: MethodNotAllowedError,
  406: InvalidPayloadError,
  429: RateLimitedError,
};

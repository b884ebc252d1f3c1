import { printable } from '../../errors/printable.js';
import { listProblems } from '../../errors/problems.js';
import {
  ApiError,
  BadRequestError,
  type ErrorAnswer,
  ForbiddenError,
  InvalidInputError,
  InvalidPayloadError,
  MethodNotAllowedError,
  NotFoundError,
  type Problem,
  RateLimitedError,
  ServerError,
  UnauthorizedError,
} from '../../errors.js';
import { type CallDescription, subject } from './description.js';
import type { Redactor } from './redact-text.js';

/** The body of an error response, and the same as JSON if it is JSON. */
interface ErrorBody {
  readonly text: string;
  readonly document: unknown;
}

/** The error for a response with an error status: the status decides the class, the body refines it. */
export function statusFailure(
  about: CallDescription,
  status: number,
  { text, document }: ErrorBody,
  redact: Redactor,
  unauthorizedHint: string | undefined,
): ApiError {
  const details = errorDetails(status, { text, document }, redact);
  const reason = [printable(details.reason), listProblems(details.problems)].filter((part) => part !== '').join('; ');
  const hint = hintFor(status, text, unauthorizedHint);
  const message = `${subject(about)} responded with ${status}${reason ? `: ${reason}` : ''}.${hint ? ` ${hint}` : ''}`;
  const ErrorClass = errorClass(details);
  return new ErrorClass(message.replace(/\.\.(?= |$)/, '.'), about, details);
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

function errorClass({ status, problems }: ErrorAnswer): typeof ApiError {
  if (status === 400 && problems.length > 0) return InvalidInputError;
  return classes[status] ?? (status >= 500 ? ServerError : ApiError);
}

function hintFor(status: number, text: string, unauthorizedHint: string | undefined): string {
  if (status >= 500) return 'The platform or a gateway before it failed; it may work later.';
  // A gateway of the platform's own may enforce its limit.
  if (isPage.test(text) && status !== 407 && status !== 429) return pageHint;
  return (status === 401 ? unauthorizedHint : undefined) ?? hints[status] ?? '';
}

const isPage = /^\s*<(?:!doctype|html|\?xml)/i;
const pageHint = "This is a page of a proxy or gateway on the way, not the platform's own response.";
const hints: Record<number, string> = {
  401: 'The token is missing, wrong or revoked, or its user is inactive.',
  403: 'The token is valid, but its user lacks the role or permission for this.',
  404: 'It does not exist, no longer exists, or its user has no access to the feature.',
  405: 'The platform does not offer this method there.',
  406: 'The platform could not decode the body.',
  407: "The proxy requires credentials. Add them to the proxy's URL.",
  408: 'The server, or a gateway before it, had closed the connection or gave up waiting for the request.',
  425: 'The server did not process it yet, since it may be a replay.',
  429: 'More than 30 requests a second or 20 connections came from this address: something else behind it shares the limits.',
};

/** The body of an error response may be the platform's, a gateway's page or empty. */
function errorDetails(status: number, { text, document }: ErrorBody, redact: Redactor): ErrorAnswer {
  const body: { code?: unknown; message?: unknown; extra?: unknown } =
    typeof document === 'object' && document !== null ? document : {};
  return {
    status,
    code: typeof body.code === 'number' ? body.code : status,
    reason: typeof body.message === 'string' ? redact(body.message) : redact(pageTitle(text)),
    problems: Array.isArray(body.extra) ? problemsIn(body.extra, redact) : [],
  };
}

/** The first ones, without the values they quote; an error keeps and shows no more. */
function problemsIn(extra: unknown[], redact: Redactor): Problem[] {
  return extra.filter(isProblem).map(({ name, message }, index) => {
    if (index >= 100) return { name: '', message: '' };
    return { name: redact(name, fieldName.test(name)), message: redact(message) };
  });
}

/** The platform names a refused list item by its value. Digits and symbols belong to a person's data, not to a field. */
const fieldName = /^(?!.*\d{4})[@\p{L}][\p{L}\d_ .:-]*$/u;

function isProblem(entry: unknown): entry is Problem {
  const { name, message } = (entry ?? {}) as { name?: unknown; message?: unknown };
  return typeof name === 'string' && typeof message === 'string';
}

/** Characters of a page that are searched for its title. */
const longestHead = 10_000;

/** The title of a gateway's page names the problem; the rest of a page could show a person's data. */
function pageTitle(text: string): string {
  return /<title[^>]*>([^<]*)</i.exec(text.slice(0, longestHead))?.[1] ?? '';
}

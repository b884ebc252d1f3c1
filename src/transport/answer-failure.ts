import { printable } from '../errors/printable.js';
import { listProblems } from '../errors/problems.js';
import {
  ApiError,
  BadRequestError,
  type ErrorAnswer,
  type Exchange,
  ForbiddenError,
  InvalidInputError,
  InvalidPayloadError,
  MethodNotAllowedError,
  NotFoundError,
  type Problem,
  RateLimitedError,
  ServerError,
  UnauthorizedError,
} from '../errors.js';
import { type Blank, oneLine } from './blank.js';
import { parseJson } from './body.js';
import { subject } from './description.js';

/** An error answer as an error: the HTTP status decides the class, the body refines it. */
export function answerFailure(
  exchange: Exchange,
  status: number,
  text: string,
  blank: Blank,
  { unauthorizedByState }: { readonly unauthorizedByState?: boolean | undefined } = {},
): ApiError {
  const answer = errorAnswer(status, text, blank);
  const said = [printable(answer.reason), listProblems(answer.problems)].filter((part) => part !== '').join('; ');
  const hint = hintFor(status, text, unauthorizedByState);
  const message = `${subject(exchange)} was answered ${status}${said ? `: ${said}` : ''}.${hint ? ` ${hint}` : ''}`;
  const ErrorClass = errorClass(answer);
  return new ErrorClass(message.replace(/\.\.(?= |$)/, '.'), exchange, answer);
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

function hintFor(status: number, text: string, unauthorizedByState?: boolean): string {
  if (status >= 500) return 'The platform or a gateway before it failed; it may work later.';
  // The platform's own limit may be kept by a gateway of its.
  if (isPage.test(text) && status !== 407 && status !== 429) return pageHint;
  return status === 401 && unauthorizedByState ? stateHint : (hints[status] ?? '');
}

const isPage = /^\s*<(?:!doctype|html|\?xml)/i;
const pageHint = "This is a page of a proxy or gateway on the way, not the platform's own answer.";
const stateHint =
  "The job is another user's, or no longer in a state for that: read it again. Or the token is wrong or revoked.";
const hints: Record<number, string> = {
  401: 'The token is missing, wrong or revoked, or its user is inactive.',
  403: 'The token is valid, but its user lacks the role or permission for this.',
  404: 'It does not exist, no longer exists, or its user has no access to the feature.',
  405: 'The platform does not offer this method there.',
  406: 'The platform could not decode the body.',
  407: "The proxy requires credentials. Add them to the proxy's URL.",
  408: 'The server, or a gateway before it, had closed the connection or gave up waiting for the request.',
  425: 'The server did not process it yet, since it may be a replay.',
  429: 'Over 30 requests a second or 20 connections from this address: something else behind it uses the same limits.',
};

/** The body of an error answer may be the platform's, a gateway's page or nothing. */
function errorAnswer(status: number, text: string, blank: Blank): ErrorAnswer {
  const parsed = parseJson(text);
  const body: { code?: unknown; message?: unknown; extra?: unknown } =
    typeof parsed === 'object' && parsed !== null ? parsed : {};
  return {
    status,
    code: typeof body.code === 'number' ? body.code : status,
    reason: typeof body.message === 'string' ? blank(body.message) : blank(pageTitle(text)),
    problems: Array.isArray(body.extra) ? problemsIn(body.extra, blank) : [],
  };
}

/** The first ones without what they quote; an error keeps and shows no more. */
function problemsIn(extra: unknown[], blank: Blank): Problem[] {
  return extra.filter(isProblem).map(({ name, message }, index) => {
    if (index >= 100) return { name: '', message: '' };
    return { name: blank(name, fieldName.test(name)), message: blank(message) };
  });
}

/** The platform names what it refuses in a list by its value. Digits and signs are of no field, but of a person. */
const fieldName = /^(?!.*\d{4})[@\p{L}][\p{L}\d_ .:-]*$/u;

function isProblem(entry: unknown): entry is Problem {
  const { name, message } = (entry ?? {}) as { name?: unknown; message?: unknown };
  return typeof name === 'string' && typeof message === 'string';
}

/** Characters of a page that are searched for its title. */
const longestHead = 10_000;

/** A gateway's page tells what it is in its title; the rest of a page could show a person's data. */
function pageTitle(text: string): string {
  return /<title[^>]*>([^<]*)</i.exec(text.slice(0, longestHead))?.[1] ?? '';
}

export function shortened(text: string): string {
  return printable(oneLine(text));
}

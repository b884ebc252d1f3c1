import {
  ApiError,
  BadRequestError,
  type CareError,
  ConnectionError,
  type ErrorAnswer,
  type Exchange,
  ForbiddenError,
  InvalidInputError,
  InvalidPayloadError,
  MethodNotAllowedError,
  NotFoundError,
  OutcomeUnknownError,
  type Problem,
  RateLimitedError,
  ServerError,
  TimeoutError,
  UnauthorizedError,
  UnexpectedResponseError,
} from '../errors.js';
import { parseJson } from './body.js';
import { redactedPath } from './redacted-path.js';

/** The one place where a failed exchange becomes an error: the HTTP status decides the class, the body refines it. */
export function answerFailure(exchange: Exchange, status: number, text: string): ApiError {
  const answer = errorAnswer(status, text);
  const said = [answer.reason, ...answer.problems.map((problem) => `${problem.name}: ${problem.message}`)]
    .filter((part) => part !== '')
    .join('; ');
  const hint = hints[status] ?? (status >= 500 ? serverHint : '');
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

const serverHint = 'The platform or a gateway before it failed; it may work later.';
const hints: Record<number, string> = {
  401: "The token is missing, revoked or its user inactive; on an export's cancel or download, the job is another user's or in the wrong state.",
  403: 'The token is valid, but its user lacks the role or permission for this.',
  404: 'It does not exist, no longer exists, or its user has no access to the feature.',
  405: 'The platform does not offer this method there.',
  406: 'The platform could not decode the body.',
  429: 'Over 30 requests a second or 20 connections from this address: something else behind it uses the same limits.',
};

/** The body of an error answer may be the platform's, a gateway's page or nothing. */
function errorAnswer(status: number, text: string): ErrorAnswer {
  const parsed = parseJson(text);
  const body: { code?: unknown; message?: unknown; extra?: unknown } =
    typeof parsed === 'object' && parsed !== null ? parsed : {};
  return {
    status,
    code: typeof body.code === 'number' ? body.code : status,
    reason: typeof body.message === 'string' ? shortened(body.message) : pageTitle(text),
    problems: Array.isArray(body.extra) ? body.extra.filter(isProblem) : [],
  };
}

function isProblem(entry: unknown): entry is Problem {
  const { name, message } = (entry ?? {}) as { name?: unknown; message?: unknown };
  return typeof name === 'string' && typeof message === 'string';
}

/** A gateway's page tells what it is in its title; the rest of a page could show a person's data. */
function pageTitle(text: string): string {
  return shortened(/<title[^>]*>([^<]*)</i.exec(text)?.[1] ?? '');
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}

export function connectionFailure(exchange: Exchange, thrown: unknown, inBrowser: boolean): ConnectionError {
  const { code, detail, connecting } = rootCause(thrown);
  const why = inBrowser
    ? 'The browser does not say why: offline, refused by CORS, or throttled by a gateway that answers without CORS headers.'
    : `${detail ?? 'The connection failed'}${code === undefined ? '' : ` (${code})`}.`;
  return new ConnectionError(`${subject(exchange)} got no answer. ${why}`, exchange, {
    code,
    mayHaveArrived: !(connecting || neverSent.test(code ?? '')),
  });
}

/** The headers came, and then the body ended before its end. */
export function brokenOff(exchange: Exchange, status: number, thrown: unknown): UnexpectedResponseError {
  const { code } = rootCause(thrown);
  const why = code === undefined ? '' : ` (${code})`;
  const message = `${subject(exchange)} was answered ${status}, but the connection broke before the end of the body${why}.`;
  return new UnexpectedResponseError(message, exchange, status, true);
}

/**
 * Failures of looking up, connecting or agreeing on TLS: all before the first byte of the request. Other codes of TLS may
 * also come later, when the request has been sent.
 */
const neverSent =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused)$|CERT|VERIFY_LEAF|HANDSHAKE|WRONG_VERSION|PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL/;

interface RootCause {
  readonly code: string | undefined;
  readonly detail: string | undefined;
  /** Whether it failed in looking up or connecting. */
  readonly connecting: boolean;
}

/**
 * `fetch` and ky wrap the cause. Only a system error's own text is taken, which names hosts and ports; anything else, and
 * the error itself, could hold the request with its headers.
 */
function rootCause(thrown: unknown): RootCause {
  let error: unknown = thrown;
  for (let depth = 0; depth < 5 && error instanceof Error; depth++) {
    const inner: unknown = error instanceof AggregateError ? error.errors[0] : undefined;
    const { code, syscall } = error as { code?: unknown; syscall?: unknown };
    if (inner === undefined && typeof code === 'string' && /^[A-Za-z0-9_]+$/.test(code)) {
      const detail = typeof syscall === 'string' || code.startsWith('UND_ERR_') ? shortened(error.message) : undefined;
      return { code, detail, connecting: syscall === 'connect' || syscall === 'getaddrinfo' };
    }
    error = inner ?? error.cause;
  }
  return { code: undefined, detail: undefined, connecting: false };
}

export function timeoutFailure(exchange: Exchange, milliseconds: number, part: 'answer' | 'next bytes'): TimeoutError {
  return new TimeoutError(
    `${subject(exchange)} timed out: the ${part} did not come within ${milliseconds} ms. The connection was closed; raise \`timeout\` if this is expected.`,
    exchange,
  );
}

export function unexpectedResponse(exchange: Exchange, status: number, found: string): UnexpectedResponseError {
  return new UnexpectedResponseError(
    `${subject(exchange)} was answered ${status} with ${found}. This is not the platform's own answer: check the base URL and what stands before the platform.`,
    exchange,
    status,
  );
}

export function brokenJson(exchange: Exchange, status: number): UnexpectedResponseError {
  const message = `${subject(exchange)} was answered ${status} with JSON that is cut off or broken.`;
  return new UnexpectedResponseError(message, exchange, status, true);
}

export function outcomeUnknown(exchange: Exchange, cause: CareError): OutcomeUnknownError {
  return new OutcomeUnknownError(
    `${subject(exchange)} may or may not have been done: it was sent, and no usable answer came. ` +
      'It was not repeated, since that could do it twice. Read the resource and see whether the change is there.',
    exchange,
    { cause },
  );
}

function subject(exchange: Exchange): string {
  return `${exchange.method} ${exchange.target} (${redactedPath(new URL(exchange.url))})`;
}

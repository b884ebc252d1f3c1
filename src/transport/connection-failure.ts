import { ConnectionError, type Exchange, TimeoutError, UnexpectedResponseError } from '../errors.js';
import { shortened } from './answer-failure.js';
import { subject } from './description.js';
import { inBrowser, isOffline } from './runtime.js';

/** `fetch` failed before there were headers. */
export function connectionFailure(exchange: Exchange, thrown: unknown): ConnectionError | TimeoutError {
  const { code, detail, connecting } = rootCause(thrown);
  if (code === 'UND_ERR_HEADERS_TIMEOUT') return runtimeTimeout(exchange, code, 'answer');
  const told = `${detail ?? 'The connection failed'}${code === undefined ? '' : ` (${code})`}.`;
  const why = inBrowser() ? browserSays() : told;
  const mayHaveArrived = !(connecting || neverSent.test(code ?? ''));
  const arrival = mayHaveArrived ? 'It may have arrived.' : 'It did not arrive.';
  return new ConnectionError(`${subject(exchange)} got no answer. ${why} ${arrival}`, exchange, {
    code,
    mayHaveArrived,
  });
}

function browserSays(): string {
  if (isOffline()) return 'The browser is offline.';
  return 'The browser does not say why: offline, refused by CORS, or throttled or redirected by a gateway that answers without CORS headers.';
}

/** The headers came, and then the body ended before its end. */
export function brokenOff(
  exchange: Exchange,
  status: number,
  thrown: unknown,
  resourceUrl: string | undefined,
): UnexpectedResponseError | TimeoutError {
  const { code } = rootCause(thrown);
  if (code === 'UND_ERR_BODY_TIMEOUT') return runtimeTimeout(exchange, code, 'bytes');
  const why = code === undefined ? '' : ` (${code})`;
  const message = `${subject(exchange)} was answered ${status}, but the connection broke before the end of the body${why}.`;
  return new UnexpectedResponseError(message, exchange, status, true, resourceUrl);
}

/** Node's `fetch` has limits of its own, 300 s each, whatever `timeout` says. */
function runtimeTimeout(exchange: Exchange, code: string, waitedFor: 'answer' | 'bytes'): TimeoutError {
  return new TimeoutError(
    `${subject(exchange)} timed out: the runtime's own limit (${code}) came before \`timeout\`. Give \`connect\` a \`fetch\` with a longer one.`,
    exchange,
    { waitedFor, mayHaveArrived: true },
  );
}

/**
 * Failures of looking up, connecting or agreeing on TLS: all before the first byte of the request. Other codes of TLS may
 * also come later, when the request has been sent.
 */
const neverSent =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused)$|CERT|VERIFY_LEAF|HANDSHAKE|WRONG_VERSION|PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL/;

/** What has no code of its own: a server that hung up while TLS was agreed on, and a port that no `fetch` asks. */
const neverSentWords = /before secure TLS connection was established|^bad port$/;

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
  let connecting = false;
  for (let depth = 0; depth < 5 && error instanceof Error; depth++) {
    connecting ||= neverSentWords.test(error.message);
    const inner: unknown = error instanceof AggregateError ? error.errors[0] : undefined;
    const { code, syscall } = error as { code?: unknown; syscall?: unknown };
    if (inner === undefined && typeof code === 'string' && /^[A-Za-z0-9_]+$/.test(code)) {
      const detail = typeof syscall === 'string' || code.startsWith('UND_ERR_') ? shortened(error.message) : undefined;
      connecting ||= syscall === 'connect' || syscall === 'getaddrinfo';
      return { code, detail, connecting };
    }
    error = inner ?? error.cause;
  }
  return { code: undefined, detail: undefined, connecting };
}

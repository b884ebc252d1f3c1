import { ConnectionError, TimeoutError, UnexpectedResponseError } from '../../errors.js';
import { hidesReasons, isOffline } from '../../runtime/globals.js';
import { type CallDescription, subject } from './description.js';
import type { ConnectionCause } from './diagnose.js';
import { failuresIn } from './thrown.js';

/** `fetch` failed before there were headers. */
export async function connectionFailure(
  about: CallDescription,
  thrown: unknown,
): Promise<ConnectionError | TimeoutError> {
  const code = codeOf(thrown);
  if (code === 'UND_ERR_HEADERS_TIMEOUT') return runtimeTimeout(about, code, 'response');
  const cause = hidesReasons() ? withoutDiagnosis(browserReason()) : await loadDiagnosis(thrown, about);
  const arrival = cause.neverSent ? 'It did not arrive.' : 'It may have arrived.';
  return new ConnectionError(`${subject(about)} got no response. ${cause.why} ${arrival}`, about, {
    code: cause.code ?? code,
    mayHaveArrived: !cause.neverSent,
  });
}

/** The browser has no network, and this attempt was not sent. An earlier one may have been. */
export function offlineFailure(about: CallDescription, mayHaveArrived: boolean): ConnectionError {
  const arrival = mayHaveArrived ? 'An earlier attempt may have arrived.' : 'It was not sent.';
  const details = { code: undefined, mayHaveArrived };
  return new ConnectionError(`${subject(about)} got no response. ${browserReason()} ${arrival}`, about, details);
}

function browserReason(): string {
  if (isOffline()) return 'The browser is offline.';
  return 'The browser hides the reason: it is offline, CORS refused the response, or a gateway limited or redirected it without CORS headers.';
}

/** The diagnosis is a lazy module: no page needs it. */
async function loadDiagnosis(thrown: unknown, { url }: CallDescription): Promise<ConnectionCause> {
  const module = await import('./diagnose.js').catch(() => undefined);
  return module?.diagnose(thrown, new URL(url)) ?? withoutDiagnosis('The connection failed.');
}

function withoutDiagnosis(why: string): ConnectionCause {
  return { code: undefined, why, neverSent: false };
}

/** The headers came, and then the body ended before its end. */
export function brokenBody(
  about: CallDescription,
  status: number,
  thrown: unknown,
  resourceUrl: string | undefined,
): UnexpectedResponseError | TimeoutError {
  const code = codeOf(thrown);
  if (code === 'UND_ERR_BODY_TIMEOUT') return runtimeTimeout(about, code, 'bytes');
  const why = code === undefined ? '' : ` (${code})`;
  const message = `${subject(about)} responded with ${status}, but the connection broke before the end of the body${why}.`;
  return new UnexpectedResponseError(message, about, status, true, resourceUrl);
}

/** Node's `fetch` has limits of its own, 300 s each, also if `timeout` is longer. */
function runtimeTimeout(about: CallDescription, code: string, waitedFor: 'response' | 'bytes'): TimeoutError {
  return new TimeoutError(
    `${subject(about)} timed out: the runtime's own limit (${code}) came before \`timeout\`. Give \`connect\` a \`fetch\` with a longer one.`,
    about,
    { waitedFor, mayHaveArrived: true },
  );
}

function codeOf(thrown: unknown): string | undefined {
  return failuresIn(thrown).find(({ code }) => code !== undefined)?.code;
}

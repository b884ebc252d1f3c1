import { ConnectionError, TimeoutError, type UnexpectedResponseError } from '../../errors.js';
import { isOffline } from '../../runtime/globals.js';
import { type BegunResponse, unusableResponse } from './call-failure.js';
import { type CallDescription, subject } from './description.js';
import { loadExplanations } from './lazy.js';
import { codeOf, layersOf } from './thrown.js';

/** `fetch` failed before the headers came. */
export async function connectionFailure(
  about: CallDescription,
  thrown: unknown,
): Promise<ConnectionError | TimeoutError> {
  const code = firstCode(thrown);
  if (code === 'UND_ERR_HEADERS_TIMEOUT') return runtimeTimeout(about, code, 'response');
  const module = await loadExplanations();
  const cause = module?.diagnose(thrown, new URL(about.url));
  const mayHaveArrived = cause?.neverSent !== true;
  const arrival = mayHaveArrived ? 'It may have arrived.' : 'It did not arrive.';
  return noResponse(about, cause?.why ?? connectionFailed(), arrival, { code: cause?.code ?? code, mayHaveArrived });
}

/** The browser has no network, and this attempt was not sent. An earlier attempt may have been sent. */
export function offlineFailure(about: CallDescription, mayHaveArrived: boolean): ConnectionError {
  const arrival = mayHaveArrived ? 'An earlier attempt may have arrived.' : 'It was not sent.';
  return noResponse(about, connectionFailed(), arrival, { code: undefined, mayHaveArrived });
}

function connectionFailed(): string {
  return isOffline() ? 'The browser is offline.' : 'The connection failed.';
}

function noResponse(
  about: CallDescription,
  why: string,
  arrival: string,
  details: { readonly code: string | undefined; readonly mayHaveArrived: boolean },
): ConnectionError {
  return new ConnectionError(`${subject(about)} got no response. ${why} ${arrival}`, about, details);
}

/** The headers came, and then the body broke off. */
export function brokenBody(
  about: CallDescription,
  response: BegunResponse,
  thrown: unknown,
): UnexpectedResponseError | TimeoutError {
  const code = firstCode(thrown);
  if (code === 'UND_ERR_BODY_TIMEOUT') return runtimeTimeout(about, code, 'bytes', response);
  const why = `the connection broke before the end of the body${code === undefined ? '' : ` (${code})`}`;
  return unusableResponse(about, response, why, true);
}

/** Node's `fetch` has its own limits, 300 s each, even if `timeout` is longer. */
function runtimeTimeout(
  about: CallDescription,
  code: string,
  waitedFor: 'response' | 'bytes',
  response?: BegunResponse,
): TimeoutError {
  return new TimeoutError(
    `${subject(about)} timed out: the runtime's own limit (${code}) came before \`timeout\`. Give \`connect\` a \`fetch\` with a longer limit.`,
    about,
    { waitedFor, mayHaveArrived: true, ...response },
  );
}

function firstCode(thrown: unknown): string | undefined {
  return layersOf(thrown).map(codeOf).find(Boolean);
}

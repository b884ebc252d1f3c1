import { ConnectionError, type TimeoutError, type UnexpectedResponseError } from '../../errors.js';
import { isOffline } from '../../runtime/globals.js';
import { type BegunResponse, timeoutFailure, unusableResponse } from './call-failure.js';
import { type CallDescription, subject } from './description.js';
import { loadExplanations } from './lazy.js';
import { codeOf, layersOf } from './thrown.js';

/** `fetch` failed before the headers came. */
export async function connectionFailure(
  about: CallDescription,
  thrown: unknown,
): Promise<ConnectionError | TimeoutError> {
  const code = firstCode(thrown);
  if (code === 'UND_ERR_HEADERS_TIMEOUT') return timeoutFailure(about, 'response', limitOf(code));
  const cause = (await loadExplanations())?.diagnose(thrown, new URL(about.url));
  return noResponse(about, cause?.neverSent !== true, cause?.why, cause?.code ?? code);
}

/** @param mayHaveArrived `true` if this attempt or an earlier one may have arrived */
export function noResponse(
  about: CallDescription,
  mayHaveArrived: boolean,
  why = isOffline() ? 'The browser is offline.' : 'The connection failed.',
  code?: string,
): ConnectionError {
  const arrival = mayHaveArrived ? 'It may have arrived.' : 'It did not arrive.';
  return new ConnectionError(`${subject(about)} got no response. ${why} ${arrival}`, about, { code, mayHaveArrived });
}

/** The headers came, and then the body broke off. */
export function brokenBody(
  about: CallDescription,
  response: BegunResponse,
  thrown: unknown,
): UnexpectedResponseError | TimeoutError {
  const code = firstCode(thrown);
  if (code === 'UND_ERR_BODY_TIMEOUT') return timeoutFailure(about, 'bytes', limitOf(code), response);
  const why = `the connection broke before the end of the body${code === undefined ? '' : ` (${code})`}`;
  return unusableResponse(about, response, why, true);
}

/** Node's `fetch` has its own limits, 300 s each, even if `timeout` is longer. */
function limitOf(code: string): string {
  return `the limit of \`fetch\` (${code}). Give \`connect\` a \`fetch\` with a longer limit`;
}

function firstCode(thrown: unknown): string | undefined {
  return layersOf(thrown).map(codeOf).find(Boolean);
}

import { isCareError } from 'care-platform';
import { inCommandWords } from '../frame/command-words.js';
import { exitCodeOf, exitCodes } from '../frame/exit-codes.js';
import type { Cause, Finding } from './finding.js';

/** An error of the library as a finding: its message says what was found, and often what to do. */
export function explain(error: unknown): Finding {
  if (!isCareError(error)) throw error;
  const [cause, advice] = causeOf(error);
  return {
    outcome: 'failed',
    text: inCommandWords(error.message),
    cause,
    ...(advice !== undefined && { advice }),
    exitCode: error.name === 'InputError' ? exitCodes.usage : exitCodeOf(error),
  };
}

function causeOf(error: Error): readonly [Cause, string?] {
  if (isCareError(error, 'InputError')) return ['settings', 'Correct CARE_BASE_URL or CARE_TOKEN.'];
  if (isCareError(error, 'ConnectionError')) {
    const cause = connectionCause(error.code, error.message);
    return cause === 'no-response' ? [cause, cutConnection] : [cause];
  }
  if (isCareError(error, 'TimeoutError')) {
    return ['no-response', 'A firewall may drop the packets. Ask the network’s administrators, or raise --timeout.'];
  }
  if (isCareError(error, 'ForeignLinkError')) return ['redirect', login];
  if (isCareError(error, 'UnexpectedResponseError')) {
    return error.status >= 300 && error.status < 400 ? ['redirect', login] : ['html-page', page];
  }
  if (isCareError(error, 'NotFoundError')) {
    return ['no-api', 'CARE_BASE_URL must be the address of the application, with or without /api/2.'];
  }
  if (isCareError(error, 'RateLimitedError')) {
    return ['rate-limited', 'Other programs send from the same address. Let them share one throttle, or send less.'];
  }
  if (isCareError(error, 'UnauthorizedError')) {
    return ['token', 'Ask the platform’s application managers for a valid token of an active user.'];
  }
  return ['platform-error', 'The platform, or a gateway before it, fails or is in maintenance. Try again later.'];
}

const login = 'A login page or a gateway is before the platform. Ask for an address at which the API responds itself.';
const cutConnection =
  'The connection was cut. A firewall, a proxy or a gateway may do so, or the platform if it fails. Try again later.';
const page = 'A page came instead of the API. Open the address in a browser: it may be a notice of maintenance.';

/** By the code of Node, where it has one. */
export function connectionCause(code: string | undefined, message = ''): Cause {
  if (/\bproxy (?:requires|does not|cannot|opened|closed)/i.test(message)) return 'proxy';
  if (/^(?:ENOTFOUND|EAI_)/.test(code ?? '')) return 'unknown-name';
  if (/^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)/.test(code ?? '')) return 'closed-port';
  if (/^CERT_(?:HAS_EXPIRED|NOT_YET_VALID)/.test(code ?? '')) return 'expired-certificate';
  if (/^(?:UNABLE_TO|SELF_SIGNED|DEPTH_ZERO|CERT_UNTRUSTED)/.test(code ?? '')) return 'untrusted-authority';
  if (/CERT|TLS|SSL|HOSTNAME_MISMATCH/.test(code ?? '')) return 'certificate';
  return 'no-response';
}

import { printable } from '../../errors/printable.js';
import { hidesReasons, isOffline } from '../../runtime/globals.js';
import { type Diagnosis, diagnosesFor, unreachableProxy } from './diagnoses.js';
import { type Failure, failuresIn } from './failures-in.js';
import { oneLine } from './redact-text.js';

/** The reason why `fetch` got no response, as far as the runtime reports it. */
export interface ConnectionCause {
  /** The runtime's code, if it has one. */
  readonly code: string | undefined;
  /** The known facts and the advice, as one sentence. */
  readonly why: string;
  /** `true` if it certainly failed before the first byte of the request: during lookup, connecting or TLS handshake. */
  readonly neverSent: boolean;
}

export function diagnose(thrown: unknown, url: URL): ConnectionCause {
  if (hidesReasons()) return { code: undefined, why: browserReason(), neverSent: false };
  const failures = failuresIn(thrown);
  for (const failure of failures) {
    const text = describeFailure(failure);
    const diagnosis =
      isProxyFailure(failure, url) && unreachableProxy.pattern.test(text)
        ? unreachableProxy
        : firstMatch(text, url.host);
    if (diagnosis === undefined) continue;
    const reason = diagnosis.pattern.exec(text)?.[1] ?? ownText(failure) ?? failure.code;
    const advice = diagnosis.advice === undefined ? '' : `: ${diagnosis.advice}`;
    return {
      code: failure.code,
      why: `${diagnosis.what}${reason === undefined ? '' : ` (${reason})`}${advice}.`,
      neverSent: true,
    };
  }
  const known = failures.find(({ code, message }) => code !== undefined || brokenHttp.test(message));
  const code = known?.code === undefined ? '' : ` (${known.code})`;
  const text = (known && ownText(known)) || 'The connection failed';
  return { code: known?.code, why: `${text}${code}.`, neverSent: false };
}

function browserReason(): string {
  if (isOffline()) return 'The browser is offline.';
  return 'The browser hides the reason: it is offline, CORS blocked the response, or a gateway rate-limited or redirected the request without CORS headers.';
}

/** Deno's messages contain the URL of the request. No URL matches a pattern: patterns without an anchor contain spaces. */
function describeFailure({ code, syscall, message }: Failure): string {
  return `${code ?? ''} ${syscall ?? ''}: ${message}`;
}

function firstMatch(text: string, host: string): Diagnosis | undefined {
  return diagnosesFor(host).find(({ pattern }) => pattern.test(text));
}

/** Node reports which address failed: if it is not the platform's, it is a proxy's. */
function isProxyFailure({ hostname, port }: Failure, url: URL): boolean {
  const own = url.port || (url.protocol === 'https:' ? '443' : '80');
  return (hostname !== undefined && hostname !== url.hostname) || (port !== undefined && port !== own);
}

/** The beginning of undici's message if it cannot parse a response. A reason in fixed words follows, without a code. */
const brokenHttp = /^Response does not match the HTTP\/1\.1 protocol/;

/** Only the text of a system error is used, which names hosts and ports. Other texts may contain the request or its URL. */
function ownText({ code, syscall, message }: Failure): string | undefined {
  const isOfUndici = code === 'UND_ERR_SOCKET' || code === 'UND_ERR_CONNECT_TIMEOUT' || brokenHttp.test(message);
  return isOfUndici || syscall !== undefined ? printable(oneLine(message)) : undefined;
}

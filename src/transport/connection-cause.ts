import { shortened } from './answer-failure.js';
import { proxyAway, type Trouble, troublesAt } from './connection-troubles.js';
import { type Failure, failuresIn } from './thrown.js';

/** Why `fetch` gave no answer, as far as the runtime says. */
export interface ConnectionCause {
  /** The runtime's code where it gives one. */
  readonly code: string | undefined;
  /** A sentence that tells what is known, and what to do. */
  readonly why: string;
  /** Whether it surely failed before the first byte of the request: in looking up, connecting, or agreeing on TLS. */
  readonly neverSent: boolean;
}

export function causeOf(thrown: unknown, url: URL): ConnectionCause {
  const failures = failuresIn(thrown);
  for (const failure of failures) {
    const text = signsOf(failure);
    const trouble = isElsewhere(failure, url) && proxyAway.sign.test(text) ? proxyAway : firstOf(text, url.host);
    if (trouble === undefined) continue;
    const said = trouble.sign.exec(text)?.[1] ?? ownText(failure) ?? failure.code;
    const todo = trouble.todo === undefined ? '' : `: ${trouble.todo}`;
    return {
      code: failure.code,
      why: `${trouble.what}${said === undefined ? '' : ` (${said})`}${todo}.`,
      neverSent: true,
    };
  }
  const known = failures.find(({ code, message }) => code !== undefined || brokenHttp.test(message));
  const said = known?.code === undefined ? '' : ` (${known.code})`;
  const text = (known && ownText(known)) || 'The connection failed';
  return { code: known?.code, why: `${text}${said}.`, neverSent: false };
}

/** Deno's messages hold the URL of the request, in which nothing reads like a sign: those that may stand anywhere have blanks. */
function signsOf({ code, syscall, message }: Failure): string {
  return `${code ?? ''} ${syscall ?? ''}: ${message}`;
}

function firstOf(text: string, host: string): Trouble | undefined {
  return troublesAt(host).find(({ sign }) => sign.test(text));
}

/** Node tells which address failed: where it is not the platform's, it is that of a proxy. */
function isElsewhere({ hostname, port }: Failure, url: URL): boolean {
  const own = url.port || (url.protocol === 'https:' ? '443' : '80');
  return (hostname !== undefined && hostname !== url.hostname) || (port !== undefined && port !== own);
}

/** How undici begins to say what it cannot parse; a reason in fixed words follows, and no code. */
const brokenHttp = /^Response does not match the HTTP\/1\.1 protocol/;

/** Only a system error's own text is taken, which names hosts and ports; any other could hold the request or its URL. */
function ownText({ code, syscall, message }: Failure): string | undefined {
  const isOfUndici = code === 'UND_ERR_SOCKET' || code === 'UND_ERR_CONNECT_TIMEOUT' || brokenHttp.test(message);
  return isOfUndici || syscall !== undefined ? shortened(message) : undefined;
}

import { InputError } from '../errors.js';
import { hidesReasons } from '../runtime/globals.js';

/** Headers of the caller, for gateways that ask for one. */
export interface OwnHeaders {
  readonly userAgent?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Set by this package, or by the runtime for the connection. */
const reserved = new Set([
  ...['accept', 'accept-encoding', 'authorization', 'connection', 'content-encoding', 'content-length', 'content-type'],
  ...['expect', 'host', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'user-agent'],
]);

/** Checks the headers of the caller. Returns them by their names in lower case. Messages never show a value. */
export function takeOwnHeaders({ userAgent, headers = {} }: OwnHeaders): Readonly<Record<string, string>> {
  if (hidesReasons()) {
    const option = userAgent === undefined ? 'headers' : 'userAgent';
    throw refusal(option, 'Cannot be set in a browser, which sends only headers that the platform allows.');
  }
  const taken: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) throw refusal('headers', 'Has a name that no header can have.');
    const option = `headers.${name}`;
    const key = name.toLowerCase();
    if (key === 'user-agent') throw refusal(option, 'Must be set as `userAgent`.');
    if (reserved.has(key)) throw refusal(option, 'Is set by this package or by the runtime.');
    if (Object.hasOwn(taken, key))
      throw refusal(option, 'Is there twice: names of headers do not depend on upper and lower case.');
    taken[key] = checkValue(option, value);
  }
  return userAgent === undefined ? taken : { ...taken, 'user-agent': checkValue('userAgent', userAgent) };
}

/** A line break would begin a second header. */
function checkValue(option: string, value: unknown): string {
  if (value === undefined) throw refusal(option, 'Required input is missing. Is its environment variable set?');
  if (typeof value === 'string' && /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value)) return value;
  throw refusal(option, 'Must be a text of visible ASCII characters.');
}

function refusal(option: string, message: string): InputError {
  return InputError.of('connect', option, message);
}

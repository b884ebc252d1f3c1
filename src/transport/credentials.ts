import { ForeignLinkError, InputError } from '../errors.js';
import { rememberToken } from '../runtime/known-tokens.js';
import type { Lifetime } from './lifetime.js';
import type { TokenSource } from './request.js';

/** A wait for the token, of at most `timeout` milliseconds. */
interface Waiting {
  readonly lifetime: Lifetime;
  readonly timeout: number;
}

/** Adds the token only to requests to one origin. A closure holds it, which neither inspection nor serialisation reaches. */
export interface Credentials {
  /** The value of `Authorization`; `undefined` for an anonymous connection. Throws `ForeignLinkError` off the origin. */
  authorization(url: URL, waiting: Waiting): string | undefined | Promise<string>;
  /** After a 401: calls the source again, once for all running calls. Resolves to `true` if the token has changed. */
  renew(rejected: string | undefined, waiting: Waiting): Promise<boolean>;
}

/** @param what the call that was given the token, for messages */
export function createCredentials(source: TokenSource | undefined, origin: string, what = 'connect'): Credentials {
  let current = typeof source === 'string' ? authorizationWith(source, what) : undefined;
  let requested: Promise<string> | undefined;

  const load = async (loadToken: () => string | Promise<string>): Promise<string> => {
    current = authorizationWith(await loadToken(), what);
    return current;
  };
  const request = async (loadToken: () => string | Promise<string>, { lifetime, timeout }: Waiting) => {
    requested ??= load(loadToken);
    const shared = requested;
    const forget = () => {
      if (requested === shared) requested = undefined;
    };
    lifetime.startTimeout(timeout);
    try {
      return await lifetime.waitFor(shared.finally(forget));
    } finally {
      lifetime.stopTimeout();
      // A source that never returns must not hold later calls.
      if (lifetime.ending?.by === 'timeout') forget();
    }
  };

  return {
    authorization(url, waiting) {
      if (!url.href.startsWith(`${origin}/`)) throw ForeignLinkError.to(url, origin);
      return current ?? (typeof source === 'function' ? request(source, waiting) : undefined);
    },
    async renew(rejected, waiting) {
      if (typeof source !== 'function') return false;
      // Another call has renewed it in the meantime.
      if (current !== rejected) return true;
      return (await request(source, waiting)) !== rejected;
    },
  };
}

/** Only visible ASCII: anything else is invalid in a header, or begins a second header. */
function authorizationWith(token: unknown, what: string): string {
  if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token)) {
    throw InputError.of(
      what,
      'token',
      'Must be a string of visible ASCII characters without spaces.',
      'invalid-format',
    );
  }
  rememberToken(token);
  return `svc-token ${token}`;
}

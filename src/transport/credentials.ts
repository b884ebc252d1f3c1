import { ForeignLinkError, InputError } from '../errors.js';
import { rememberToken } from '../runtime/known-tokens.js';
import type { Lifetime } from './lifetime.js';
import type { TokenSource } from './request.js';

/** Adds the token only to requests to one origin. A closure holds it, which neither inspection nor serialisation reaches. */
export interface Credentials {
  /** The value of `Authorization`; `undefined` for an anonymous connection. Throws `ForeignLinkError` off the origin. */
  authorization(url: URL, lifetime: Lifetime): string | undefined | Promise<string>;
  /** After a 401: calls the source again, once for all running calls. Resolves to `true` if the token has changed. */
  renew(rejected: string | undefined, lifetime: Lifetime): Promise<boolean>;
}

/** @param what the call that was given the token, for messages */
export function createCredentials(source: TokenSource | undefined, origin: string, what = 'connect'): Credentials {
  let current = typeof source === 'string' ? authorizationWith(source, what) : undefined;
  let requested: Promise<string> | undefined;

  const load = async (loadToken: () => string | Promise<string>): Promise<string> => {
    current = authorizationWith(await loadToken(), what);
    return current;
  };
  const request = async (loadToken: () => string | Promise<string>, lifetime: Lifetime) => {
    requested ??= load(loadToken);
    const shared = requested;
    const forget = () => {
      if (requested === shared) requested = undefined;
    };
    lifetime.startTimeout();
    try {
      return await lifetime.waitFor(shared.finally(forget));
    } finally {
      lifetime.stopTimeout();
      // A source that never returns must not hold later calls.
      if (lifetime.ending?.by === 'timeout') forget();
    }
  };

  return {
    authorization(url, lifetime) {
      if (!url.href.startsWith(`${origin}/`)) throw ForeignLinkError.to(url, origin);
      return current ?? (typeof source === 'function' ? request(source, lifetime) : undefined);
    },
    async renew(rejected, lifetime) {
      if (typeof source !== 'function') return false;
      // Another call has renewed it in the meantime.
      if (current !== rejected) return true;
      return (await request(source, lifetime)) !== rejected;
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

import { ForeignLinkError, InputError } from '../errors.js';

/** The token itself, or a function that gives the current one: asked before the first request, and again after a 401. */
export type TokenSource = string | (() => string | Promise<string>);

/**
 * Holds the token in a closure, where no inspection or serialisation reaches it, and gives it to requests of one
 * origin only. `undefined` stands for anonymous: only the application root answers then.
 */
export interface Credentials {
  /** The value of `Authorization` for this URL, or a promise where the source is asked. Throws `ForeignLinkError` off the origin. */
  authorization(url: URL): string | undefined | Promise<string>;
  /** After a 401: asks the source again, once for all calls in flight. `true` if the token is another one now. */
  renewed(refused: string | undefined): Promise<boolean>;
  /** The source has taken too long: who comes next asks it anew. */
  abandon(): void;
}

export function createCredentials(source: TokenSource | undefined, origin: string): Credentials {
  let current: string | undefined;
  let asking: Promise<string> | undefined;

  const ask = (provider: () => string | Promise<string>): Promise<string> => {
    asking ??= begin(provider);
    return asking;
  };
  const begin = (provider: () => string | Promise<string>): Promise<string> => {
    const answer = Promise.resolve()
      .then(provider)
      .then(header)
      .then((value) => {
        current = value;
        return value;
      })
      .finally(() => {
        if (asking === answer) asking = undefined;
      });
    return answer;
  };

  if (typeof source === 'string') current = header(source);

  return {
    authorization(url) {
      if (!url.href.startsWith(`${origin}/`)) throw ForeignLinkError.to(url, origin);
      return current ?? (typeof source === 'function' ? ask(source) : undefined);
    },
    async renewed(refused) {
      if (typeof source !== 'function') return false;
      // Another call has renewed it while this one was under way.
      if (current !== refused) return true;
      return (await ask(source)) !== refused;
    },
    abandon() {
      asking = undefined;
    },
  };
}

/** A token goes into a header: anything but visible ASCII would be refused there, or smuggle a second header in. */
function header(token: unknown): string {
  if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token)) {
    throw InputError.of('connect', 'token', 'Must be a string of visible ASCII characters without blanks.');
  }
  return `svc-token ${token}`;
}

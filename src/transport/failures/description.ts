import type { RequestDetails } from '../../errors.js';

/** A call, as messages and logs show it. */
export interface CallDescription extends RequestDetails {
  /** Redacted by `redactPath`. */
  readonly path: string;
}

/**
 * The path with `*` for all but fixed words, and without the query. It is safe in a message or a log.
 *
 * @param words the fixed words of documented paths, since any other part may be an id
 */
export function redactPath(url: URL, words: ReadonlySet<string>): string {
  return url.pathname.replace(/[^/]+/g, (part) => (words.has(part) ? part : '*'));
}

/** The beginning of every message about a call: `GET application root (/api/2)`. */
export function subject({ method, target, path }: CallDescription): string {
  return `${method} ${target} (${path})`;
}

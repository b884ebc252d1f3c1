import type { RequestDetails } from '../../errors.js';

/** What messages and logs show of a call. */
export interface CallDescription extends RequestDetails {
  /** As `redactPath` shows it. */
  readonly path: string;
}

/**
 * The path with `*` for all but fixed words, and without the query: safe to show in a message or a log.
 *
 * @param words the fixed words of documented paths; any other part may be an id
 */
export function redactPath(url: URL, words: ReadonlySet<string>): string {
  return url.pathname.replace(/[^/]+/g, (part) => (words.has(part) ? part : '*'));
}

/** `GET application root (/api/2)`: how every message about a call begins. */
export function subject({ method, target, path }: CallDescription): string {
  return `${method} ${target} (${path})`;
}

import type { RequestDetails } from '../../errors.js';

/** A call, as messages and logs show it. */
export interface CallDescription extends RequestDetails {
  /** Redacted by `redactPath`. */
  readonly path: string;
}

/**
 * The path with `*` for all but fixed words, and without the query. It is safe in a message or a log.
 *
 * @param documentedPaths those that end in a fixed word, since any other part may be an id; each between a space and a slash
 */
export function redactPath({ pathname }: URL, documentedPaths: string): string {
  let path = '';
  return pathname.replace(/[^/]+/g, (part) => {
    const shown = documentedPaths.includes(` ${path}/${part}/`) ? part : '*';
    // The platform may be below a path of its own, which no documented path contains.
    if (path !== '' || shown !== '*') path += `/${shown}`;
    return shown;
  });
}

/** The beginning of every message about a call: `GET application root (/api/2)`. */
export function subject({ method, target, path }: CallDescription): string {
  return `${method} ${target} (${path})`;
}

import { ForeignLinkError, InputError } from '../errors.js';
import { resolveUrl } from '../values/resolve-url.js';

/** Which links are followed, and how. */
export interface LinkPolicy {
  /** The base URL, with a trailing slash. */
  readonly root: URL;
  /** Rewrites the links of installations behind a proxy that does not rewrite them itself, except those below `root`. */
  readonly mapLink?: ((link: URL, root: URL) => URL) | undefined;
}

/**
 * The checked URL of a link, `@url`, reference or `Location`. Every URL is checked here before anything is sent. A URL of
 * another origin, or one that is not a plain URL, is refused with a `ForeignLinkError`.
 */
export function linkTarget(raw: string, base: URL, { root, mapLink }: LinkPolicy, what: string): URL {
  // An empty text would resolve to the base itself. So a missing stored URL would read or change the root.
  const target = raw === '' ? undefined : resolveUrl(raw, base);
  if (target === undefined || raw.includes('{')) {
    throw new ForeignLinkError(`The ${what} is ${target ? 'a URL template' : 'not a URL'}. Nothing was sent.`);
  }
  // The platform's own addresses are rewritten. Those that begin with the base URL, such as documented paths, are right already.
  const isBelowBase = `${target.origin}${target.pathname}/`.startsWith(root.href);
  const mapped = mapLink === undefined || isBelowBase ? target : checkUrl(mapLink(target, root));
  // The text is compared: `blob:https://…` has the origin of its inner URL, and an origin contains no user name.
  if (!mapped.href.startsWith(`${root.origin}/`)) {
    throw ForeignLinkError.to(mapped, root.origin, what);
  }
  // A fragment is never sent. An unescaped schema id would end in one.
  if (mapped.href.includes('#')) mapped.hash = '';
  return mapped;
}

/** By shape, since the `URL` can be of another realm. */
function checkUrl(mapped: URL | undefined): URL {
  if (typeof mapped?.href === 'string' && typeof mapped.origin === 'string') return mapped;
  throw InputError.of('connect', 'mapLink', 'Must return a URL for each link. Nothing was sent.');
}

/** Query parameters, which replace those of a link. `undefined` is omitted, also in lists. Lists become repeated parameters. */
export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

const plain = new Set(['string', 'number', 'boolean']);

/**
 * The format of several values is not documented. One parameter per value is the common form, and can be merged with the
 * query of a link.
 */
export function withQuery(url: URL, query: Query): URL {
  const parameters = Object.entries(query).filter(([, value]) => value != null);
  if (parameters.length === 0) return url;
  const result = new URL(url);
  for (const [name, value] of parameters) {
    result.searchParams.delete(name);
    for (const item of [value].flat()) {
      if (item == null) continue;
      if (!plain.has(typeof item) || (typeof item === 'number' && !Number.isFinite(item))) {
        throw InputError.of('query', name, 'Must be text, a number, true or false, or a list.');
      }
      result.searchParams.append(name, String(item));
    }
  }
  return result;
}

import { ForeignLinkError, InputError } from '../errors.js';

/** Where links may lead. */
export interface LinkPolicy {
  /** The base URL, with a trailing slash. */
  readonly root: URL;
  /** Rewrites the links of installations behind a proxy that does not rewrite them itself. */
  readonly mapLink?: ((link: URL) => URL) | undefined;
}

/**
 * The URL that a link, `@url`, reference or `Location` means. Everything that is followed passes here, before anything is
 * sent: whatever leads off the base's origin, or is no plain URL, is refused with a `ForeignLinkError`.
 */
export function linkTarget(raw: string, base: URL, { root, mapLink }: LinkPolicy, what: string): URL {
  // An empty one would be the base itself: a stored URL that is missing would read the root, or change it.
  const target = raw === '' ? undefined : resolveUrl(raw, base);
  if (target === undefined) throw new ForeignLinkError(`The ${what} is not a URL. Nothing was sent.`);
  if (raw.includes('{')) {
    throw new ForeignLinkError(`The ${what} is a URL template, which is not supported. Nothing was sent.`);
  }
  const mapped = mapLink === undefined ? target : mapLink(target);
  // Another realm's `URL` is one too.
  if (typeof mapped?.href !== 'string' || typeof mapped.origin !== 'string') {
    throw InputError.of('connect', 'mapLink', 'Must return a URL for each link. Nothing was sent.');
  }
  // By the text: `blob:https://…` has the origin of what is within, and a user name is in no origin.
  if (!mapped.href.startsWith(`${root.origin}/`)) {
    throw ForeignLinkError.to(mapped, root.origin, what);
  }
  // A fragment is never sent, and a schema id in a URL would end in one.
  if (mapped.href.includes('#')) mapped.hash = '';
  return mapped;
}

/** The whole URL that a text means which came from `base`; `undefined` where it is none. */
export function resolveUrl(raw: string, base: URL): URL | undefined {
  try {
    return new URL(raw, base);
  } catch {
    return undefined;
  }
}

/** A `mapLink` that moves every link to the origin and path prefix of the base URL: `…/api/2` is where the two meet. */
export function mapToBase(root: URL): (link: URL) => URL {
  return (link) => {
    const path = /\/api\/2(?:\/(.*))?$/.exec(link.pathname);
    if (path === null || `${link.origin}${link.pathname}/`.startsWith(root.href)) return link;
    const mapped = new URL(path[1] ?? '', root);
    mapped.search = link.search;
    return mapped;
  };
}

/** Query parameters added to a link's own; `undefined` is left out, in a list too, and a list is repeated. */
export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

const plain = new Set(['string', 'number', 'boolean']);

/**
 * How several values travel is not documented; repeating the parameter is the common form, and the one that a link with a
 * query of its own can be merged with.
 */
export function withQuery(url: URL, query: Query): URL {
  const result = new URL(url);
  for (const [name, value] of Object.entries(query)) {
    if (value == null) continue;
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

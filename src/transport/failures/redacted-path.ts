import type { Exchange } from '../../errors.js';

/** The fixed words of documented paths. Whatever else stands in a path may be somebody's id. */
const words = new Set(
  [
    'api 2 c p items aux client professional id activation merge groups roles relations diary configuration entries',
    'schemas catalogue tools module planning ics tasks conversations changes export cancel download archive labels',
    'apiusers carelink hl7 errorlog clientaccess accesslog',
  ]
    .join(' ')
    .split(' '),
);

/** `/api/2/c/8f31/tasks/items?limit=5` with `*` for all but the fixed words: safe to show in a message or a log. */
export function redactedPath(url: URL): string {
  return url.pathname.replace(/[^/]+/g, (part) => (words.has(part) ? part : '*'));
}

/** What `redactedPath` hides, as it stands in the path and decoded. */
export function redactedWords(url: URL): string[] {
  return url.pathname.split('/').flatMap((part) => (words.has(part) ? [] : [part, decoded(part)]));
}

export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** `GET application root (/api/2)`: how every message about a call begins. */
export function subject(exchange: Exchange): string {
  return `${exchange.method} ${exchange.target} (${redactedPath(new URL(exchange.url))})`;
}

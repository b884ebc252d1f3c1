import type { Encoded } from './encode.js';

/** GAP-39: cross-origin use from browsers; off unless given. */
export interface CorsOptions {
  /** Allowed origins, or `*` for any. */
  origins: readonly string[] | '*';
  /** Response headers a script may read beyond the always readable ones. Default none, so `Location` is hidden. */
  exposedHeaders?: readonly string[] | undefined;
}

// What the document names; a request with any other header fails its preflight.
const allowedHeaders = 'Authorization, Content-Type, Accept, Accept-Charset';
const allowedMethods = 'GET, POST, PATCH, DELETE';

/** What a preflight is answered with, beside the origin. */
export const preflightHeaders = {
  'Access-Control-Allow-Methods': allowedMethods,
  'Access-Control-Allow-Headers': allowedHeaders,
  'Access-Control-Max-Age': '600',
};

/**
 * The origins in the spelling that browsers send: `http://localhost:3000/` would never match.
 *
 * @throws TypeError for what is no origin
 */
export function normalizeCors(options: CorsOptions | undefined): CorsOptions | undefined {
  if (options === undefined || options.origins === '*') return options;
  return { ...options, origins: options.origins.map(originOf) };
}

function originOf(given: string): string {
  // What a page has that was opened as a file.
  if (given === 'null') return given;
  const url = URL.parse(given);
  if (url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/') return url.origin;
  throw new TypeError(`An origin is such as http://localhost:3000, not ${JSON.stringify(given)}.`);
}

export function allowsOrigin({ origins }: CorsOptions, origin: string): boolean {
  return origins === '*' || origins.includes(origin);
}

function matchOrigin(request: Request, options: CorsOptions): string | undefined {
  const origin = request.headers.get('Origin');
  return origin !== null && allowsOrigin(options, origin) ? origin : undefined;
}

/** The answer to a preflight; undefined when the request is none or its origin is not allowed. */
export function preflight(request: Request, options: CorsOptions | undefined, now: Date): Encoded | undefined {
  const asks = request.method === 'OPTIONS' && request.headers.has('Access-Control-Request-Method');
  if (!asks || options === undefined || matchOrigin(request, options) === undefined) return undefined;
  const headers = new Headers({ Date: now.toUTCString(), ...preflightHeaders });
  return { status: 204, headers, body: null };
}

/** Lets a script of an allowed origin read the answer, errors too. */
export function allowReading(request: Request, options: CorsOptions | undefined, headers: Headers): void {
  const origin = options === undefined ? undefined : matchOrigin(request, options);
  if (options === undefined || origin === undefined) return;
  headers.set('Access-Control-Allow-Origin', origin);
  headers.append('Vary', 'Origin');
  const exposed = options.exposedHeaders ?? [];
  if (exposed.length > 0) headers.set('Access-Control-Expose-Headers', exposed.join(', '));
}

import type { Encoded } from './response/encode.js';

/** Cross-origin use from browsers. */
export interface CorsOptions {
  /** Allowed origins, or `*` for any. */
  origins: readonly string[] | '*';
  /** Response headers that scripts may read besides the default ones. Default none, so `Location` is hidden. */
  exposedHeaders?: readonly string[] | undefined;
}

// The documented request headers. A request with any other header fails its preflight.
const allowedHeaders = 'Authorization, Content-Type, Accept, Accept-Charset';
const allowedMethods = 'GET, POST, PATCH, DELETE';

/** The headers of a preflight response, except the origin. */
export const preflightHeaders = {
  'Access-Control-Allow-Methods': allowedMethods,
  'Access-Control-Allow-Headers': allowedHeaders,
  'Access-Control-Max-Age': '600',
};

/**
 * Writes the origins as browsers send them: `http://localhost:3000/` would never match.
 *
 * @throws TypeError for a value that is no origin
 */
export function normalizeCors(options: CorsOptions | undefined): CorsOptions | undefined {
  if (options === undefined || options.origins === '*') return options;
  return { ...options, origins: options.origins.map(originOf) };
}

function originOf(given: string): string {
  // The origin of a page that was opened as a file.
  if (given === 'null') return given;
  const url = URL.parse(given);
  const isWeb = url !== null && /^https?:$/.test(url.protocol);
  if (isWeb && url.href === `${url.origin}/`) return url.origin;
  throw new TypeError(
    `An origin must be a URL such as http://localhost:3000, without a path, not ${JSON.stringify(given)}.`,
  );
}

export function allowsOrigin({ origins }: CorsOptions, origin: string): boolean {
  return origins === '*' || origins.includes(origin);
}

function matchOrigin(request: Request, options: CorsOptions): string | undefined {
  const origin = request.headers.get('Origin');
  return origin !== null && allowsOrigin(options, origin) ? origin : undefined;
}

/** The response to a preflight. Undefined if the request is no preflight, or its origin is not allowed. */
export function preflight(request: Request, options: CorsOptions | undefined, now: Date): Encoded | undefined {
  const asks = request.method === 'OPTIONS' && request.headers.has('Access-Control-Request-Method');
  if (!asks || options === undefined || matchOrigin(request, options) === undefined) return undefined;
  const headers = new Headers({ Date: now.toUTCString(), ...preflightHeaders });
  return { status: 204, headers, body: null };
}

/** Lets scripts of an allowed origin read the response, including errors. */
export function allowReading(request: Request, options: CorsOptions | undefined, headers: Headers): void {
  const origin = options === undefined ? undefined : matchOrigin(request, options);
  if (options === undefined || origin === undefined) return;
  headers.set('Access-Control-Allow-Origin', origin);
  headers.append('Vary', 'Origin');
  const exposed = options.exposedHeaders ?? [];
  if (exposed.length > 0) headers.set('Access-Control-Expose-Headers', exposed.join(', '));
}

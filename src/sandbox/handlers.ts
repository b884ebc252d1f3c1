import type { HttpHandler } from 'msw';
import type { Sandbox } from './api/sandbox.js';
import { allowsOrigin, type CorsOptions, preflightHeaders } from './http/cors.js';
import { DroppedError } from './http/response/delivery.js';

export async function sandboxHandlers(
  { baseUrl, fetch }: Pick<Sandbox, 'baseUrl' | 'fetch'>,
  cors?: CorsOptions,
): Promise<HttpHandler[]> {
  const { http, HttpResponse } = await loadMsw();
  const under = new RegExp(`^${baseUrl.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?:/.*)?$`);
  return [
    http.all(under, async ({ request }) => {
      const origin = pageOrigin();
      const allowed = origin !== undefined && (cors === undefined || allowsOrigin(cors, origin));
      // A simulated page in Node sends a preflight as browsers do, but happy-dom leaves out the headers that mark it.
      if (allowed && request.method === 'OPTIONS') {
        return new Response(null, { status: 204, headers: { ...preflightHeaders, [allowedOriginHeader]: origin } });
      }
      try {
        const response = await fetch(request);
        if (allowed && !response.headers.has(allowedOriginHeader)) response.headers.set(allowedOriginHeader, origin);
        return response;
      } catch (error) {
        // Any other error is a bug in the sandbox or the test, and must not look like a broken connection.
        if (!(error instanceof DroppedError)) throw error;
        return HttpResponse.error();
      }
    }),
  ];
}

const allowedOriginHeader = 'Access-Control-Allow-Origin';

/**
 * The origin of the page. `undefined` outside a page, and in a service worker, where the browser itself checks CORS.
 */
function pageOrigin(): string | undefined {
  return typeof document === 'undefined' || typeof location === 'undefined' ? undefined : location.origin;
}

/** Set while this package is built. */
declare const TSUP_FORMAT: string | undefined;

/** msw is an optional peer: bundlers accept a missing import inside `try`. */
async function loadMsw(): Promise<typeof import('msw')> {
  const msw = await importMsw();
  if (typeof msw.http?.all === 'function' && typeof msw.HttpResponse?.error === 'function') return msw;
  throw new Error(
    '`sandbox.handlers()` needs msw 2 or later, and found an older one: npm install --save-dev msw@latest',
  );
}

async function importMsw(): Promise<typeof import('msw')> {
  try {
    // Bundlers let pass that it is missing: for CommonJS a `require` in the `try` itself, not in a function.
    return typeof TSUP_FORMAT === 'string' && TSUP_FORMAT === 'cjs' ? require('msw') : await import('msw');
  } catch (cause) {
    throw new Error('`sandbox.handlers()` needs msw, which is not installed: npm install --save-dev msw', { cause });
  }
}

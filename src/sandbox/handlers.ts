import type { HttpHandler } from 'msw';
import type { Sandbox } from './api/sandbox.js';
import { allowsOrigin, type CorsOptions, preflightHeaders } from './http/cors.js';
import { DroppedError } from './http/delivery.js';

export async function sandboxHandlers(
  { baseUrl, fetch }: Pick<Sandbox, 'baseUrl' | 'fetch'>,
  cors?: CorsOptions,
): Promise<HttpHandler[]> {
  const { http, HttpResponse } = await loadMsw();
  const under = new RegExp(`^${baseUrl.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?:/.*)?$`);
  return [
    http.all(under, async ({ request }) => {
      const origin = simulatedOrigin();
      const allowed = origin !== undefined && (cors === undefined || allowsOrigin(cors, origin));
      // A page that Node simulates asks for permission as a browser does, happy-dom without the headers that say so.
      if (allowed && request.method === 'OPTIONS') {
        return new Response(null, { status: 204, headers: { ...preflightHeaders, [allowedOriginHeader]: origin } });
      }
      try {
        const response = await fetch(request);
        if (allowed && !response.headers.has(allowedOriginHeader)) response.headers.set(allowedOriginHeader, origin);
        return response;
      } catch (error) {
        // Anything else is a mistake of the sandbox or the test, and must not look like a broken connection.
        if (!(error instanceof DroppedError)) throw error;
        return HttpResponse.error();
      }
    }),
  ];
}

const allowedOriginHeader = 'Access-Control-Allow-Origin';

/** Of the page; `undefined` outside of one, and in a service worker, where the browser itself asks. */
function simulatedOrigin(): string | undefined {
  return typeof document === 'undefined' || typeof location === 'undefined' ? undefined : location.origin;
}

/** It is an optional peer: bundlers, too, let an import be that is tried. */
async function loadMsw(): Promise<typeof import('msw')> {
  const msw = await importMsw();
  if (typeof msw.http?.all === 'function' && typeof msw.HttpResponse?.error === 'function') return msw;
  throw new Error(
    '`sandbox.handlers()` needs msw 2 or later, and found an older one: npm install --save-dev msw@latest',
  );
}

async function importMsw(): Promise<typeof import('msw')> {
  try {
    return await import('msw');
  } catch (cause) {
    throw new Error('`sandbox.handlers()` needs msw, which is not installed: npm install --save-dev msw', { cause });
  }
}

import ky from 'ky';
import type { TransportRequest } from './request.js';
import { inBrowser } from './runtime.js';

/** A ky error holds the request with its token, so none leaves this layer: `failure` takes its place. */
export function dispatch(
  request: TransportRequest,
  body: string | undefined,
  authorization: string | undefined,
  signal: AbortSignal,
  fetch: typeof globalThis.fetch | undefined,
): Promise<Response> {
  return ky(request.url, {
    method: request.method,
    headers: {
      // Documented: every request accepts JSON at least.
      accept: request.accept === undefined ? 'application/json' : `${request.accept}, application/json`,
      ...(authorization !== undefined && { authorization }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
    ...(fetch !== undefined && { fetch }),
    signal,
    // Node shows a redirect, so it is followed by hand, within the origin; a browser would hide where it leads.
    redirect: inBrowser() ? 'error' : 'manual',
    // Some frameworks patch `fetch` with a store that may answer another user's request.
    cache: 'no-store',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    retry: 0,
    timeout: false,
    throwHttpErrors: false,
  });
}

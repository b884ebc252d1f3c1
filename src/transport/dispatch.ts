import ky from 'ky';
import type { TransportRequest } from './request.js';

/** What a `fetch` is asked with: strings and fixed words, which those of other packages understand too. */
export interface FetchInit {
  /** `GET`, `POST`, `PATCH` or `DELETE`. */
  method: string;
  /** Names in lower case. Among them is the token. */
  headers: Record<string, string>;
  /** JSON. */
  body?: string;
  /** Ends it. */
  signal: AbortSignal;
  /** Redirects are followed by hand, within the origin. */
  redirect: 'manual';
  /** Nothing may be kept. */
  cache: 'no-store';
  /** No cookies. */
  credentials: 'omit';
  /** No page is told. */
  referrerPolicy: 'no-referrer';
}

/** What of an answer is read. */
export interface FetchedResponse extends Pick<Response, 'ok' | 'status'> {
  /** Its `get` takes names in any case. */
  readonly headers: { get(name: string): string | null };
  /** A stream of bytes. */
  readonly body: unknown;
}

/** A function that sends requests as `fetch` does: the global one, undici's, or one of your own. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchedResponse>;

/** A ky error holds the request with its token, so none leaves this layer: `failure` takes its place. */
export function dispatch(
  request: TransportRequest,
  body: string | undefined,
  authorization: string | undefined,
  signal: AbortSignal,
  fetch: Fetch | undefined,
): Promise<Response> {
  const init: FetchInit = {
    method: request.method,
    headers: {
      // Documented: every request accepts JSON at least.
      accept: request.accept === undefined ? 'application/json' : `${request.accept}, application/json`,
      ...(authorization !== undefined && { authorization }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
    signal,
    // Followed by hand, within the origin. A browser hides where a redirect leads, but not that there was one.
    redirect: 'manual',
    // Some frameworks patch `fetch` with a store that may answer another user's request.
    cache: 'no-store',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
  };
  return ky(request.url, {
    ...init,
    // Not ky's `Request`, which is of the runtime's class: undici's own `fetch`, for one, takes only its own.
    ...(fetch !== undefined && { fetch: () => fetch(request.url.href, init) as Promise<Response> }),
    retry: 0,
    timeout: false,
    throwHttpErrors: false,
  });
}

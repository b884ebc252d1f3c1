import ky from 'ky';
import { hidesReasons } from '../runtime/globals.js';
import { UnusableBody } from './body-reader.js';
import type { Fetch, FetchedResponse, FetchInit } from './fetch.js';
import { askWithoutRefused } from './fetch-fields.js';
import type { TransportRequest } from './request.js';

/**
 * Sends through ky, whose request holds no more than the address: token, body and signal go to `fetch` alone. A ky error
 * shows its request; undici's own `fetch` takes only plain options; and copying and merging them all would cost time.
 */
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
      accept: accepted(request),
      // Browsers forbid it, and check lengths themselves.
      ...(request.isFile === true && !hidesReasons() && { 'accept-encoding': 'identity' }),
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
  const send = fetch ?? globalThis.fetch;
  return ky(request.url, {
    method: init.method,
    fetch: async () => usable(await askWithoutRefused(send, request.url.href, init)),
    retry: 0,
    timeout: false,
    throwHttpErrors: false,
  });
}

function accepted({ accept, orFile }: TransportRequest): string {
  if (accept !== undefined) return `${accept}, application/json`;
  return orFile === true ? 'application/json, */*;q=0.8' : 'application/json';
}

function usable(response: FetchedResponse | undefined): Response {
  const { status, headers } = Object(response) as Partial<FetchedResponse>;
  if (typeof status === 'number' && typeof headers?.get === 'function') return response as Response;
  throw new UnusableBody('the given `fetch` returned no response with `status` and `headers.get()`');
}

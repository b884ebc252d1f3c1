import { loadRefusal } from './failures/connection-failure.js';
import { FetchFailure } from './failures/thrown.js';

/** The fields that a `fetch` gets: strings and fixed words, which those of other packages understand too. */
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
  /** No `Referer` header is sent. */
  referrerPolicy: 'no-referrer';
}

/** The part of a response that is read. */
export interface FetchedResponse extends Pick<Response, 'status'> {
  /** Not needed: the status decides. */
  readonly ok?: boolean | undefined;
  /** Its `get` takes names in any case. */
  readonly headers: { get(name: string): string | null };
  /** A stream of bytes, an async iterable of them, or nothing if there is `arrayBuffer` or `text`. */
  readonly body?: unknown;
  /** Reads the body of a `fetch` without streams. */
  arrayBuffer?(): Promise<ArrayBuffer>;
  /** Reads the body of a `fetch` that has neither streams nor bytes. */
  text?(): Promise<string>;
}

/** A function that sends requests as `fetch` does: the global one, undici's, or one of your own. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchedResponse>;

/** The fields of all requests that are not in ky's request: Workers refuse some of them when a request is made. */
export type CommonInit = Pick<FetchInit, 'signal' | 'cache' | 'credentials' | 'referrerPolicy'>;

/** Sends the request that ky made. `body` is its body. */
export type SendRequest = (request: Request, init: CommonInit, body: string | undefined) => Promise<Response>;

/** The fields that each `fetch` has refused. */
const refusals = new WeakMap<object, Set<string>>();

/**
 * Sends with the fields that this `fetch` accepts. It refuses a field before it sends anything, so it is called again at once.
 */
export async function withAcceptedFields<Init extends { readonly signal: AbortSignal }, Fetched>(
  fetch: object,
  init: Init,
  send: (accepted: Init) => Promise<Fetched>,
): Promise<Fetched> {
  const refused = refusals.get(fetch) ?? new Set<string>();
  for (;;) {
    const accepted = refused.size === 0 ? init : without(init, refused);
    let isSync = true;
    try {
      const response = send(accepted);
      isSync = false;
      return await response;
    } catch (thrown) {
      const field = await loadRefusal(thrown, accepted);
      if (field === undefined) throw new FetchFailure(thrown, isSync);
      // A `fetch` of the caller may ignore the signal, and would send what was ended meanwhile.
      init.signal.throwIfAborted();
      refused.add(field);
      refusals.set(fetch, refused);
    }
  }
}

function without<Init extends object>(init: Init, refused: ReadonlySet<string>): Init {
  const entries = Object.entries(init).filter(([name]) => !refused.has(name));
  return Object.fromEntries(entries) as Init;
}

import { loadExplanations } from './failures/lazy.js';
import { FetchFailure } from './failures/thrown.js';

/** The options that `fetch` gets: only strings and fixed words, so that the `fetch` of another package accepts them. */
export interface FetchInit {
  /** `GET`, `POST`, `PATCH` or `DELETE`. */
  method: string;
  /** Names in lower case. The token is among them. */
  headers: Record<string, string>;
  /** JSON. */
  body?: string;
  /** Aborts the request. */
  signal: AbortSignal;
  /** This package follows redirects itself, within the origin. */
  redirect: 'manual';
  /** Nothing may be cached. */
  cache: 'no-store';
  /** No cookies are sent. */
  credentials: 'omit';
  /** No `Referer` header is sent. */
  referrerPolicy: 'no-referrer';
}

/** The members of a response that this package reads. */
export interface FetchedResponse extends Pick<Response, 'status'> {
  /** Not needed: the status decides. */
  readonly ok?: boolean | undefined;
  /** `get` accepts names in upper and lower case. */
  readonly headers: { get(name: string): string | null };
  /** A stream of bytes, an async iterable of them, or nothing if there is `arrayBuffer` or `text`. */
  readonly body?: unknown;
  /** Reads the body of a `fetch` without streams. */
  arrayBuffer?(): Promise<ArrayBuffer>;
  /** Reads the body of a `fetch` that has neither streams nor bytes. */
  text?(): Promise<string>;
}

/** A function that sends requests as `fetch` does: the global one, that of undici, or your own. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchedResponse>;

/** The fields of all requests that are not in ky's `Request`. Workers reject some of them when a `Request` is created. */
export type CommonInit = Pick<FetchInit, 'signal' | 'cache' | 'credentials' | 'referrerPolicy'>;

/** Sends the `Request` that ky created. `body` is its body. */
export type SendRequest = (request: Request, signal: AbortSignal, body: string | undefined) => Promise<Response>;

const allFields: Partial<CommonInit> = {
  // Some frameworks patch `fetch` with a cache that may return another user's response.
  cache: 'no-store',
  credentials: 'omit',
  referrerPolicy: 'no-referrer',
};

/** The fields that each `fetch` accepts, if it has rejected one. */
const acceptedFields = new WeakMap<object, Partial<CommonInit>>();

/**
 * Sends with the fields that this `fetch` accepts. It rejects a field before it sends anything, so it can be called again at
 * once.
 */
export async function withAcceptedFields<Fetched>(
  fetch: object,
  signal: AbortSignal,
  send: (accepted: CommonInit) => Promise<Fetched>,
): Promise<Fetched> {
  for (;;) {
    const fields = acceptedFields.get(fetch) ?? allFields;
    let isSync = true;
    try {
      const response = send({ signal, ...fields } as CommonInit);
      isSync = false;
      return await response;
    } catch (thrown) {
      const field = (await loadExplanations())?.fieldOfRejection(thrown, fields);
      if (field === undefined) throw new FetchFailure(thrown, isSync);
      // The caller's own `fetch` may ignore the signal, and would send a call that was aborted in the meantime.
      signal.throwIfAborted();
      const { [field]: rejected, ...others } = fields;
      acceptedFields.set(fetch, others);
    }
  }
}

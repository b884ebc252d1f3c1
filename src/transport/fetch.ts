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

import type { Fetch, FetchInit } from 'care-platform';

/** A response as it came, beside what the library makes of it. */
export interface PlainResponse {
  /** What was requested, in fixed words such as `diary of the client`. */
  readonly target: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface PlainOptions {
  /** Sends no token. */
  readonly anonymous?: boolean;
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A `fetch` that can be asked for the response as it came. So the requests of rules take the way of all others, with their
 * throttle, their retries and their bounds. It records one call at a time.
 */
export class WireTap {
  readonly #fetch: typeof globalThis.fetch;
  #options: PlainOptions | undefined;
  #last: PlainResponse | undefined;

  constructor(fetch: typeof globalThis.fetch = globalThis.fetch) {
    this.#fetch = fetch;
  }

  readonly fetch: Fetch = async (url, init) => {
    const options = this.#options;
    if (options === undefined) return this.#fetch(url, init as RequestInit);
    const response = await this.#fetch(url, { ...init, headers: headersWith(init, options) } as RequestInit);
    const { status } = response;
    const text = await response.text();
    const headers = new Headers(response.headers);
    this.#last = { target: '', status, headers, text };
    // They say how the body travelled, and it is decoded now.
    const plain = new Headers(headers);
    for (const name of ['content-encoding', 'content-length']) plain.delete(name);
    return new Response(text === '' ? null : text, { status, headers: plain });
  };

  /** Runs a call of the library, and returns the last response that it got; `undefined` if it got none. */
  async record(
    target: string,
    options: PlainOptions,
    call: () => Promise<unknown>,
  ): Promise<{ readonly response: PlainResponse | undefined; readonly error: unknown }> {
    this.#options = options;
    this.#last = undefined;
    let error: unknown;
    try {
      await call();
    } catch (thrown) {
      error = thrown;
    }
    this.#options = undefined;
    const last = this.#last as PlainResponse | undefined;
    return { response: last && { ...last, target }, error };
  }
}

function headersWith({ headers }: FetchInit, { anonymous, headers: more }: PlainOptions): Record<string, string> {
  const { authorization, ...others } = headers;
  return { ...others, ...(authorization !== undefined && !anonymous && { authorization }), ...more };
}

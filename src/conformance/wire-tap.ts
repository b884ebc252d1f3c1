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

/** As the library: it refuses a JSON response that is longer. */
const mostBytes = 64 * 2 ** 20;

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
    const body = await readStart(response);
    const headers = new Headers(response.headers);
    if (body.size <= mostBytes) this.#last = { target: '', status, headers, text: await body.text() };
    // They say how the body travelled, and it is decoded now.
    const plain = new Headers(headers);
    for (const name of ['content-encoding', 'content-length']) plain.delete(name);
    return new Response(body.size === 0 ? null : body, { status, headers: plain });
  };

  /** Runs a call of the library, and returns the last response that it got; `undefined` if none came whole. */
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

/** The body, decoded. Of one that is too long, only the bytes that prove it. */
async function readStart({ body }: Response): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const piece of body ?? []) {
    pieces.push(piece);
    size += piece.byteLength;
    if (size > mostBytes) break;
  }
  return new Blob(pieces);
}

function headersWith({ headers }: FetchInit, { anonymous, headers: more }: PlainOptions): Record<string, string> {
  const { authorization, ...others } = headers;
  return { ...others, ...(authorization !== undefined && !anonymous && { authorization }), ...more };
}

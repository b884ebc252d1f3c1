import { type Application, connect } from 'care-platform';
import type { Sandbox } from 'care-platform/sandbox';

/** One request as it left the client. */
export interface SentRequest {
  readonly method: string;
  /** Below the base URL, percent-encoded. */
  readonly path: string;
  /** With the question mark; empty when there is none. */
  readonly query: string;
  readonly headers: Headers;
  /** `undefined` when there was none. */
  readonly body: unknown;
}

export interface Recorded {
  readonly care: Application;
  /** What was sent since connecting, oldest first. */
  readonly sent: readonly SentRequest[];
  /** The request that connected. */
  readonly first: SentRequest | undefined;
}

/** A connection of the API user whose requests can be looked at, bodies and headers too. */
export async function recorded(sandbox: Sandbox): Promise<Recorded> {
  const sent: SentRequest[] = [];
  const record: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const text = await request.clone().text();
    const { pathname, search } = new URL(request.url);
    sent.push({
      method: request.method,
      path: pathname.slice(new URL(sandbox.baseUrl).pathname.length),
      query: search,
      headers: new Headers(request.headers),
      body: text === '' ? undefined : JSON.parse(text),
    });
    return sandbox.fetch(request);
  };
  const care = await connect({ baseUrl: sandbox.baseUrl, token: sandbox.tokens.apiUser, fetch: record });
  const [first] = sent.splice(0);
  return { care, sent, first };
}

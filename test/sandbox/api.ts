import type { Sandbox } from 'care-platform/sandbox';
import type { WireDocument } from '../conformance/wire.js';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The text parsed. Fails the test if the response is not JSON. */
  readonly body: WireDocument;
}

export interface RequestParts {
  token?: string | null;
  /** A text is sent as it is, everything else as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
}

/** One plain request; as the API user with every right unless a token is given (`null`: none). */
export async function ask(sandbox: Sandbox, method: string, path: string, parts: RequestParts = {}): Promise<Reply> {
  const url = path.startsWith('http') ? path : `${sandbox.baseUrl}${path}`;
  const headers = new Headers({ Accept: 'application/json', ...parts.headers });
  const token = parts.token === undefined ? sandbox.tokens.apiUser : parts.token;
  if (token !== null) headers.set('Authorization', `svc-token ${token}`);
  const init: RequestInit = { method, headers };
  if (parts.body !== undefined) {
    headers.set('Content-Type', 'application/json');
    init.body = typeof parts.body === 'string' ? parts.body : JSON.stringify(parts.body);
  }
  const response = await sandbox.fetch(url, init);
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    get body() {
      const type = response.headers.get('Content-Type') ?? 'nothing';
      if (!type.startsWith('application/json')) throw new Error(`${method} ${path} responded with ${type}, not JSON`);
      return JSON.parse(text) as WireDocument;
    },
  };
}

/** The URL of a link. Fails the test if the document has no such link. */
export function linkUrl(document: Pick<WireDocument, '@links'>, name: string): string {
  const link = document['@links'].find((link) => link.name === name);
  if (link === undefined) throw new Error(`The document has no link ${name}.`);
  return link.url;
}

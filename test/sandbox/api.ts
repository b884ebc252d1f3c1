import type { Sandbox } from 'care-platform/sandbox';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** Loosely typed on purpose: these tests read bodies as the document writes them. */
  // biome-ignore lint/suspicious/noExplicitAny: a parsed body of unknown shape, looked into by the tests
  readonly body: any;
}

export interface Asked {
  token?: string | null;
  body?: unknown;
  headers?: Record<string, string>;
}

/** One plain request; as the API user with every right unless a token is given (`null`: none). */
export async function ask(sandbox: Sandbox, method: string, path: string, asked: Asked = {}): Promise<Reply> {
  const url = path.startsWith('http') ? path : `${sandbox.baseUrl}${path}`;
  const headers = new Headers({ Accept: 'application/json', ...asked.headers });
  const token = asked.token === undefined ? sandbox.tokens.apiUser : asked.token;
  if (token !== null) headers.set('Authorization', `svc-token ${token}`);
  const init: RequestInit = { method, headers };
  if (asked.body !== undefined) {
    if (!headers.has('Content-Type')) headers.set('Content-Type', 'application/json');
    init.body = typeof asked.body === 'string' ? asked.body : JSON.stringify(asked.body);
  }
  const response = await sandbox.fetch(url, init);
  const text = await response.text();
  const isJson = response.headers.get('Content-Type')?.startsWith('application/json') && text !== '';
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

/** The error body of a refused create or modify call. */
export const invalid = (...problems: [name: string, message: string][]) => ({
  code: 400,
  message: 'Invalid JSON input',
  extra: problems.map(([name, message]) => ({ name, message })),
});

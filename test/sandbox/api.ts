import type { Sandbox } from 'care-platform/sandbox';
import type { Wire } from './wire.js';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The text parsed; fails the test when it is not announced as JSON. */
  readonly body: Wire;
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
  return {
    status: response.status,
    headers: response.headers,
    text,
    get body() {
      const type = response.headers.get('Content-Type') ?? 'nothing';
      if (!type.startsWith('application/json')) throw new Error(`${method} ${path} answered ${type}, not JSON`);
      return JSON.parse(text) as Wire;
    },
  };
}

/** The client everything is seeded for, as the API user (or another token) sees it. */
export async function firstClient(sandbox: Sandbox, token?: string): Promise<Wire> {
  return (await ask(sandbox, 'GET', '/aux/client/id/EHR-1042', token === undefined ? {} : { token })).body;
}

/** The error body of a refused create or modify call. */
export const invalid = (...problems: [name: string, message: string][]) => ({
  code: 400,
  message: 'Invalid JSON input',
  extra: problems.map(([name, message]) => ({ name, message })),
});

import { InputError } from '../errors.js';
import type { JsonObject } from '../hypermedia/document.js';
import type { Query } from '../hypermedia/link-target.js';
import type { RequestOptions } from '../hypermedia/request-options.js';
import { responseContext } from '../hypermedia/response-source.js';
import { refuseInexactNumbers } from '../hypermedia/schema.js';
import type { Session } from '../hypermedia/session.js';
import type { Method, RetryPolicy } from '../transport/request.js';
import { anObject, anything, type OptionChecks, oneOf, takeOptions } from '../values/options.js';
import { operations } from './writes/operations.js';

/** Any request to the platform. */
export interface RawRequest {
  /** Default: `GET`. */
  readonly method?: Method | undefined;
  /** Absolute, or relative to the base URL; on its origin. */
  readonly url: string;
  /** Replaces parameters of the same name in `url`. */
  readonly query?: Query | undefined;
  /** Sent as JSON, unchecked. Not for GET. */
  readonly body?: JsonObject | undefined;
  /** Default: `safe` for GET, `once` for the others. `reconcilable` counts as `once`, since nothing is read back. */
  readonly retryPolicy?: RetryPolicy | undefined;
}

/** An unchecked response. */
export interface RawResponse {
  /** 200 to 299. All other statuses are errors. */
  readonly status: number;
  /** The parsed JSON, or `undefined` without a body. If a GET leads to a file, a `Download`: read it or cancel it. */
  readonly data: unknown;
  /** URL of the response. */
  readonly url: string;
  /** `Location` header; `undefined` if it is absent, or not readable in a browser. */
  readonly location: string | undefined;
  /** Requests sent. */
  readonly attempts: number;
  /** Milliseconds spent waiting. */
  readonly waited: number;
}

const rawRequestChecks: OptionChecks<RawRequest> = {
  method: oneOf('GET', 'POST', 'PATCH', 'DELETE'),
  url: anything,
  query: anObject,
  body: anObject,
  retryPolicy: oneOf('safe', 'repeatable', 'reconcilable', 'once'),
};

/** Sends a request that is not checked against the documentation. */
export async function sendRaw(session: Session, request: RawRequest, options: RequestOptions): Promise<RawResponse> {
  const { method = 'GET', url, query, body, retryPolicy } = takeOptions('request', request, rawRequestChecks);
  const given = session.begin(options);
  if (body !== undefined && method === 'GET') {
    throw InputError.of('request', 'body', 'A GET has no body; use `query`.');
  }
  const declared = method === 'GET' ? operations.read : operations.request;
  // Nothing can read back a request that this package does not know. So its outcome is logged, as that of `once`.
  const policy = retryPolicy === 'reconcilable' ? 'once' : (retryPolicy ?? declared.retryPolicy);
  const operation = { ...declared, why: operations.request.why, retryPolicy: policy };
  const call = { ...given, method, target: 'request', operation, query, body };
  const to = session.resolve(url, undefined, 'request');
  const response = method === 'GET' ? await session.sendOrOpen(to, call) : await session.send(to, call);
  if ('file' in response) {
    const { status, url, attempts, waited } = response.response;
    return { status, data: response.file, url: url.href, location: undefined, attempts, waited };
  }
  refuseInexactNumbers(response.document, 'response to `request`', session.settings, responseContext(response));
  const { status, document, location, attempts, waited } = response;
  return { status, data: document, url: response.url.href, location, attempts, waited };
}

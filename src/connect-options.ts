import { InputError } from './errors.js';
import type { SessionUser } from './hypermedia/session.js';
import { inBrowser, inNode } from './runtime/globals.js';
import type { Fetch } from './transport/fetch.js';
import type { Logger } from './transport/logger.js';
import type { Hooks } from './transport/observer.js';
import type { RareOptions } from './transport/rare-options.js';
import type { RetryUntil, TokenSource } from './transport/request.js';
import type { Throttle, ThrottleOptions } from './transport/throttle/throttle.js';
import {
  aBoolean,
  anObject,
  anything,
  aRetry,
  aSignal,
  milliseconds,
  type OptionChecks,
  oneOf,
  takeOptions,
  wholeNumber,
} from './values/options.js';
import type { OwnAddress } from './values/user-reference.js';

/** Options of `connect()`: the platform, the token, the limits. */
export interface ConnectOptions {
  /** `https://app.example.org/api/2`, or only the application's address. `http` only on loopback, or with `allowHttp`. */
  readonly baseUrl: string | URL;
  /**
   * Hosts that may be reached by `http`, such as a service container: `['sandbox']`. The token is sent to them unencrypted,
   * so list only hosts of a private network. Default: loopback only.
   */
  readonly allowHttp?: readonly string[] | undefined;
  /**
   * The token, or a function that returns it. The function is called before the first request, and again after a 401. An
   * empty or missing token is an `InputError`, unless `anonymous` is set.
   */
  readonly token?: TokenSource | undefined;
  /** Connects without a token. Only the application root can be read then. Default: `false`. */
  readonly anonymous?: boolean | undefined;
  /**
   * The address of the token's user, for `me()`: `{ url }`, or `{ id }` with the external id. The platform does not say whose
   * token it is.
   */
  readonly me?: OwnAddress | undefined;
  /** The kind of account. A browser accepts only `user`: the token of an API user reaches the data of all patients. */
  readonly tokenKind?: 'user' | 'apiUser' | undefined;
  /**
   * Set if Node simulates the page, as jsdom does in tests. A token of any kind is accepted then. An `InputError` in a
   * browser. Default: `false`.
   */
  readonly simulatedPage?: boolean | undefined;
  /** Milliseconds for one attempt, from sending to the end of its body. Default: 30,000. */
  readonly timeout?: number | undefined;
  /**
   * Milliseconds for a whole call: its waits, its attempts, and the verification after a lost response. For a list, a feed or
   * the wait for an export it counts per request, for a synchronisation per row, for a download until the first byte. Default:
   * none, since the wait depends on the number of calls. `timeout` still limits each attempt.
   */
  readonly deadline?: number | undefined;
  /**
   * Retries of a call, if retrying is safe: their number, or `{ until }` to wait for an outage to end, also in `connect`
   * itself. A rate-limited call (429) is retried up to 10 times. With 0 there are no retries, except one with a new token
   * after a 401. Default: 2.
   */
  readonly retry?: number | RetryUntil | undefined;
  /**
   * Bytes of one response after decoding. A longer response is an `UnexpectedResponseError`. Bodies of errors and redirects
   * are dropped after 1 MiB. Files and the rows of exports have no such limit. Default: 67,108,864 (64 MiB).
   */
  readonly maxResponseBytes?: number | undefined;
  /**
   * Limits of this process, for all its connections to the platform. Default: 30 requests/s, 29 at once, 20 connections.
   * With `false` there are none, and only a 429 pauses the connection. Await each `connect` if connections to one platform
   * differ in it: the first one decides what the others may have.
   */
  readonly throttle?: ThrottleOptions | Throttle | false | undefined;
  /**
   * Sends the requests, for a proxy or a private certificate authority. It gets the URL and plain options, so that undici's
   * `fetch` can be used. Default: the global `fetch` at the time of each call.
   */
  readonly fetch?: Fetch | undefined;
  /**
   * The `User-Agent` of all requests, for a gateway that asks for one. An `InputError` in a browser, which sets its own.
   * Default: that of the runtime.
   */
  readonly userAgent?: string | undefined;
  /**
   * Headers of all requests, for a gateway that asks for one, such as an API key. They never replace those of this package:
   * `Authorization`, `Accept` or `Content-Type`, for example, are an `InputError`. So is any header in a browser, which asks
   * the platform for permission first. No message and no log shows a value. Default: none.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Rewrites links before they are followed, for a platform behind a proxy that does not rewrite them. `base`: to the
   * origin and path of `baseUrl`. A function gets each link that does not begin with `baseUrl`.
   */
  readonly mapLink?: 'base' | ((link: URL) => URL) | undefined;
  /**
   * Whether a page with fewer items than its `limit` is the last one, in lists without a total. Set it only for an
   * installation that neither caps `limit` nor hides items, or items are missed. A list can override it. Default: `false`.
   */
  readonly shortPageEnds?: boolean | undefined;
  /** `lenient` logs a response that is not as documented, and continues. Default: `strict`, which throws. */
  readonly validation?: 'strict' | 'lenient' | undefined;
  /**
   * Receives warnings, and one `debug` line per attempt, as `console` or pino do. Messages never contain data of requests or
   * responses. Default: none.
   */
  readonly logger?: Logger | undefined;
  /** Called for every call and each of its attempts. */
  readonly hooks?: Hooks | undefined;
  /** Aborts `connect()`. */
  readonly signal?: AbortSignal | undefined;
}

/** Options that few programs set. A lazy module checks and prepares them. */
const rareOptions: OptionChecks<RareOptions> = {
  allowHttp: anything,
  fetch: anything,
  headers: anything,
  hooks: anything,
  logger: anything,
  mapLink: anything,
  throttle: anything,
  userAgent: anything,
};

const connectChecks: OptionChecks<ConnectOptions> = {
  baseUrl: anything,
  // The message does not describe the value, which may still contain a token.
  token: (token, name) =>
    ['string', 'function'].includes(typeof token)
      ? []
      : [{ name, message: 'Must be a string, or a function that returns one.', code: 'wrong-type' }],
  anonymous: aBoolean,
  // Its content is checked when it is read, as other addresses are.
  me: anObject,
  tokenKind: oneOf('user', 'apiUser'),
  simulatedPage: aBoolean,
  timeout: milliseconds,
  deadline: milliseconds,
  retry: aRetry,
  maxResponseBytes: wholeNumber(1),
  shortPageEnds: aBoolean,
  validation: oneOf('strict', 'lenient'),
  signal: aSignal,
  ...rareOptions,
};

/** Whether the lazy module for rare options is needed. */
export function hasRareOptions(options: ConnectOptions): boolean {
  return Object.keys(rareOptions).some((name) => options[name as keyof RareOptions] !== undefined);
}

/** Throws an `InputError` for invalid options. The base URL is checked when it is parsed. */
export function checkConnectOptions(options: ConnectOptions): void {
  takeOptions('connect', options, connectChecks);
  if (options.simulatedPage === true && !inNode()) {
    throw InputError.of('connect', 'simulatedPage', 'Is only for pages that Node simulates, and this is not Node.');
  }
  if (options.anonymous !== true) checkToken('connect', options);
}

/** Throws an `InputError` for an invalid user, or if this program may not use a token. */
export function checkUser(user: SessionUser, { tokenKind, simulatedPage }: ConnectOptions): void {
  takeOptions<SessionUser>('as', user, { token: connectChecks.token, me: connectChecks.me });
  checkToken('as', { token: user.token, tokenKind, simulatedPage });
}

function checkToken(what: string, { token, tokenKind, simulatedPage }: Omit<ConnectOptions, 'baseUrl'>): void {
  if (token === undefined || token === '') {
    throw InputError.of(
      what,
      'token',
      'Required input is missing. Is its environment variable set? To connect without a token, set `anonymous: true`.',
      'required',
    );
  }
  if (tokenKind !== 'user' && simulatedPage !== true && inBrowser()) {
    throw InputError.of(
      what,
      'tokenKind',
      "A browser accepts only `tokenKind: 'user'`: the token of an API user reaches every patient's data and must stay on a server." +
        (inNode() ? ' If Node simulates the page, as in a test, set `simulatedPage: true`.' : ''),
    );
  }
}

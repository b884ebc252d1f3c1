import { InputError, UnexpectedResponseError } from './errors.js';
import { sourceOf } from './hypermedia/answer-source.js';
import { mapToBase } from './hypermedia/link-target.js';
import { type RequestOptions, Session } from './hypermedia/session.js';
import { Application } from './resources/application.js';
import { kinds } from './resources/kinds.js';
import { operations } from './resources/operations.js';
import { baseUrl } from './transport/base-url.js';
import { createCredentials, type TokenSource } from './transport/credentials.js';
import type { Fetch } from './transport/dispatch.js';
import type { Hooks } from './transport/hooks.js';
import { type Logger, Observer, quietLogger } from './transport/observer.js';
import { inBrowser, inNode } from './transport/runtime.js';
import type { Throttle, ThrottleOptions } from './transport/throttle.js';
import { shareThrottle } from './transport/throttle-registry.js';
import { Transport } from './transport/transport.js';
import { checkMilliseconds } from './values/milliseconds.js';

/** How to reach a platform, and as whom. */
export interface ConnectOptions {
  /** `https://app.example.org/api/2`; the application's address alone will do. `http` only on loopback. */
  readonly baseUrl: string | URL;
  /**
   * The token, or a function that gives it: asked before the first request, and again after a 401. An empty or missing one
   * is refused, unless `anonymous` is set.
   */
  readonly token?: TokenSource | undefined;
  /** Connects without a token: the application root alone answers then. Default: `false`. */
  readonly anonymous?: boolean;
  /** Whose token it is. A browser takes only `user`: an API user's token reaches everybody's data. */
  readonly tokenKind?: 'user' | 'apiUser';
  /**
   * Says that the page there is only simulated by Node, as by jsdom in tests, so that a token of any kind is taken. Refused in
   * a browser. Default: `false`.
   */
  readonly simulatedPage?: boolean;
  /** Milliseconds for one attempt, from when it is really sent to the end of its body. Default: 30,000. */
  readonly timeout?: number;
  /**
   * Milliseconds for a whole call: its waits, its attempts, and the looks after a lost answer. A list has it for each of its
   * requests, a download until its first byte. Default: none, since how long a call waits for its turn depends on how many
   * there are; each attempt is limited by `timeout` all the same.
   */
  readonly deadline?: number;
  /** How often a call is repeated where that is safe. Refused calls (429) are repeated more often; 0 means never. Default: 2. */
  readonly retry?: number;
  /** Limits of this process, shared by all its connections to the platform. Default: 30 requests/s, 29 at once, 20 connections. */
  readonly throttle?: ThrottleOptions | Throttle | false;
  /**
   * Sends the requests, for a proxy or a private certificate authority: given the URL and plain options, so that undici's own
   * `fetch` can take its place. Default: the `fetch` there is at each call.
   */
  readonly fetch?: Fetch;
  /**
   * Rewrites links before they are followed, for a platform behind a proxy that does not rewrite them. `base`: to the
   * origin and path of `baseUrl`.
   */
  readonly mapLink?: 'base' | ((link: URL) => URL);
  /** `lenient` reports an answer that is not as documented to `logger` and carries on. Default: `strict`. */
  readonly validation?: 'strict' | 'lenient';
  /**
   * Told in fixed words what is unusual, and with `debug` of every attempt. `console` will do, and so will pino. Default:
   * nobody.
   */
  readonly logger?: Logger;
  /** Called for every attempt of every call. */
  readonly hooks?: Hooks;
  /** Ends connecting. */
  readonly signal?: AbortSignal;
}

/**
 * Connects to a platform: one GET of the application root, from which everything is reached.
 *
 * @throws InputError for options that cannot be right, before anything is sent; else as every request does
 */
export async function connect(options: ConnectOptions): Promise<Application> {
  const { timeout = 30_000, deadline, retry = 2, signal, hooks = {}, validation = 'strict' } = options;
  const logger = quietLogger(options.logger);
  const root = baseUrl(options.baseUrl);
  checkMilliseconds('connect', 'timeout', timeout);
  checkMilliseconds('connect', 'deadline', deadline);
  checkOption('retry', retry, Number.isSafeInteger(retry) && retry >= 0, 'a whole number from 0');
  checkOption('validation', validation, validation === 'strict' || validation === 'lenient', "'strict' or 'lenient'");
  const { mapLink, fetch } = options;
  checkOption(
    'mapLink',
    mapLink,
    mapLink === undefined || mapLink === 'base' || typeof mapLink === 'function',
    "'base' or a function",
  );
  checkOption('fetch', fetch, fetch === undefined || typeof fetch === 'function', 'a function');
  const abortable = signal === undefined || typeof signal?.addEventListener === 'function';
  checkOption('signal', signal, abortable, 'an AbortSignal');
  checkToken(options);

  const credentials = createCredentials(options.anonymous === true ? undefined : options.token, root.origin);
  const share = shareThrottle(root.origin, options.throttle ?? defaultThrottle(root), logger);
  const transport = new Transport({
    origin: root.origin,
    credentials,
    throttle: share.throttle,
    timeout,
    deadline,
    repeats: retry,
    fetch,
    observer: new Observer(hooks, logger),
  });
  const close = () => {
    transport.close();
    share.leave();
  };

  try {
    const target = 'application root';
    const request: RequestOptions = signal === undefined ? {} : { signal };
    const answer = await transport.send({
      ...request,
      method: 'GET',
      url: withoutSlash(root),
      target,
      operation: operations.read,
    });
    const { document } = sourceOf(answer, target);
    const type = document['@type'];
    if (typeof type !== 'string' || !type.endsWith(Application.type)) {
      const exchange = { method: 'GET', target, url: root.href, attempts: answer.attempts, waited: answer.waited };
      throw new UnexpectedResponseError(
        'The base URL does not lead to an application root of the platform: is it the address of the application, or that with /api/2?',
        exchange,
        answer.status,
      );
    }
    const session = new Session({
      root,
      sender: transport,
      reading: operations.read,
      namespace: type.slice(0, -Application.type.length),
      kinds,
      mapLink: mapLink === 'base' ? mapToBase(root) : mapLink,
      reporter: { lenient: validation === 'lenient', warn: (message) => logger.warn(message) },
      connection: {
        close,
        stats: () => transport.stats(),
        repeats: retry,
        pause: (milliseconds, signal) => transport.pause(milliseconds, signal),
        until: (milliseconds) => transport.until(milliseconds),
        left: (until) => transport.left(until),
        mayRepeat: () => transport.mayRepeat(),
        say: (level, message) => logger[level](message),
      },
    });
    // Its relative links are relative to the base URL as a folder, so that none loses the version.
    session.clock.note(answer.serverTime);
    return session.instantiate(Application, { document, base: root });
  } catch (failure) {
    close();
    throw failure;
  }
}

function withoutSlash(root: URL): URL {
  const url = new URL(root);
  url.pathname = url.pathname.replace(/\/$/, '');
  return url;
}

function checkToken({ token, anonymous, tokenKind, simulatedPage }: ConnectOptions): void {
  if (simulatedPage === true && !inNode()) {
    throw InputError.of(
      'connect',
      'simulatedPage',
      'Is for tests whose page is simulated by Node, and this is not Node.',
    );
  }
  if (anonymous === true) return;
  if (token === undefined || token === '') {
    throw InputError.of(
      'connect',
      'token',
      'Required input is missing. Is its environment variable set? Without one, set `anonymous: true`.',
    );
  }
  if (typeof token !== 'string' && typeof token !== 'function') {
    throw InputError.of('connect', 'token', 'Must be a string, or a function that gives one.');
  }
  if (tokenKind !== 'user' && simulatedPage !== true && inBrowser()) {
    throw InputError.of(
      'connect',
      'tokenKind',
      "A browser takes only `tokenKind: 'user'`: the token of an API user reaches every patient's data and must stay on a server." +
        (inNode() ? ' In a test whose page is simulated by Node, say `simulatedPage: true`.' : ''),
    );
  }
}

function checkOption(name: string, value: unknown, valid: boolean, expected: string): void {
  if (!valid) throw InputError.of('connect', name, `Must be ${expected}, but is ${String(value)}.`);
}

/** A page of another origin sends a preflight before each request, which counts for the platform and cannot be held back here. */
function defaultThrottle(root: URL): ThrottleOptions {
  const crossOrigin = inBrowser() && globalThis.location?.origin !== root.origin;
  return crossOrigin ? { requestsPerSecond: 15, burst: 14 } : {};
}

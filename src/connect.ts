import { type ConnectOptions, checkConnectOptions, checkUser, hasRareOptions } from './connect-options.js';
import { UnexpectedResponseError } from './errors.js';
import { sourceOf } from './hypermedia/response-source.js';
import { Session, type SessionUser } from './hypermedia/session.js';
import { Application } from './resources/application/application.js';
import { documentedPaths } from './resources/application/documented-paths.js';
import { loadEntryWork } from './resources/application/lazy.js';
import { resourceKinds } from './resources/application/registry.js';
import { operations } from './resources/writes/operations.js';
import { inBrowser } from './runtime/globals.js';
import { baseUrl } from './transport/base-url.js';
import { createCredentials } from './transport/credentials.js';
import { shareThrottle } from './transport/throttle/registry.js';
import type { ThrottleOptions } from './transport/throttle/throttle.js';
import { loadExtras, Transport } from './transport/transport.js';

/**
 * Connects to a platform. Sends one GET, of the application root, from which links lead to everything else.
 *
 * @throws InputError for invalid options, before anything is sent; other errors as every request does
 */
export async function connect(options: ConnectOptions): Promise<Application> {
  checkConnectOptions(options);
  const { timeout = 30_000, deadline, retry = 2, maxResponseBytes = 64 * 2 ** 20 } = options;
  const { signal, validation, shortPageEnds } = options;
  const rare = hasRareOptions(options) ? (await loadExtras()).takeRareOptions(options) : {};
  const root = baseUrl(options.baseUrl, options.allowHttp);

  const { anonymous, token, me } = options;
  const credentials = createCredentials(anonymous === true ? undefined : token, root.origin);
  const share = shareThrottle(root.origin, rare.throttle ?? defaultThrottle(root), rare.logger);
  const settings = {
    ...rare,
    origin: root.origin,
    documentedPaths,
    credentials,
    throttle: share.throttle,
    timeout,
    deadline,
    retry,
    maxResponseBytes,
  };
  const connection = new Transport(settings, () => share.leave());

  try {
    const target = 'application root';
    // Without the slash at the end of the base URL.
    const url = new URL(root.href.slice(0, -1));
    const response = await connection.send({ method: 'GET', url, target, operation: operations.read, signal });
    const source = sourceOf(response, target);
    const type = source.document['@type'];
    if (typeof type !== 'string' || !type.endsWith(Application.type)) {
      const { attempts, waited } = response;
      throw new UnexpectedResponseError(
        'The base URL leads to no application root of the platform. Use the address of the application, with or without /api/2.',
        { method: 'GET', target, url: root.href, attempts, waited },
        response.status,
      );
    }
    const installation = {
      root,
      reading: operations.read,
      namespace: type.slice(0, -Application.type.length),
      kinds: resourceKinds,
      loadFiles: loadEntryWork,
      mapLink: rare.mapLink,
      lenient: validation === 'lenient',
      shortPageEnds,
      withUser(user: SessionUser): Session {
        checkUser(user, options);
        const other = connection.withCredentials(createCredentials(user.token, root.origin, 'as'));
        return new Session({ ...installation, me: user.me, connection: other });
      },
    };
    const session = new Session({ ...installation, me, connection });
    session.noteTime(response);
    return session.instantiate(Application, source);
  } catch (failure) {
    connection.close();
    throw failure;
  }
}

/** A page of another origin sends a preflight before each request. It counts too, and cannot be throttled here. */
function defaultThrottle(root: URL): ThrottleOptions {
  const crossOrigin = inBrowser() && globalThis.location?.origin !== root.origin;
  return crossOrigin ? { requestsPerSecond: 15, burst: 14 } : {};
}

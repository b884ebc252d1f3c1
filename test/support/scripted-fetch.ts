import { type Application, type ConnectOptions, connect, type Fetch } from 'care-platform';
import { onTestFinished } from 'vitest';
import { applicationDocument, baseUrl } from './documents.js';
import { OpenThrottle } from './open-throttle.js';

const headers = { 'content-type': 'application/json' };

/**
 * A connection whose first request gets the application root; `fetch` responds to all others. It needs no msw, so that
 * clocks and timers may stand still. It closes when its test ends.
 *
 * @param root the body of the application root, as text: it may be no valid one
 */
export async function connectedTo(
  fetch: Fetch,
  options: Partial<ConnectOptions> = {},
  root: string = JSON.stringify(applicationDocument({}, String(options.baseUrl ?? baseUrl))),
): Promise<Application> {
  let requests = 0;
  const respond: Fetch = async (url, init) => (requests++ === 0 ? new Response(root, { headers }) : fetch(url, init));
  const care = await connect({ baseUrl, token: 'x', throttle: new OpenThrottle(), fetch: respond, ...options });
  onTestFinished(() => care.close());
  return care;
}

/** The same without retries, if each response is what `respond` gives for a URL: a document, or a whole response. */
export async function connected(
  respond: (url: URL) => unknown,
  options: Partial<ConnectOptions> = {},
  root?: string,
): Promise<Application> {
  const fetch: Fetch = async (url) => {
    const given = respond(new URL(url));
    return given instanceof Response ? given : new Response(JSON.stringify(given), { headers });
  };
  return connectedTo(fetch, { retry: 0, ...options }, root);
}

/** Responses by the path below the base URL; and what was asked for, such as `GET /c/1`. */
export function byPath(responses: Readonly<Record<string, () => Response>>): { fetch: Fetch; asked: string[] } {
  const asked: string[] = [];
  const fetch: Fetch = async (url, { method }) => {
    const path = url.slice(baseUrl.length);
    asked.push(`${method} ${path}`);
    const response = responses[path];
    if (response === undefined) throw new Error(`The test has no response for ${path}.`);
    return response();
  };
  return { fetch, asked };
}

/** A connection whose calls meet these responses in turn, the last one again and again; and when each was asked for. */
export async function connectedInTurn(
  responses: [Fetch, ...Fetch[]],
  options: Partial<ConnectOptions> = {},
  now = () => performance.now(),
) {
  const askedAt: number[] = [];
  const care = await connectedTo((url, init) => {
    const respond = responses[askedAt.length] ?? (responses.at(-1) as Fetch);
    askedAt.push(now());
    return respond(url, init);
  }, options);
  return { care, askedAt };
}

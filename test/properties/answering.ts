import { type Application, type ConnectOptions, connect } from 'care-platform';
import { applicationDocument, baseUrl } from '../support/documents.js';
import { OpenThrottle } from '../support/open-throttle.js';

const headers = { 'content-type': 'application/json' };

/** A connection whose every answer but that of the root is what `answer` gives: a document, or a whole response. */
export async function connected(
  answer: (url: URL) => unknown,
  options: Partial<ConnectOptions> = {},
  root: string = JSON.stringify(applicationDocument()),
): Promise<Application> {
  let asked = 0;
  const fetch = async (input: string | URL | Request): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (asked++ === 0) return new Response(root, { headers });
    const given = answer(url);
    return given instanceof Response ? given : new Response(JSON.stringify(given), { headers });
  };
  return connect({ baseUrl, token: 'token', retry: 0, throttle: new OpenThrottle(), fetch, ...options });
}

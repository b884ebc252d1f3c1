import type { ConnectOptions, Fetch } from 'care-platform';
import { vi } from 'vitest';
import type { Provocations } from '../../support/message-list.js';
import { OpenThrottle } from '../../support/open-throttle.js';
import { connectedTo } from '../../support/scripted-fetch.js';
import { perhapsSent, unsent } from '../broken-connections.js';

const throttle = new OpenThrottle();

/** A call of a client's URL with this `fetch`, which fails. */
const call = (
  fetch: Fetch,
  { method = 'GET', ...options }: Partial<ConnectOptions> & { method?: 'GET' | 'POST' } = {},
) => {
  const run = async (): Promise<unknown> => {
    const care = await connectedTo(fetch, { retry: 0, throttle, ...options });
    return care.request({ method, url: 'c/8f31' }).finally(() => care.close());
  };
  return run;
};
const thrown = (failure: unknown) => call(() => Promise.reject(failure));
const responded = (status: number, body: unknown, type = 'application/json') =>
  call(
    async () =>
      new Response(typeof body === 'string' ? body : JSON.stringify(body), {
        status,
        headers: { 'content-type': type },
      }),
  );

/** The same call in a browser. */
const inBrowser = (onLine: boolean | undefined) => async () => {
  vi.stubGlobal('document', {});
  // Node too has a `document` in a page that it simulates, but no browser has a `process`.
  vi.stubGlobal('process', {});
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0', onLine });
  try {
    await call(() => Promise.reject(new TypeError('Failed to fetch')), { tokenKind: 'user' })();
  } finally {
    vi.unstubAllGlobals();
  }
};

/** What is thrown for one fault in each runtime, each message once. */
export const brokenConnections: Provocations = {
  ...Object.fromEntries(
    unsent.map(({ title, thrown: failures }) => [
      title,
      async () => {
        const errors = await Promise.all(failures.map((failure) => thrown(failure)().catch((error: Error) => error)));
        return [...new Set(errors.map((error) => String(error)))];
      },
    ]),
  ),
  ...Object.fromEntries(perhapsSent.map(([title, , failure]) => [title, thrown(failure)])),
  'any failure in a browser': inBrowser(true),
  'any failure in a browser that is offline': inBrowser(false),
};

const page = '<html><title>Blocked\n by policy</title>Verhoeven</html>';

/** Error responses, with the platform's own words and what they mean. */
export const errorResponses: Provocations = {
  ...Object.fromEntries(
    [400, 401, 403, 404, 405, 406, 407, 409, 429, 500, 599].map((status) => [
      `a response with ${status}`,
      responded(status, { code: status, message: 'No.' }),
    ]),
  ),
  'a 400 that names fields': responded(400, {
    code: 400,
    message: 'No',
    extra: [{ name: 'email', message: 'Wrong.' }],
  }),
  'a 400 that only names fields': responded(400, { message: '', extra: [{ name: 'email', message: 'Wrong.' }] }),
  'an error response without a message': responded(418, {}),
  'an error response with a long message': responded(418, { message: 'word '.repeat(100) }),
  'a 400 that names 102 fields': responded(400, {
    code: 400,
    message: 'No',
    extra: Array.from({ length: 102 }, (_, index) => ({ name: `labels.${index}`, message: 'Wrong.' })),
  }),
  'an error response with an attribute of its title': responded(
    403,
    '<html><title lang="en">Blocked</title>',
    'text/html',
  ),
  'an error response with a title after much else': responded(
    403,
    `<html>${' '.repeat(10_000)}<title>Verhoeven</title>`,
    'text/html',
  ),
  'an error response with a page': responded(403, page, 'text/html'),
  'an error response with a page and 502': responded(502, page, 'text/html'),
  'an error response with a page without a title': responded(403, '<html>Verhoeven</html>', 'text/html'),
};

const location =
  (to: string, status = 302) =>
  async () =>
    new Response(null, { status, headers: { location: to } });
const hidden = Object.defineProperties(new Response(), {
  type: { value: 'opaqueredirect' },
  status: { value: 0 },
  ok: { value: false },
});
const breaking = (failure: unknown) =>
  call(
    async () =>
      new Response(new ReadableStream({ pull: (body) => body.error(failure) }), {
        headers: { 'content-type': 'application/json' },
      }),
  );
const coded = (code: string) => new TypeError('terminated', { cause: Object.assign(new Error('Verhoeven'), { code }) });

/** Responses that are not the platform's own, or not complete. */
export const unexpectedResponses: Provocations = {
  'a page with 200': responded(200, page, 'text/html'),
  'a body without a type': call(async () => new Response(new TextEncoder().encode('<html>'))),
  'JSON that is cut off': responded(200, '{"a":'),
  'a 304': call(async () => new Response(null, { status: 304 })),
  'a body that breaks off': breaking(coded('ECONNRESET')),
  'a body that breaks off for an unknown reason': breaking(new TypeError('Verhoeven')),
  'a redirect to another origin': call(location('https://www.care.example/x?name=Verhoeven')),
  'a redirect to itself': call(location('https://care.example/api/2/c/8f31')),
  'a redirect of a write': call(location('x', 307), { method: 'POST' }),
  'a redirect that the browser hides': call(async () => hidden),
  'a response that Node does not wait for': thrown(coded('UND_ERR_HEADERS_TIMEOUT')),
  'a body that Node does not wait for': breaking(coded('UND_ERR_BODY_TIMEOUT')),
  'a part with 206': responded(206, {}),
  'a body with more bytes than are allowed': call(async () => Response.json({ a: 'word '.repeat(9999) }), {
    maxResponseBytes: 20_000,
  }),
};

/** Bodies as a `fetch` of the caller's own may give them. */
const ownBody = (members: object) =>
  call(
    async () => ({ status: 200, headers: new Headers({ 'content-type': 'application/json' }), ...members }) as never,
  );
const unread = async () => {
  throw new Error('Verhoeven');
};

/** What a `fetch` of the caller's own may return, and no other does. */
export const ownResponses: Provocations = {
  'no response': call(async () => undefined as never),
  'a response whose body was read': call(async () => {
    const response = Response.json({});
    await response.text();
    return response;
  }),
  'pieces that are numbers': ownBody({
    body: new ReadableStream({
      start: (body) => {
        body.enqueue(7);
        body.close();
      },
    }),
  }),
  'neither a body nor a method that reads it': ownBody({}),
  'an `arrayBuffer` that fails': ownBody({ arrayBuffer: unread }),
  'an `arrayBuffer` and a `text` that fail': ownBody({
    arrayBuffer: unread,
    text: unread,
    clone: () => ({ text: unread }),
  }),
};

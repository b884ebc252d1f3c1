import { type Application, type ConnectOptions, connect } from 'care-platform';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { applicationDocument, baseUrl, type Document } from './documents.js';
import { OpenThrottle } from './open-throttle.js';

/** A request that was really sent. */
export interface Seen {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: string;
}

export type Responder = (request: Request) => Response | Promise<Response>;

/** A JSON response, as the platform sends it. */
export function json(document: unknown, status = 200, headers: Record<string, string> = {}): Responder {
  return () =>
    new HttpResponse(JSON.stringify(document), {
      status,
      headers: { 'content-type': 'application/json;charset=UTF-8', ...headers },
    });
}

/** Any response with a body of text. */
export function page(text: string, status = 200, type = 'text/html'): Responder {
  return () => new HttpResponse(text, { status, headers: { 'content-type': type } });
}

export function empty(status = 204): Responder {
  return () => new HttpResponse(null, { status, headers: { 'content-type': 'text/plain;charset=UTF-8' } });
}

/** No response: the connection broke. */
export const lost: Responder = () => HttpResponse.error();

export function refusal(code: number, message = 'Refused.', extra?: unknown): Responder {
  return json({ code, message, ...(extra !== undefined && { extra }) }, code);
}

/** A platform that gives scripted responses. What has no script is an error. */
export interface Platform {
  /** Requests sent since the test began, to whatever address, without those of `connect`. */
  readonly seen: readonly Seen[];
  /** Responses of a path below the base URL, or of a whole URL, in turn; the last one again and again. */
  on(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, ...responses: [Responder, ...Responder[]]): void;
  /** Connects with a throttle that delays no call. */
  connect(options?: Partial<ConnectOptions>, root?: Document): Promise<Application>;
  /** Forgets the requests sent so far. */
  forget(): void;
  throttle: OpenThrottle;
}

/** Registers the platform with the test file that calls this. */
export function scriptedPlatform(): Platform {
  const server = setupServer();
  const seen: Seen[] = [];
  const connections: Application[] = [];
  const byRequest = new Map<string, { body: string }>();

  server.events.on('request:start', ({ request, requestId }) => {
    const { method, headers } = request;
    const entry = { method, url: new URL(request.url), headers, body: '' };
    seen.push(entry);
    byRequest.set(requestId, entry);
  });
  beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
  afterEach(() => {
    for (const care of connections.splice(0)) care.close();
    seen.length = 0;
    byRequest.clear();
    platform.throttle = new OpenThrottle();
    server.resetHandlers();
  });
  afterAll(() => server.close());

  const platform: Platform = {
    seen,
    forget: () => {
      seen.length = 0;
    },
    throttle: new OpenThrottle(),
    on(method, path, ...responses) {
      const url = path === '' || path.startsWith('/') ? `${baseUrl}${path}` : path;
      let turn = 0;
      const respond: Responder = (request) => (responses[turn++] ?? responses.at(-1) ?? lost)(request);
      const verb = { GET: http.get, POST: http.post, PATCH: http.patch, DELETE: http.delete }[method];
      server.use(
        verb(url, async ({ request, requestId }) => {
          const entry = byRequest.get(requestId);
          if (entry !== undefined) entry.body = await request.clone().text();
          return respond(request);
        }),
      );
    },
    async connect(options = {}, root = applicationDocument()) {
      platform.on('GET', '', json(root));
      const care = await connect({ baseUrl, token: 'token-of-the-tests', throttle: platform.throttle, ...options });
      connections.push(care);
      platform.forget();
      return care;
    },
  };
  return platform;
}

import { hasMethod } from '../runtime/shape.js';
import { asBytes, bodyOf, ignoreFailure, UnusableBody } from './body-reader.js';
import { type Fetch, type FetchedResponse, type SendRequest, withAcceptedFields } from './fetch.js';

/**
 * Sends by the caller's own `fetch`, and gives its responses the form of the runtime's. That `fetch` gets plain fields,
 * since undici's `fetch` does not accept a `Request` of another copy.
 */
export function sendBy(own: Fetch): SendRequest {
  return async (request, signal, body) => {
    const init = {
      method: request.method,
      headers: Object.fromEntries(request.headers),
      ...(body !== undefined && { body }),
      // Redirects are followed here, within the origin. A browser reports that there was a redirect, but hides its target.
      redirect: 'manual',
    } as const;
    const response = await withAcceptedFields(own, signal, (accepted) => own(request.url, { ...init, ...accepted }));
    return withStream(checkResponse(response));
  };
}

/** Returns the response unchanged. Throws if it cannot be read as a response. */
function checkResponse(response: FetchedResponse | undefined): Response {
  try {
    const { status, headers } = Object(response) as FetchedResponse;
    headers.get('content-type');
    if (typeof status === 'number') return response as Response;
  } catch {
    // `headers.get` is missing, or a getter throws.
  }
  throw new UnusableBody('the given `fetch` returned no response with `status` and `headers.get()`');
}

/** The response with a stream as its body, unless `arrayBuffer` or `text` can read it. */
function withStream(response: Response): Response {
  const body: unknown = bodyOf(response);
  if (body === null || response.bodyUsed === true || hasMethod(body, 'getReader')) return response;
  if (hasMethod(body, Symbol.asyncIterator)) return withBody(response, streamFrom(body as AsyncIterable<unknown>));
  if (hasMethod(response, 'arrayBuffer') || hasMethod(response, 'text')) return response;
  const { status } = response;
  const isEmpty = body === undefined && (status === 204 || status === 205 || status >= 300);
  return withBody(response, isEmpty ? null : unreadableBody);
}

function withBody({ ok, status, headers, type }: Response, body: unknown): Response {
  return { ok, status, headers, type, body } as Response;
}

function streamFrom(body: AsyncIterable<unknown>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const iterator = body[Symbol.asyncIterator]();
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await iterator.next();
        if (done) controller.close();
        else controller.enqueue(asBytes(value));
      },
      cancel() {
        // A stream of Node closes its socket at once. `return` alone would wait for the running read.
        ignoreFailure(() => (body as { destroy?(): void }).destroy?.());
        ignoreFailure(() => iterator.return?.());
      },
    },
    { highWaterMark: 0 },
  );
}

/** Fails only when it is read: the status may be enough. */
const unreadableBody = {
  getReader() {
    throw new UnusableBody(
      'the given `fetch` returned no readable body: it needs a stream or an async iterable as `body`, or `arrayBuffer()`, or `text()`',
    );
  },
};

import { ForeignLinkError, isCareError } from '../errors.js';
import { type Answering, attempt, type ConnectionSettings, placeOf } from './attempt.js';
import { joined } from './body.js';
import { unexpectedResponse } from './call-failure.js';
import { describe, type Tally } from './description.js';
import { untilAborted } from './lifetime.js';
import type { TransportRequest } from './request.js';

const mostRedirects = 5;

/** Sends one attempt, with the redirects it meets, each of which takes a permit of its own: to the platform it is a request. */
export async function exchange(
  settings: ConnectionSettings,
  request: TransportRequest,
  body: string | undefined,
  tally: Tally,
  connection: AbortSignal,
): Promise<Answering> {
  let url = request.url;
  for (let redirects = 0; ; redirects++) {
    const answering = await attempt(settings, { ...request, url }, body, tally, connection);
    if (!isRedirect(answering.response)) return answering;
    const { status, headers, type } = answering.response;
    // Not dropped: that would close its socket, and hold its place until another is there.
    await readIfWhole(answering);
    settings.observer.ended(tally, { status });
    const about = describe(request, url, tally);
    const target = placeOf(headers, url);
    if (request.method !== 'GET' || target === undefined || redirects === mostRedirects) {
      throw unexpectedResponse(about, status, `a redirect${whyNotFollowed(request.method, type)}`);
    }
    if (!target.href.startsWith(`${settings.origin}/`)) {
      const todo = 'If that is where the platform is now, give `connect` it as `baseUrl`.';
      throw ForeignLinkError.to(target, settings.origin, 'redirect', todo);
    }
    url = target;
  }
}

function isRedirect({ status, type }: Response): boolean {
  return (status >= 300 && status < 400 && status !== 304) || type === 'opaqueredirect';
}

function whyNotFollowed(method: string, type: ResponseType): string {
  if (type === 'opaqueredirect') return ', which is not followed since the browser hides where it leads';
  return method === 'GET' ? '' : ', which a write never follows';
}

/** Drops a body that nobody will read; its connection cannot be used again. */
export function discard(answering: Answering): void {
  answering.response.body?.cancel().catch(() => undefined);
  answering.finish('aborted');
}

/** The body of an answer whose status says enough: nothing of it where it breaks off or does not end in time. */
export function readIfWhole(answering: Answering): Promise<Uint8Array> {
  return readBytes(answering).catch((failure: unknown) => {
    // Else it was ended by the caller or by `close`.
    if (isCareError(failure, 'UnexpectedResponseError') || isCareError(failure, 'TimeoutError'))
      return new Uint8Array();
    throw failure;
  });
}

/** The body as bytes, within the attempt's time. The connection is free afterwards, whatever came of it. */
export async function readBytes(answering: Answering): Promise<Uint8Array> {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  try {
    reader = answering.response.body?.getReader();
    const bytes = await untilAborted(readAll(reader), answering.lifetime.signal);
    answering.finish('done');
    return bytes;
  } catch (thrown) {
    // Node's fetch follows a signal by a weak reference only, and may have lost it: this closes the socket surely.
    reader?.cancel().catch(() => undefined);
    const failure = answering.failure(thrown, 'body');
    answering.finish('aborted');
    throw failure;
  }
}

async function readAll(reader: ReadableStreamDefaultReader<Uint8Array> | undefined): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) parts.push(part.value);
  return joined(parts);
}

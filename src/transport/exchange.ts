import { ForeignLinkError, isCareError } from '../errors.js';
import { type Answering, attempt, type Call, placeOf } from './attempt.js';
import { mediaType } from './body.js';
import { type BodyReader, bodyOf, bodyReader, dropBody, readWithin } from './body-reader.js';
import { describe } from './description.js';
import { unexpectedResponse } from './failures/call-failure.js';
import { untilAborted } from './lifetime.js';

const mostRedirects = 5;

/** Sends one attempt, with the redirects it meets, each of which takes a permit of its own: to the platform it is a request. */
export async function exchange(call: Call, kyRequest: Request): Promise<Answering> {
  let answering = await attempt(call, kyRequest);
  for (let redirects = 0; isRedirect(answering.response); redirects++) {
    const url = await targetOf(answering, call, redirects === mostRedirects);
    const followed = { ...call, request: { ...call.request, url } };
    answering = await attempt(followed, new Request(url, kyRequest));
  }
  return answering;
}

/** Where a redirect leads, if it may be followed. */
async function targetOf(answering: Answering, { settings, request, tally }: Call, isLast: boolean): Promise<URL> {
  const { status, headers, type } = answering.response;
  // Not dropped: that would close its socket, and hold its place until another is there.
  await readIfWhole(answering);
  settings.observer.endAttempt(tally, { status });
  const target = placeOf(headers, answering.url);
  if (request.method !== 'GET' || target === undefined || isLast) {
    const about = describe(request, answering.url, tally);
    throw unexpectedResponse(about, status, `a redirect${whyNotFollowed(request.method, type)}`);
  }
  if (!target.href.startsWith(`${settings.origin}/`)) {
    const todo = 'If that is where the platform is now, give `connect` it as `baseUrl`.';
    throw ForeignLinkError.to(target, settings.origin, 'redirect', todo);
  }
  return target;
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
  dropBody(bodyOf(answering.response));
  answering.finish('aborted');
}

/** Bytes of a body that only refines what the status says. */
const mostOfFailure = 2 ** 20;

/** The body of a response whose status says enough: empty if it is too long, breaks off or does not end in time. */
export function readIfWhole(answering: Answering): Promise<ReadBody> {
  return readBytes(answering, Math.min(mostOfFailure, answering.maxResponseBytes)).catch((failure: unknown) => {
    // Else it was ended by the caller or by `close`.
    if (isCareError(failure, 'UnexpectedResponseError') || isCareError(failure, 'TimeoutError'))
      return { bytes: new Uint8Array(0), contentType: null };
    throw failure;
  });
}

/** A body that was read to its end. */
export interface ReadBody {
  readonly bytes: Uint8Array;
  /** With the charset that the bytes are really in. */
  readonly contentType: string | null;
}

/** The body as bytes, within the attempt's time. The connection is free afterwards, whatever came of it. */
export async function readBytes(answering: Answering, most = answering.maxResponseBytes): Promise<ReadBody> {
  let reader: BodyReader | undefined;
  try {
    reader = bodyReader(answering.response);
    const contentType = answering.response.headers.get('content-type');
    const bytes = await untilAborted(readWithin(most, reader), answering.lifetime.signal);
    answering.finish('done');
    return { bytes, contentType: reader?.isText ? `${mediaType(contentType)};charset=utf-8` : contentType };
  } catch (thrown) {
    // Node's fetch follows a signal by a weak reference only, and may have lost it: this closes the socket surely.
    reader?.cancel();
    const failure = answering.failure(thrown, 'body');
    answering.finish('aborted');
    throw failure;
  }
}

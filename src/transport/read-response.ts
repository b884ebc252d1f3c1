import { clock } from '../async/clock.js';
import { notLoaded } from '../errors/not-loaded.js';
import { type CareError, isCareError } from '../errors.js';
import { charsetOf, contentLength, isJson, mediaType, parseJson, textDecoder } from './body.js';
import { type BodyReader, bodyOf, bodyReader, dropBody, readWithin } from './body-reader.js';
import { describe, type PendingResponse, textOf, unusableBody } from './call.js';
import { notOfPlatform, unusableResponse } from './failures/call-failure.js';
import { printableType, statusFailure } from './failures/status-failure.js';
import type { TransportResponse, TransportStream } from './request.js';
import { retryAfter } from './retry-rules.js';

/**
 * Returns the response if it is a success, which is read next. Otherwise it throws the failure.
 *
 * @param earlierMayBeApplied `true` if an earlier attempt may have been applied
 */
export async function checkSuccess(pending: PendingResponse, earlierMayBeApplied: boolean): Promise<PendingResponse> {
  const { response, call } = pending;
  const { status, headers } = response;
  // Not `ok`, which the caller's own `fetch` may omit.
  if (status >= 200 && status < 300) {
    const isPage = call.request.noPage === true && mediaTypeOf(response) === 'text/html';
    if (isPage) throw unusableBody(pending, ofType('text/html'));
    if (isPart(response)) throw unusableBody(pending, 'only a part of what was requested', true);
    return pending;
  }
  if (status === 429) call.settings.throttle.rateLimited(retryAfter(headers.get('retry-after'), clock.date()));
  const failure = await responseFailure(pending);
  // A 404 of the platform shows that an earlier attempt deleted the resource. That of a gateway does not.
  const isGone = isCareError(failure, 'NotFoundError') && failure.isFromPlatform;
  if (!isGone || !earlierMayBeApplied || call.request.method !== 'DELETE') throw failure;
  // The body has been read.
  return { ...pending, response: new Response(null, { status }) };
}

/** Reads a successful response to its end. If JSON is expected, only JSON or an empty body is accepted. */
export async function readResponse(pending: PendingResponse): Promise<TransportResponse> {
  const { status, headers } = pending.response;
  const { request, stats } = pending.call;
  const headersCame = clock.now();
  const { bytes, decoder } = await readBytes(pending);
  const type = mediaTypeOf(pending.response);
  const wantsJson = request.accept === undefined;
  const isCalendar = !wantsJson && type === 'text/calendar';
  const unfolded = isCalendar ? (await loadStream()).unfold(bytes) : bytes;
  const text = textOf(() => decoder.decode(unfolded), pending);
  const document = parseJson(text);
  if (wantsJson && text.trim() !== '') {
    if (document === undefined && isJson(type)) throw unusableBody(pending, 'its JSON is cut off or broken', true);
    if (document === undefined || !(type === '' || isJson(type))) {
      throw unusableBody(pending, ofType((await printableType(type, pending)) || 'unknown'));
    }
  }
  const serverTime = new Date(Date.parse(headers.get('date') ?? '') + clock.now() - headersCame);
  return {
    method: request.method,
    operation: request.operation,
    status,
    url: request.url,
    document: wantsJson ? document : undefined,
    text: wantsJson ? '' : text,
    location: headers.get('location') ?? undefined,
    serverTime: Number.isNaN(serverTime.getTime()) ? undefined : serverTime,
    attempts: stats.attempts,
    waited: stats.waited,
  };
}

/** Files and calendars have a lazy module, since most responses are JSON. */
export const loadStream = () => import('./stream.js').catch(notLoaded('files'));

/** Opens the body of a successful response. */
export async function openResponse(pending: PendingResponse): Promise<TransportStream> {
  return (await loadStream()).openStream(pending);
}

/**
 * Reads a successful response if it is JSON, and opens it if it is a file. Pages and plain texts are rejected, unless the
 * response names a file, since gateways send them.
 */
export async function readOrOpen(pending: PendingResponse): Promise<TransportResponse | TransportStream> {
  const { status, headers } = pending.response;
  const type = mediaTypeOf(pending.response);
  const isEmpty = status === 204 || status === 205 || bodyOf(pending.response) === null || contentLength(headers) === 0;
  const isPage = pages.test(type) && headers.get('content-disposition') === null;
  return isEmpty || type === '' || isJson(type) || isPage ? readResponse(pending) : openResponse(pending);
}

function mediaTypeOf({ headers }: Response): string {
  return mediaType(headers.get('content-type'));
}

const pages = /^(?:text\/(?:html|plain)|application\/xhtml\+xml)$/;

/** The error for a response with an error status. Its body is read, or dropped if it does not end. */
async function responseFailure(pending: PendingResponse): Promise<CareError> {
  const { status } = pending.response;
  const { bytes, decoder } = await readIfWhole(pending);
  const about = describe(pending.call);
  if (status < 400) return unusableResponse(about, { status }, `no content${notOfPlatform}`);
  const text = decoder.decode(bytes);
  return statusFailure(about, status, { text, document: parseJson(text) }, pending);
}

/** No range was requested, but a cache on the way may send one. A range that covers the full body is accepted. */
function isPart({ status, headers }: Response): boolean {
  const [, first, last, total] =
    /^\s*bytes\s+(\d+)-(\d+)\/(\d+|\*)\s*$/i.exec(headers.get('content-range') ?? '') ?? [];
  return first === undefined ? status === 206 : Number(first) !== 0 || Number(last) + 1 !== Number(total);
}

function ofType(type: string): string {
  return `a body of type ${type}${notOfPlatform}`;
}

/** Drops an unneeded body. Its connection cannot be reused. */
export function discard(pending: PendingResponse): void {
  dropBody(pending.response);
  pending.finish('aborted');
}

/** Limit for a body that only adds details to the status. */
const maxFailureBytes = 2 ** 20;

/** The body of a response whose status would be enough. Empty if the body is too long, incomplete or late. */
export function readIfWhole(pending: PendingResponse): Promise<ReadBody> {
  return readBytes(pending, maxFailureBytes).catch((failure: unknown) => {
    // Any other failure comes from the caller or from `close`.
    if (isCareError(failure, 'UnexpectedResponseError') || isCareError(failure, 'TimeoutError'))
      return { bytes: new Uint8Array(0), decoder: textDecoder(undefined) };
    throw failure;
  });
}

/** A body, read to its end. */
export interface ReadBody {
  readonly bytes: Uint8Array;
  /** For its charset. */
  readonly decoder: TextDecoder;
}

/** Reads the body within the attempt's time limit. It always releases the connection. */
async function readBytes(pending: PendingResponse, maxBytes = Number.POSITIVE_INFINITY): Promise<ReadBody> {
  const { response, call, lifetime } = pending;
  let reader: BodyReader | undefined;
  try {
    reader = bodyReader(response);
    const limit = Math.min(maxBytes, call.settings.maxResponseBytes);
    const bytes = await lifetime.waitFor(readWithin(limit, reader));
    // A body that came as text is UTF-8, even if its type names another charset.
    const charset = reader?.isText ? undefined : charsetOf(response.headers.get('content-type'));
    const decoder = textDecoder(charset);
    pending.finish('done');
    return { bytes, decoder };
  } catch (thrown) {
    // Node's fetch keeps only a weak reference to the signal and may have lost it: this closes the socket for certain.
    reader?.cancel();
    const failure = pending.failure(thrown, 'body');
    pending.finish('aborted');
    throw failure;
  }
}

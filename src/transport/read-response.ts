import { clock } from '../async/clock.js';
import { printable } from '../errors/printable.js';
import { type CareError, isCareError } from '../errors.js';
import { hidesReasons } from '../runtime/globals.js';

import { charsetOf, contentLength, decodeText, isJson, mediaType, parseJson, placeOf, textDecoder } from './body.js';
import { type BodyReader, bodyOf, bodyReader, dropBody, readWithin, UnusableBody } from './body-reader.js';
import type { Answering, Call, ConnectionSettings } from './call.js';
import { describe, type Tally } from './description.js';
import { blankFor } from './failures/blank.js';
import { brokenJson, partialResponse, unexpectedResponse } from './failures/call-failure.js';
import { statusFailure } from './failures/status-failure.js';
import { untilAborted } from './lifetime.js';
import type { TransportAnswer, TransportRequest, TransportStream } from './request.js';
import { retryAfter } from './retry-rules.js';
import { openStream } from './stream.js';

export type Reading<Result> = (
  answering: Answering,
  request: TransportRequest,
  tally: Tally,
  settings: ConnectionSettings,
) => Promise<Result>;

/** @param mayBeDone whether an attempt before may have done what is asked for */
export async function readResult<Result>(
  answering: Answering,
  { request, tally, settings }: Call,
  mayBeDone: boolean,
  read: Reading<Result>,
): Promise<Result> {
  const { status, headers } = answering.response;
  // What an attempt before may have deleted is deleted; nobody reads what a gateway writes about that.
  if (mayBeDone && request.method === 'DELETE' && status === 404) {
    return read(answering, { ...request, accept: '*/*' }, tally, settings);
  }
  // Not `ok`, which a `fetch` that is not the runtime's may leave out.
  if (status >= 200 && status < 300) return read(answering, request, tally, settings);
  if (status === 429) settings.throttle.refused(retryAfter(headers.get('retry-after'), clock.date()));
  throw await failedAnswer(answering, request, tally);
}

/** A good answer, read to its end. Where JSON is wanted, nothing else is let through but an empty body. */
export async function readAnswer(
  answering: Answering,
  request: TransportRequest,
  tally: Tally,
): Promise<TransportAnswer> {
  refusePage(answering, request, tally);
  refusePart(answering, request, tally);
  const { status, headers } = answering.response;
  const headersCame = clock.now();
  const { bytes, contentType } = await readBytes(answering);
  const text = textOf(() => decodeText(bytes, contentType), answering);
  const document = parseJson(text);
  const wantsJson = request.accept === undefined;
  if (wantsJson && text.trim() !== '') {
    const about = describe(request, answering.url, tally);
    const named = mediaType(contentType);
    const place = placeOf(headers, answering.url)?.href;
    if (document === undefined && isJson(named)) throw brokenJson(about, status, place);
    if (document === undefined || !(named === '' || isJson(named))) {
      const type = blankFor(request, answering.authorization)(named);
      throw unexpectedResponse(about, status, `a body of type ${printable(type) || 'unknown'}`, place);
    }
  }
  const serverTime = new Date(Date.parse(headers.get('date') ?? '') + clock.now() - headersCame);
  return {
    method: request.method,
    operation: request.operation,
    status,
    url: answering.url,
    document: wantsJson ? document : undefined,
    text: wantsJson ? '' : text,
    location: headers.get('location') ?? undefined,
    serverTime: Number.isNaN(serverTime.getTime()) ? undefined : serverTime,
    attempts: tally.attempts,
    waited: tally.waited,
  };
}

/** A good answer whose body is still to be read. */
export async function openAnswer(
  answering: Answering,
  request: TransportRequest,
  tally: Tally,
  settings: ConnectionSettings,
): Promise<TransportStream> {
  refusePage(answering, request, tally);
  refusePart(answering, request, tally);
  const { headers } = answering.response;
  const encoding = encodingOf(answering.response);
  const stream = openStream(answering, settings, contentLength(headers) ?? request.size);
  const charset = stream.isText ? 'utf-8' : charsetOf(headers.get('content-type'));
  return {
    status: answering.response.status,
    url: answering.url,
    headers,
    length: encoding === 'none' ? contentLength(headers) : undefined,
    encoding,
    charset,
    decode: (bytes) => textOf(() => textDecoder(charset).decode(bytes), answering),
    attempts: tally.attempts,
    waited: tally.waited,
    body: stream.body,
    cancel: stream.cancel,
  };
}

/**
 * A good response whose type decides: JSON is read, a file is opened. Pages and plain texts are refused, since gateways send
 * them, unless the response names a file.
 */
export async function readOrOpen(
  answering: Answering,
  request: TransportRequest,
  tally: Tally,
  settings: ConnectionSettings,
): Promise<TransportAnswer | TransportStream> {
  const { status, headers } = answering.response;
  const type = mediaType(headers.get('content-type'));
  const isEmpty =
    status === 204 || status === 205 || bodyOf(answering.response) === null || contentLength(headers) === 0;
  const isPage = pages.has(type) && headers.get('content-disposition') === null;
  const isRead = isEmpty || type === '' || isJson(type) || isPage;
  return isRead ? readAnswer(answering, request, tally) : openAnswer(answering, request, tally, settings);
}

const pages = new Set(['text/html', 'application/xhtml+xml', 'text/plain']);

/** The error that an answer with a bad status stands for. Its body is read, or given up when it does not end. */
async function failedAnswer(answering: Answering, request: TransportRequest, tally: Tally): Promise<CareError> {
  const { status } = answering.response;
  const { bytes, contentType } = await readIfWhole(answering);
  const about = describe(request, answering.url, tally);
  if (status < 400) return unexpectedResponse(about, status, 'no content');
  const text = decodeText(bytes, contentType);
  const blank = blankFor(request, answering.authorization);
  return statusFailure(about, status, { text, document: parseJson(text) }, blank, request);
}

/** Engines bound the length of a text, and refuse a longer one with an error of their own. */
function textOf(decode: () => string, answering: Answering): string {
  try {
    return decode();
  } catch {
    throw answering.failure(new UnusableBody('its body is longer than a text of this runtime can be'), 'body');
  }
}

function refusePage(answering: Answering, request: TransportRequest, tally: Tally): void {
  const { status, headers } = answering.response;
  if (request.noPage !== true || mediaType(headers.get('content-type')) !== 'text/html') return;
  discard(answering);
  throw unexpectedResponse(describe(request, answering.url, tally), status, 'a body of type text/html');
}

/** No part was asked for. A cache on the way, or a range that is all of it, may give one all the same. */
function refusePart(answering: Answering, request: TransportRequest, tally: Tally): void {
  const { status, headers } = answering.response;
  const [, first, last, total] =
    /^\s*bytes\s+(\d+)-(\d+)\/(\d+|\*)\s*$/i.exec(headers.get('content-range') ?? '') ?? [];
  if (first === undefined ? status !== 206 : Number(first) === 0 && Number(last) + 1 === Number(total)) return;
  discard(answering);
  const place = placeOf(headers, answering.url)?.href;
  throw partialResponse(describe(request, answering.url, tally), status, place);
}

/** A fetch undoes a content encoding, so that `Content-Length` says nothing of the bytes it gives. */
function encodingOf({ headers, type }: Response): TransportStream['encoding'] {
  const encoding = (headers.get('content-encoding') ?? '').trim().toLowerCase();
  if (encoding !== '' && encoding !== 'identity') return 'unpacked';
  // A page sees the length of a response from another origin, but not that it was packed.
  return type === 'cors' && hidesReasons() ? 'hidden' : 'none';
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

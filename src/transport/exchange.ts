import ky from 'ky';
import { type Exchange, ForeignLinkError } from '../errors.js';
import type { Credentials } from './credentials.js';
import { brokenOff, connectionFailure, timeoutFailure, unexpectedResponse } from './failure.js';
import { Lifetime, untilAborted } from './lifetime.js';
import type { TransportRequest } from './request.js';
import { inBrowser } from './runtime.js';
import type { Permit, Throttle } from './throttle.js';

/** What every request of one connection shares. */
export interface ConnectionSettings {
  readonly origin: string;
  readonly credentials: Credentials;
  readonly throttle: Throttle;
  /** Default per attempt, in milliseconds. */
  readonly timeout: number;
  readonly repeats: number;
  readonly fetch: typeof globalThis.fetch | undefined;
}

/** Requests sent and milliseconds waited for one call, over all its attempts. */
export interface Tally {
  attempts: number;
  waited: number;
  /** Of the attempt before: a call that goes again keeps its place. */
  permit?: Permit;
}

/** An answer under way: its headers are here, its body holds a connection until `finish`. */
export interface Answering {
  readonly response: Response;
  readonly url: URL;
  /** The `Authorization` that it was sent with. */
  readonly authorization: string | undefined;
  readonly lifetime: Lifetime;
  readonly timeout: number;
  /** Gives the connection back: at once reusable after a body that was read to its end, else it has to close first. */
  finish(how: 'done' | 'aborted'): void;
  /** The error that stands for whatever the reading of the body threw. */
  failure(thrown: unknown, part: 'answer' | 'next bytes'): unknown;
}

type Part = Parameters<Answering['failure']>[1];

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
    const answering = await sendOnce(settings, { ...request, url }, body, tally, connection);
    if (!isRedirect(answering.response)) return answering;
    const { status, headers } = answering.response;
    const location = headers.get('location');
    discard(answering);
    const about = describe(request, url, tally);
    const target = location !== null && URL.canParse(location, url) ? new URL(location, url) : undefined;
    if (request.method !== 'GET' || target === undefined || redirects === mostRedirects) {
      throw unexpectedResponse(
        about,
        status,
        `a redirect${request.method === 'GET' ? '' : ', which a write never follows'}`,
      );
    }
    if (target.origin !== settings.origin || target.username !== '' || target.password !== '') {
      throw ForeignLinkError.to(target, settings.origin, 'redirect');
    }
    url = target;
  }
}

async function sendOnce(
  settings: ConnectionSettings,
  request: TransportRequest,
  body: string | undefined,
  tally: Tally,
  connection: AbortSignal,
): Promise<Answering> {
  const { signal, priority = 'normal', timeout = settings.timeout } = request;
  const lifetime = new Lifetime(signal, connection);
  const about = () => describe(request, request.url, tally);
  const ended = (part: Part): unknown =>
    lifetime.ending?.by === 'timeout' ? timeoutFailure(about(), timeout, part) : lifetime.ending?.reason;

  let permit: Permit | undefined;
  try {
    lifetime.signal.throwIfAborted();
    // Asked before the wait, so that a slow token source holds no connection, and after it, for the newest token.
    await untilAborted(settings.credentials.authorization(request.url), lifetime.signal);
    permit = await settings.throttle.acquire({
      signal: lifetime.signal,
      priority,
      owner: settings,
      ...(tally.permit !== undefined && { again: tally.permit }),
    });
    tally.permit = permit;
    tally.waited += permit.waited;
    const authorization = await untilAborted(settings.credentials.authorization(request.url), lifetime.signal);
    lifetime.restart(timeout);
    tally.attempts++;
    const held = permit;
    const response = await dispatch(settings, request, body, authorization, lifetime.signal).catch(
      (thrown: unknown) => {
        // A gateway's 429 without CORS headers looks like a network failure to a page, so it slows down as for a 429.
        if (lifetime.ending !== undefined) throw ended('answer');
        if (inBrowser()) settings.throttle.refused();
        throw connectionFailure(about(), thrown, inBrowser());
      },
    );
    const finish = (how: 'done' | 'aborted') => {
      lifetime.settle();
      held.release(how);
    };
    const failure = (thrown: unknown, part: Part): unknown =>
      lifetime.ending === undefined ? brokenOff(about(), response.status, thrown) : ended(part);
    return { response, url: request.url, authorization, lifetime, timeout, finish, failure };
  } catch (thrown) {
    lifetime.settle();
    permit?.release('aborted');
    throw thrown;
  }
}

/** A ky error holds the request with its token, so none leaves this layer: `failure` takes its place. */
function dispatch(
  settings: ConnectionSettings,
  request: TransportRequest,
  body: string | undefined,
  authorization: string | undefined,
  signal: AbortSignal,
): Promise<Response> {
  return ky(request.url, {
    method: request.method,
    headers: {
      // Documented: every request accepts JSON at least.
      accept: request.accept === undefined ? 'application/json' : `${request.accept}, application/json`,
      ...(authorization !== undefined && { authorization }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
    ...(settings.fetch !== undefined && { fetch: settings.fetch }),
    signal,
    // Node shows a redirect, so it is followed by hand, within the origin; a browser would hide where it leads.
    redirect: inBrowser() ? 'error' : 'manual',
    // Some frameworks patch `fetch` with a store that may answer another user's request.
    cache: 'no-store',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    retry: 0,
    timeout: false,
    throwHttpErrors: false,
  });
}

function isRedirect(response: Response): boolean {
  return response.status >= 300 && response.status < 400 && response.status !== 304;
}

/** Drops a body that nobody will read; its connection cannot be used again. */
function discard(answering: Answering): void {
  answering.response.body?.cancel().catch(() => undefined);
  answering.finish('aborted');
}

export function describe(request: TransportRequest, url: URL, tally: Tally): Exchange {
  const { attempts, waited } = tally;
  return { method: request.method, target: request.target, url: url.href, attempts, waited };
}

/** The body as bytes, within the attempt's time. The connection is free afterwards, whatever came of it. */
export async function readBytes(answering: Answering): Promise<ArrayBuffer> {
  try {
    const bytes = await answering.response.arrayBuffer();
    answering.finish('done');
    return bytes;
  } catch (thrown) {
    const failure = answering.failure(thrown, 'answer');
    answering.finish('aborted');
    throw failure;
  }
}

import { untilAborted } from '../async/abort.js';
import { clock } from '../async/clock.js';
import { ForeignLinkError } from '../errors.js';
import { hidesReasons, isOffline } from '../runtime/globals.js';
import { locationOf } from './body.js';
import { bodyOf, dropBody, UnusableBody } from './body-reader.js';
import type { Call, PendingResponse } from './call.js';
import type { Credentials } from './credentials.js';
import { describe } from './description.js';
import {
  closedFailure,
  deadlineFailure,
  type Stage,
  timeoutFailure,
  unexpectedResponse,
  unusableFetch,
  unusableResponse,
} from './failures/call-failure.js';
import { brokenOff, connectionFailure, offlineFailure } from './failures/connection-failure.js';
import { FetchFailure, isNetworkFailure } from './failures/network-failure.js';
import { checkResponse, withAcceptedFields } from './fetch.js';
import { type Ending, Lifetime } from './lifetime.js';
import { reportHeldConnections } from './open-downloads.js';
import { readIfWhole } from './read-response.js';
import { mayBeApplied } from './retry-rules.js';
import type { Permit } from './throttle.js';

const mostRedirects = 5;

/** Sends one attempt and follows its redirects. Each takes a permit of its own: the platform counts it as a request. */
export async function sendAttempt(call: Call, kyRequest: Request): Promise<PendingResponse> {
  let pending = await sendOnce(call, kyRequest);
  for (let redirects = 0; isRedirect(pending.response); redirects++) {
    const url = await redirectTarget(pending, call, redirects === mostRedirects);
    const followed = { ...call, request: { ...call.request, url } };
    pending = await sendOnce(followed, new Request(url, kyRequest));
  }
  return pending;
}

/** Where a redirect leads, if it may be followed. */
async function redirectTarget(
  pending: PendingResponse,
  { settings, request, stats }: Call,
  isLast: boolean,
): Promise<URL> {
  const { status, headers, type } = pending.response;
  // Not dropped: that would close its socket, and the connection would be occupied until a new one is open.
  await readIfWhole(pending);
  settings.observer.endAttempt(stats, { status });
  const target = locationOf(headers, pending.url);
  if (request.method !== 'GET' || target === undefined || isLast) {
    const about = describe(request, pending.url, stats);
    throw unexpectedResponse(about, status, `a redirect${whyNotFollowed(request.method, type)}`);
  }
  if (!target.href.startsWith(`${settings.origin}/`)) {
    const advice = 'If that is where the platform is now, give `connect` it as `baseUrl`.';
    throw ForeignLinkError.to(target, settings.origin, 'redirect', advice);
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

/** Sends one request as soon as it has a token and a permit. */
async function sendOnce(call: Call, kyRequest: Request): Promise<PendingResponse> {
  const { settings, request, stats, closing } = call;
  const { signal, priority = 'normal', timeout = settings.timeout } = request;
  const lifetime = new Lifetime(signal, closing, request.until);
  lifetime.watchNetwork(request.url);
  const { credentials } = settings;
  const authorization = () => {
    const value = credentials.authorization(request.url);
    return value instanceof Promise ? tokenWithin(timeout, credentials, value, lifetime) : value;
  };
  const endFailure = (stage: Stage, { ending } = lifetime): unknown =>
    ending === undefined ? undefined : endingFailure(ending, call, stage);

  let stage: Stage = 'throttle';
  let permit: Permit | undefined;
  try {
    lifetime.signal.throwIfAborted();
    stage = 'token';
    // Asked before the wait, so that a slow token source holds no connection, and after it, for the newest token.
    await authorization();
    stage = 'throttle';
    const again = stats.permit === undefined ? {} : { again: stats.permit };
    const since = clock.now();
    const { owner } = settings;
    const waiting = settings.throttle.acquire({ signal: lifetime.signal, priority, owner, ...again });
    reportHeldConnections(settings);
    // Also if the wait ends without a permit.
    permit = await permitUntilAborted(waiting, lifetime.signal).finally(() => {
      stats.waited += Math.round(clock.now() - since);
    });
    stats.permit = permit;
    // The caller's own throttle may ignore the signal.
    stage = lifetime.signal.aborted ? 'throttle' : 'token';
    const header = await authorization();
    lifetime.signal.throwIfAborted();
    stage = 'answer';
    lifetime.ignoreNetwork();
    lifetime.restart(timeout);
    stats.attempts++;
    settings.observer.startAttempt(request, stats);
    if (header === undefined) kyRequest.headers.delete('authorization');
    else kyRequest.headers.set('authorization', header);
    const sent = send(call, kyRequest, lifetime.signal);
    // The caller's own `fetch` may ignore the signal: a late response is dropped.
    sent.then((late) => (lifetime.signal.aborted ? dropBody(bodyOf(late)) : undefined)).catch(() => undefined);
    return pendingResponse(await untilAborted(sent, lifetime.signal), permit);

    function pendingResponse(response: Response, held: Permit): PendingResponse {
      return {
        response,
        url: request.url,
        authorization: header,
        lifetime,
        timeout,
        maxResponseBytes: settings.maxResponseBytes,
        finish(how) {
          lifetime.settle();
          held.release(how);
        },
        failure(thrown, bodyStage) {
          if (lifetime.ending !== undefined) return endFailure(bodyStage);
          const { status, headers } = response;
          const about = describe(request, request.url, stats);
          const location = locationOf(headers, request.url)?.href;
          if (thrown instanceof UnusableBody) return unusableResponse(about, status, thrown.message, location);
          return brokenOff(about, status, thrown, location);
        },
      };
    }
  } catch (thrown) {
    lifetime.settle();
    permit?.release('aborted');
    if (lifetime.ending !== undefined) throw endFailure(stage);
    if (stage !== 'answer') throw thrown;
    const about = describe(request, request.url, stats);
    if (thrown instanceof UnusableBody) throw unusableFetch(about, thrown.message);
    const failure = thrown instanceof FetchFailure ? thrown : new FetchFailure(thrown, false);
    if (!isNetworkFailure(failure)) throw failure.thrown;
    // A gateway's 429 without CORS headers looks like a network failure to a page, so it slows down as after a 429.
    if (hidesReasons() && !isOffline()) settings.throttle.refused();
    throw await connectionFailure(about, failure.thrown);
  }
}

/**
 * Sends the request that ky made. The caller's own `fetch` gets the same as plain fields: undici's refuses a `Request` of
 * another copy.
 */
async function send({ settings, body }: Call, request: Request, signal: AbortSignal): Promise<Response> {
  const { fetch: own } = settings;
  // Not in ky's request: Workers refuse some of them when a request is made.
  const common = {
    signal,
    // Some frameworks patch `fetch` with a cache that may return another user's response.
    cache: 'no-store',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
  } as const;
  if (own === undefined) {
    return withAcceptedFields(globalThis.fetch, common, (accepted) => globalThis.fetch(request, accepted));
  }
  const init = {
    method: request.method,
    headers: Object.fromEntries(request.headers),
    ...(body !== undefined && { body }),
    // Followed by hand, within the origin. A browser hides where a redirect leads, but not that there was one.
    redirect: 'manual',
    ...common,
  } as const;
  return checkResponse(await withAcceptedFields(own, init, (accepted) => own(request.url, accepted)));
}

/** The caller's own throttle may ignore the signal: a permit that comes too late is released. */
function permitUntilAborted(waiting: Promise<Permit>, signal: AbortSignal): Promise<Permit> {
  const inTime = untilAborted(waiting, signal);
  inTime.catch(() => waiting.then((permit) => permit.release('aborted'))).catch(() => undefined);
  return inTime;
}

/** What the caller gets if the attempt was ended. */
export function endingFailure(ending: Ending, { settings, request, stats }: Call, stage: Stage): unknown {
  const about = describe(request, request.url, stats);
  if (ending.by === 'caller') return ending.reason;
  if (ending.by === 'close') return closedFailure(about);
  if (ending.by === 'offline') return offlineFailure(about, mayBeApplied(stats.failure));
  if (ending.by === 'timeout') return timeoutFailure(about, request.timeout ?? settings.timeout, stage);
  return deadlineFailure(about, request.deadline ?? settings.deadline ?? 0, stage, stats.failure);
}

/** A source of tokens that never returns must not hold a call forever. */
export async function tokenWithin<Token>(
  timeout: number,
  credentials: Credentials,
  token: Promise<Token>,
  lifetime: Lifetime,
): Promise<Token> {
  lifetime.restart(timeout);
  try {
    return await untilAborted(token, lifetime.signal);
  } finally {
    lifetime.rest();
    if (lifetime.ending?.by === 'timeout') credentials.abandon();
  }
}

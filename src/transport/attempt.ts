import { clock } from '../async/clock.js';
import { ForeignLinkError } from '../errors.js';
import { hidesReasons, isOffline } from '../runtime/globals.js';
import { locationOf } from './body.js';
import { dropBody, ignoreFailure, UnusableBody } from './body-reader.js';
import { describe, endingFailure, type PendingCall, type PendingResponse, startLifetime } from './call.js';
import { notOfPlatform, type Stage, unusableResponse } from './failures/call-failure.js';
import { brokenBody, connectionFailure } from './failures/connection-failure.js';
import { loadExplanations } from './failures/lazy.js';
import { FetchFailure } from './failures/thrown.js';
import { withAcceptedFields } from './fetch.js';
import type { Lifetime } from './lifetime.js';
import { openDownloads } from './open-downloads.js';
import { readIfWhole } from './read-response.js';
import type { Permit } from './throttle/throttle.js';

const maxRedirects = 5;

/** Sends one attempt and follows its redirects. Each redirect takes its own permit: the platform counts it as a request. */
export async function sendAttempt(call: PendingCall, kyRequest: Request): Promise<PendingResponse> {
  let pending = await sendOnce(call, kyRequest);
  for (let redirects = 0; isRedirect(pending.response); redirects++) {
    const url = await nextUrl(pending, redirects === maxRedirects);
    const redirected = { ...call, request: { ...call.request, url } };
    pending = await sendOnce(redirected, new Request(url, kyRequest));
  }
  return pending;
}

function isRedirect({ status, type }: Response): boolean {
  return (status >= 300 && status < 400 && status !== 304) || type === 'opaqueredirect';
}

/** The target of a redirect. Throws if it is not followed. */
async function nextUrl(pending: PendingResponse, isLast: boolean): Promise<URL> {
  const { response, call } = pending;
  const { settings, request, observer } = call;
  const { status, headers, type } = response;
  // Not dropped: that would close its socket, and occupy the connection until a new socket is open.
  await readIfWhole(pending);
  observer?.endAttempt(status);
  const target = locationOf(headers, request.url);
  if (request.method !== 'GET' || target === undefined || isLast) {
    throw unusableResponse(
      describe(call),
      { status },
      `a redirect${whyNotFollowed(request.method, type)}${notOfPlatform}`,
    );
  }
  if (!target.href.startsWith(`${settings.origin}/`)) {
    const advice = 'If the platform has moved there, use that address as `baseUrl`.';
    throw ForeignLinkError.to(target, settings.origin, 'redirect', advice);
  }
  return target;
}

function whyNotFollowed(method: string, type: ResponseType): string {
  if (type === 'opaqueredirect') return ', which is not followed, since the browser hides its target';
  return method === 'GET' ? '' : ', which writes never follow';
}

/** Sends one request as soon as it has a token and a permit. */
async function sendOnce(call: PendingCall, kyRequest: Request): Promise<PendingResponse> {
  const { settings, request, stats } = call;
  const lifetime = startLifetime(call);
  const authorize = () => settings.credentials.authorization(request.url, lifetime);

  let stage: Stage = 'throttle';
  let permit: Permit | undefined;
  try {
    lifetime.signal.throwIfAborted();
    stage = 'token';
    // Before the wait for a permit, so that a slow token source holds no connection. After the wait, for the newest token.
    await authorize();
    stage = 'throttle';
    permit = await acquirePermit(call, lifetime);
    // The caller's own throttle may ignore the signal.
    stage = lifetime.signal.aborted ? 'throttle' : 'token';
    const authorization = await authorize();
    lifetime.signal.throwIfAborted();
    stage = 'response';
    lifetime.ignoreNetwork();
    lifetime.startTimeout();
    stats.attempts++;
    call.observer?.startAttempt(() => describe(call));
    if (authorization !== undefined) kyRequest.headers.set('authorization', authorization);
    // The caller's own `fetch` may ignore the signal: a response that comes too late is dropped.
    const response = await lifetime.waitFor(send(call, kyRequest, lifetime.signal), dropBody);
    return pendingResponse(call, response, authorization, lifetime, permit);
  } catch (thrown) {
    lifetime.settle();
    permit?.release('aborted');
    return throwFailure(thrown, call, stage, lifetime);
  }
}

async function acquirePermit({ settings, request, stats }: PendingCall, lifetime: Lifetime): Promise<Permit> {
  const { throttle, owner } = settings;
  const { signal } = lifetime;
  const again = stats.permit && { again: stats.permit };
  const since = clock.now();
  const waiting = throttle.acquire({ signal, priority: request.priority ?? 'normal', owner, ...again });
  openDownloads.get(throttle)?.reportHeldConnections(settings.logger);
  try {
    // The caller's own throttle may ignore the signal: a permit that comes too late is released.
    stats.permit = await lifetime.waitFor(waiting, (late) => ignoreFailure(() => late.release('aborted')));
    return stats.permit;
  } finally {
    stats.waited += Math.round(clock.now() - since);
  }
}

function send({ settings, body }: PendingCall, request: Request, signal: AbortSignal): Promise<Response> {
  const { sendByOwnFetch } = settings;
  if (sendByOwnFetch !== undefined) return sendByOwnFetch(request, signal, body);
  return withAcceptedFields(globalThis.fetch, signal, (accepted) => globalThis.fetch(request, accepted));
}

function pendingResponse(
  call: PendingCall,
  response: Response,
  authorization: string | undefined,
  lifetime: Lifetime,
  permit: Permit,
): PendingResponse {
  return {
    response,
    call,
    authorization,
    lifetime,
    finish(how) {
      lifetime.settle();
      permit.release(how);
    },
    failure(thrown, stage) {
      const { status, headers } = response;
      const begun = { status, resourceUrl: locationOf(headers, call.request.url)?.href };
      if (lifetime.ending !== undefined) return endingFailure(lifetime.ending, call, stage, begun);
      const about = describe(call);
      return thrown instanceof UnusableBody
        ? unusableResponse(about, begun, thrown.message, thrown.isCutOff)
        : brokenBody(about, begun, thrown);
    },
  };
}

/** Throws the caller's error if there is no response. It is thrown, not returned: a promise would be awaited. */
async function throwFailure(thrown: unknown, call: PendingCall, stage: Stage, { ending }: Lifetime): Promise<never> {
  if (ending !== undefined) throw endingFailure(ending, call, stage);
  if (stage !== 'response') throw thrown;
  if (thrown instanceof UnusableBody) throw unusableResponse(describe(call), { status: 0 }, thrown.message);
  const failure = thrown instanceof FetchFailure ? thrown : new FetchFailure(thrown, false);
  if ((await loadExplanations())?.isNetworkFailure(failure) === false) throw failure.thrown;
  // In a page, a gateway's 429 without CORS headers looks like a network failure. So the throttle slows down for both.
  if (hidesReasons() && !isOffline()) call.settings.throttle.rateLimited();
  throw await connectionFailure(describe(call), failure.thrown);
}

import { clock } from '../async/clock.js';
import { ForeignLinkError } from '../errors.js';
import { hidesReasons, isOffline } from '../runtime/globals.js';
import { placeOf } from './body.js';
import { bodyOf, dropBody, UnusableBody } from './body-reader.js';
import type { Answering, Call } from './call.js';
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
import { sendWith } from './fetch-fields.js';
import { type Ending, Lifetime, untilAborted } from './lifetime.js';
import { reportHeldPlaces } from './open-downloads.js';
import { readIfWhole } from './read-response.js';
import { mayBeApplied } from './retry-rules.js';
import type { Permit } from './throttle.js';

const mostRedirects = 5;

/** Sends one attempt, with the redirects it meets, each of which takes a permit of its own: to the platform it is a request. */
export async function attempt(call: Call, kyRequest: Request): Promise<Answering> {
  let answering = await sendOnce(call, kyRequest);
  for (let redirects = 0; isRedirect(answering.response); redirects++) {
    const url = await targetOf(answering, call, redirects === mostRedirects);
    const followed = { ...call, request: { ...call.request, url } };
    answering = await sendOnce(followed, new Request(url, kyRequest));
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

/** Sends one request, when it has a token and a permit. */
async function sendOnce(call: Call, kyRequest: Request): Promise<Answering> {
  const { settings, request, tally, closing } = call;
  const { signal, priority = 'normal', timeout = settings.timeout } = request;
  const lifetime = new Lifetime(signal, closing, request.until);
  lifetime.watchNetwork(request.url);
  const { credentials } = settings;
  const authorized = () => {
    const header = credentials.authorization(request.url);
    return header instanceof Promise ? tokenWithin(timeout, credentials, header, lifetime) : header;
  };
  const ended = (stage: Stage, { ending } = lifetime): unknown =>
    ending === undefined ? undefined : endOf(ending, call, stage);

  let stage: Stage = 'throttle';
  let permit: Permit | undefined;
  try {
    lifetime.signal.throwIfAborted();
    stage = 'token';
    // Asked before the wait, so that a slow token source holds no connection, and after it, for the newest token.
    await authorized();
    stage = 'throttle';
    const again = tally.permit === undefined ? {} : { again: tally.permit };
    const since = clock.now();
    const { owner } = settings;
    const waiting = settings.throttle.acquire({ signal: lifetime.signal, priority, owner, ...again });
    reportHeldPlaces(settings);
    // Also where it ends without a permit.
    permit = await permitUntilAborted(waiting, lifetime.signal).finally(() => {
      tally.waited += Math.round(clock.now() - since);
    });
    tally.permit = permit;
    // A throttle of the caller's own may heed no signal.
    stage = lifetime.signal.aborted ? 'throttle' : 'token';
    const authorization = await authorized();
    lifetime.signal.throwIfAborted();
    stage = 'answer';
    lifetime.ignoreNetwork();
    lifetime.restart(timeout);
    tally.attempts++;
    settings.observer.startAttempt(request, tally);
    if (authorization === undefined) kyRequest.headers.delete('authorization');
    else kyRequest.headers.set('authorization', authorization);
    const asked = sendWith(settings.fetch, kyRequest, call.body, lifetime.signal);
    // A `fetch` of the caller's own may heed no signal: nobody waits for what it answers late.
    asked.then((late) => (lifetime.signal.aborted ? dropBody(bodyOf(late)) : undefined)).catch(() => undefined);
    return answering(await untilAborted(asked, lifetime.signal), permit);

    function answering(response: Response, held: Permit): Answering {
      return {
        response,
        url: request.url,
        authorization,
        lifetime,
        timeout,
        maxResponseBytes: settings.maxResponseBytes,
        finish(how) {
          lifetime.settle();
          held.release(how);
        },
        failure(thrown, reading) {
          if (lifetime.ending !== undefined) return ended(reading);
          const { status, headers } = response;
          const about = describe(request, request.url, tally);
          const place = placeOf(headers, request.url)?.href;
          if (thrown instanceof UnusableBody) return unusableResponse(about, status, thrown.message, place);
          return brokenOff(about, status, thrown, place);
        },
      };
    }
  } catch (thrown) {
    lifetime.settle();
    permit?.release('aborted');
    if (lifetime.ending !== undefined) throw ended(stage);
    if (stage !== 'answer') throw thrown;
    const about = describe(request, request.url, tally);
    if (thrown instanceof UnusableBody) throw unusableFetch(about, thrown.message);
    const failure = thrown instanceof FetchFailure ? thrown : new FetchFailure(thrown, false);
    if (!isNetworkFailure(failure)) throw failure.thrown;
    // A gateway's 429 without CORS headers looks like a network failure to a page, so it slows down as for a 429.
    if (hidesReasons() && !isOffline()) settings.throttle.refused();
    throw await connectionFailure(about, failure.thrown);
  }
}

/** A throttle of the caller's own may heed no signal: a permit that comes too late is given back. */
function permitUntilAborted(waiting: Promise<Permit>, signal: AbortSignal): Promise<Permit> {
  const inTime = untilAborted(waiting, signal);
  inTime.catch(() => waiting.then((permit) => permit.release('aborted'))).catch(() => undefined);
  return inTime;
}

/** What ended it, as the caller is to see it. */
export function endOf(ending: Ending, { settings, request, tally }: Call, stage: Stage): unknown {
  const about = describe(request, request.url, tally);
  if (ending.by === 'caller') return ending.reason;
  if (ending.by === 'close') return closedFailure(about);
  if (ending.by === 'offline') return offlineFailure(about, mayBeApplied(tally.failure));
  if (ending.by === 'timeout') return timeoutFailure(about, request.timeout ?? settings.timeout, stage);
  return deadlineFailure(about, request.deadline ?? settings.deadline ?? 0, stage, tally.failure);
}

/** A source of tokens that never answers must not hold a call for ever. */
export async function tokenWithin<Token>(
  timeout: number,
  credentials: Credentials,
  asked: Promise<Token>,
  lifetime: Lifetime,
): Promise<Token> {
  lifetime.restart(timeout);
  try {
    return await untilAborted(asked, lifetime.signal);
  } finally {
    lifetime.rest();
    if (lifetime.ending?.by === 'timeout') credentials.abandon();
  }
}

import { clock } from '../async/clock.js';
import { hidesReasons, isOffline } from '../runtime/globals.js';
import { bodyOf, dropBody, UnusableBody } from './body-reader.js';
import type { Credentials } from './credentials.js';
import { describe, type Tally } from './description.js';
import {
  closedFailure,
  deadlineFailure,
  type Stage,
  timeoutFailure,
  unusableFetch,
  unusableResponse,
} from './failures/call-failure.js';
import { brokenOff, connectionFailure, offlineFailure } from './failures/connection-failure.js';
import { FetchFailure, isNetworkFailure } from './failures/network-failure.js';
import type { Fetch } from './fetch.js';
import { sendWith } from './fetch-fields.js';
import { type Ending, Lifetime, untilAborted } from './lifetime.js';
import type { Observer } from './observer.js';
import { reportHeldPlaces } from './open-downloads.js';
import type { TransportRequest } from './request.js';
import { mayBeApplied } from './retry-rules.js';
import type { Permit, Throttle } from './throttle.js';

/** What every request of one connection shares. */
export interface ConnectionSettings {
  readonly origin: string;
  readonly credentials: Credentials;
  readonly throttle: Throttle;
  /** By what the throttle knows the calls of this connection. */
  readonly owner: object;
  /** Default per attempt, in milliseconds. */
  readonly timeout: number;
  /** Default for a whole call, in milliseconds. */
  readonly deadline: number | undefined;
  /** Retries after failures, per call. */
  readonly retries: number;
  /** Bytes of one body, after decoding. */
  readonly maxResponseBytes: number;
  readonly fetch: Fetch | undefined;
  readonly observer: Observer;
}

/** One call, over all its attempts. */
export interface Call {
  readonly settings: ConnectionSettings;
  readonly request: TransportRequest;
  /** JSON, once for all attempts: each must send the very same bytes. */
  readonly body: string | undefined;
  readonly tally: Tally;
  /** Aborts when the connection is closed. */
  readonly closing: AbortSignal;
}

/** An answer under way: its headers are here, its body holds a connection until `finish`. */
export interface Answering {
  readonly response: Response;
  readonly url: URL;
  /** The `Authorization` that it was sent with. */
  readonly authorization: string | undefined;
  readonly lifetime: Lifetime;
  readonly timeout: number;
  readonly maxResponseBytes: number;
  /** Gives the connection back: at once reusable after a body that was read to its end, else it has to close first. */
  finish(how: 'done' | 'aborted'): void;
  /** The error that stands for whatever the reading of the body threw. */
  failure(thrown: unknown, stage: Stage): unknown;
}

/** Sends one request, when it has a token and a permit. */
export async function attempt(call: Call, kyRequest: Request): Promise<Answering> {
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

/** `Location` as a whole URL, where there is one and it is readable. */
export function placeOf(headers: Headers, base: URL): URL | undefined {
  const location = headers.get('location');
  return location !== null && URL.canParse(location, base) ? new URL(location, base) : undefined;
}

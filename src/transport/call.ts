import { UnusableBody } from './body-reader.js';
import type { Credentials } from './credentials.js';
import {
  type BegunResponse,
  closeFailure,
  deadlineFailure,
  type Stage,
  timeoutFailure,
} from './failures/call-failure.js';
import { noResponse } from './failures/connection-failure.js';
import { type CallDescription, redactPath } from './failures/description.js';
import type { SendRequest } from './fetch.js';
import { type Ending, Lifetime } from './lifetime.js';
import type { SafeLogger } from './logger.js';
import type { CallObserver, Observe } from './observer.js';
import type { Outage } from './outage.js';
import type { RetryUntil, TransportRequest } from './request.js';
import { mayBeApplied } from './retry-rules.js';
import type { Permit, Throttle } from './throttle/throttle.js';

/** Shared by all calls of one connection. */
export interface ConnectionSettings {
  readonly origin: string;
  /** All that messages and logs show of a path, with `*` for ids. */
  readonly documentedPaths: string;
  readonly credentials: Credentials;
  readonly throttle: Throttle;
  /** Identifies the calls of this connection to the throttle. */
  readonly owner: object;
  /** Default per attempt, in milliseconds. */
  readonly timeout: number;
  /** Default for a call with all its attempts, in milliseconds. */
  readonly deadline: number | undefined;
  /** Default for a call. */
  readonly retry: number | RetryUntil;
  /** Bytes of one body, after decoding. */
  readonly maxResponseBytes: number;
  /** `undefined` for the global `fetch`. */
  readonly sendByOwnFetch?: SendRequest | undefined;
  /** Of the caller, by their names in lower case. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly observe?: Observe | undefined;
  readonly logger?: SafeLogger | undefined;
}

/** One call, over all its attempts. */
export interface PendingCall {
  readonly settings: ConnectionSettings;
  readonly request: TransportRequest;
  /** JSON, created once: each attempt must send the same bytes. */
  readonly body: string | undefined;
  readonly stats: CallStats;
  /** Its number of retries, or the outage whose end it waits for. */
  readonly retry: number | Outage;
  /** `undefined` for a call without hooks, logger and `onResponse`. */
  readonly observer: CallObserver | undefined;
  /** See `Lifetime`. */
  readonly closing: readonly AbortSignal[];
}

export interface CallStats {
  /** Requests sent. */
  attempts: number;
  /** Whole milliseconds waited for the throttle and between attempts. */
  waited: number;
  /** Of the previous attempt: a retried call keeps its position in the queue. */
  permit?: Permit;
  /** Of the previous attempt. */
  failure?: unknown;
}

/** A response whose headers have come. Its body holds a connection until `finish`. */
export interface PendingResponse {
  readonly response: Response;
  /** With the URL that responded. */
  readonly call: PendingCall;
  /** The `Authorization` of its request. */
  readonly authorization: string | undefined;
  readonly lifetime: Lifetime;
  /** Releases the connection. After `done` it can be reused at once; after `aborted` it has to close first. */
  finish(how: 'done' | 'aborted'): void;
  /** The error for the caller if reading the body threw. */
  failure(thrown: unknown, stage: Stage): unknown;
}

/** Engines limit the length of a text, and throw their own error for a longer text. */
export function textOf(decode: () => string, pending: PendingResponse): string {
  try {
    return decode();
  } catch {
    throw unusableBody(pending, 'its text is too long for this runtime');
  }
}

/** The error for the caller if a body is unusable although the connection did not break. */
export function unusableBody(pending: PendingResponse, why: string, isCutOff?: boolean): unknown {
  return pending.failure(new UnusableBody(why, isCutOff), 'body');
}

/** Describes a call for errors and logs. */
export function describe({
  settings,
  request,
  stats,
}: Pick<PendingCall, 'settings' | 'request' | 'stats'>): CallDescription {
  const { method, target, url } = request;
  const { attempts, waited } = stats;
  return { method, target, url: url.href, path: redactPath(url, settings.documentedPaths), attempts, waited };
}

/** Milliseconds for one attempt. */
function timeoutOf({ request, settings }: PendingCall): number {
  return request.timeout ?? settings.timeout;
}

/** The life of an attempt of the call, or of a wait between two. It ends if the browser loses its network. */
export function startLifetime(call: PendingCall): Lifetime {
  const { request, closing } = call;
  const lifetime = new Lifetime(request.signal, closing, timeoutOf(call), request.deadlineAt);
  lifetime.watchNetwork(request.url);
  return lifetime;
}

/** The caller's error if an attempt, or the wait for the next attempt, was ended. */
export function endingFailure(
  { by, reason }: Ending,
  call: PendingCall,
  stage: Stage,
  response?: BegunResponse,
): unknown {
  const { settings, request, stats } = call;
  if (by === 'caller') return reason;
  const about = describe(call);
  if (by === 'close') return closeFailure(about);
  if (by === 'offline') return noResponse(about, mayBeApplied(stats.failure));
  if (by === 'timeout') {
    return timeoutFailure(about, stage, `${timeoutOf(call)} ms. Raise \`timeout\` if this is expected`, response);
  }
  return deadlineFailure(about, request.deadline ?? settings.deadline, stage, stats.failure, response);
}

import type { Credentials } from './credentials.js';
import type { CallStats } from './description.js';
import type { Stage } from './failures/call-failure.js';
import type { Fetch } from './fetch.js';
import type { Lifetime } from './lifetime.js';
import type { Observer, SafeLogger } from './observer.js';
import type { TransportRequest } from './request.js';
import type { Throttle } from './throttle.js';

/** What every request of one connection shares. */
export interface ConnectionSettings {
  readonly origin: string;
  readonly credentials: Credentials;
  readonly throttle: Throttle;
  /** Identifies the calls of this connection to the throttle. */
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
  readonly logger: SafeLogger;
}

/** One call, over all its attempts. */
export interface Call {
  readonly settings: ConnectionSettings;
  readonly request: TransportRequest;
  /** JSON, made once: each attempt must send the same bytes. */
  readonly body: string | undefined;
  readonly stats: CallStats;
  /** Aborts when the connection is closed. */
  readonly closing: AbortSignal;
}

/** A response whose headers have come. Its body holds a connection until `finish`. */
export interface PendingResponse {
  readonly response: Response;
  readonly url: URL;
  /** The `Authorization` of its request. */
  readonly authorization: string | undefined;
  readonly lifetime: Lifetime;
  readonly timeout: number;
  readonly maxResponseBytes: number;
  /** Releases the connection. After `done` it can be reused at once; after `aborted` it has to close first. */
  finish(how: 'done' | 'aborted'): void;
  /** The error for the caller if reading the body threw. */
  failure(thrown: unknown, stage: Stage): unknown;
}

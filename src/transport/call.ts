import type { Credentials } from './credentials.js';
import type { Tally } from './description.js';
import type { Stage } from './failures/call-failure.js';
import type { Fetch } from './fetch.js';
import type { Lifetime } from './lifetime.js';
import type { Observer } from './observer.js';
import type { TransportRequest } from './request.js';
import type { Throttle } from './throttle.js';

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

/**
 * How urgent a call is. `interactive` (a person waits) goes before `normal`, which goes before `bulk` (nightly runs). At
 * least every tenth permit goes to the call that has waited longest, so that `bulk` proceeds. Default: `normal`.
 */
export type Priority = 'interactive' | 'normal' | 'bulk';

/** The state of a throttle, and its counts since it was created. */
export interface ThrottleStats {
  /** Calls that wait for a free connection and for their turn by the rate. */
  queued: number;
  /** Connections in use, including those that are still closing. */
  running: number;
  /** Connections that may be in use at once; absent if the throttle does not report it. */
  connections?: number;
  /** Permits granted so far. Every attempt of every call takes one. */
  sent: number;
  /** Responses with 429 that were reported to the throttle. */
  rateLimited: number;
  /** Milliseconds that all permits together waited. */
  waited: number;
  /** The current rate: that of the options, or a lower one for some time after a 429. */
  requestsPerSecond: number;
}

/** One connection and one request of the budget, for one attempt. */
export interface Permit {
  /** Milliseconds that the call waited for a free connection and for its turn by the rate. */
  readonly waited: number;
  /**
   * Releases the connection as soon as its socket is free again. Call it with `done` when the body was read. Call it with
   * `aborted` when the request failed or was aborted, or its body was cancelled. The socket then has to close first, which
   * takes up to 300 ms in Node. Default: `done`. Further calls do nothing.
   */
  release(how?: 'done' | 'aborted'): void;
}

/** Options of {@link Throttle.acquire}. */
export interface AcquireOptions {
  /** Ends the wait. The promise rejects at once with the signal's reason, and no request of the budget is used. */
  signal?: AbortSignal | undefined;
  /** Default: `normal`. */
  priority?: Priority | undefined;
  /** Identifies the connection that asks. Closing it rejects only its own calls. */
  owner?: object | undefined;
  /** The permit of the previous attempt. A retried call keeps its position among the calls of its priority. */
  again?: Permit | undefined;
}

/** The budget of requests and connections that all connections of a process to one origin share. */
export interface Throttle {
  /** Resolves to a permit for one connection and one request. Rejects with the signal's reason if the signal aborts. */
  acquire(options?: AcquireOptions): Promise<Permit>;
  /**
   * Reports a 429, or what may be one: an opaque network error in a browser. All calls pause, and then go evenly spaced
   * until 60 s have passed without another.
   *
   * @param retryAfterMs the pause that the server requests, in milliseconds; at most 30,000 are used. If it is missing, 0 or
   * less, the pause is the time of one token. It doubles with each further 429 in a row, up to 5,000. A random part of up to
   * half of it is added.
   */
  rateLimited(retryAfterMs?: number): void;
  /** Rejects the calls of that owner that still wait, with `reason`. */
  release(owner: object, reason: unknown): void;
  /** The current state, and the counts so far. */
  stats(): ThrottleStats;
}

/** The throttle of a connection with `throttle: false`. A connection with limits never shares it. */
export interface OpenThrottle extends Throttle {
  readonly delaysNothing: true;
}

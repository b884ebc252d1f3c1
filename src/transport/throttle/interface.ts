/**
 * How urgent a call is: `interactive` (a person waits) overtakes `normal`, which overtakes `bulk` (nightly runs).
 * Every tenth grant at the latest goes to the call that waits longest, so that bulk moves. Default: `normal`.
 */
export type Priority = 'interactive' | 'normal' | 'bulk';

/** What a throttle did and does, since it was made. */
export interface ThrottleStats {
  /** Calls waiting for a connection and a token. */
  queued: number;
  /** Connections in use; one that is still closing counts. */
  running: number;
  /** Connections that may be in use at once; absent if the throttle does not say. */
  connections?: number;
  /** Permits given so far: every attempt of every call. */
  sent: number;
  /** Responses with 429 that were reported to it. */
  rateLimited: number;
  /** Milliseconds that all permits waited, summed. */
  waited: number;
  /** The rate now in force: the option, or less for a while after refusals. */
  requestsPerSecond: number;
}

/** One connection and one request of the budget, held by one attempt. */
export interface Permit {
  /** Milliseconds this caller waited for connection and token. */
  readonly waited: number;
  /**
   * Gives the connection back once its socket is really free again. To be called when the body has been read (`done`),
   * or when the request failed, was aborted or its body cancelled (`aborted`: its socket has to close first, in Node up
   * to 300 ms). Default: `done`. Repeats do nothing.
   */
  release(how?: 'done' | 'aborted'): void;
}

/** What {@link Throttle.acquire} takes. */
export interface AcquireOptions {
  /** Ends the waiting: the call rejects at once with the signal's reason and has used nothing. */
  signal?: AbortSignal | undefined;
  /** Default: `normal`. */
  priority?: Priority | undefined;
  /** The connection that asks, so that closing it rejects only its own calls. */
  owner?: object | undefined;
  /** The permit of the attempt before, for a call that goes again: it keeps its place among those of its priority. */
  again?: Permit | undefined;
}

/** One budget of requests and connections, shared by all connections of a process to one origin. */
export interface Throttle {
  /** Resolves with a permit: one connection and one request. Rejects with the signal's reason once that aborts. */
  acquire(options?: AcquireOptions): Promise<Permit>;
  /**
   * Reports a 429, or what may be one (an opaque network error in a browser). All calls pause, then go evenly spaced
   * until 60 s have passed without another.
   *
   * @param retryAfterMs what the server asked for, in milliseconds; at most 30,000 are obeyed. Default, also for 0 and
   * less: the time of one token, doubled for each refusal in a row, at most 5,000, and up to half of it more by chance
   */
  rateLimited(retryAfterMs?: number): void;
  /** Rejects with `reason` the calls of that owner that still wait. */
  release(owner: object, reason: unknown): void;
  /** The state now, and the counts so far. */
  stats(): ThrottleStats;
}

/**
 * How urgent a call is: `interactive` (a person waits) overtakes `normal`, which overtakes `bulk` (nightly runs).
 * Every tenth grant still goes to whoever waits longest, so that bulk moves. Default: `normal`.
 */
export type Priority = 'interactive' | 'normal' | 'bulk';

/** The limits of the platform, which count per IP address, not per connection or token. */
export interface ThrottleOptions {
  /** Requests per second the server's leaky bucket drains. Default: 30, as documented. More than 0, at most 1000. */
  requestsPerSecond?: number;
  /** Requests that may go at once when none went before. Default: 29, one below the documented 30. Integer, 1 to 1000. */
  burst?: number;
  /** Sockets open at once, idle kept-alive ones counted. Default: 20, as documented. Integer, 1 to 1000. */
  connections?: number;
}

/** What a throttle did and does, since it was made. */
export interface ThrottleStats {
  /** Calls waiting for a slot and a token. */
  queued: number;
  /** Permits given and not released; a connection still closing counts. */
  running: number;
  /** Permits given so far: every attempt of every call. */
  sent: number;
  /** Refusals (429) it was told of. */
  refused: number;
  /** Milliseconds all permits waited, summed. */
  waited: number;
  /** The rate now in force: the option, or less after refusals. */
  requestsPerSecond: number;
}

/** One connection and one request of the budget, held by one attempt. */
export interface Permit {
  /** Milliseconds this caller waited for connection and request. */
  readonly waited: number;
  /**
   * Gives the connection back once its socket is really free again. To be called when the body is read, cancelled or
   * failed (`done`), or the request was aborted (`aborted`: such sockets take longer to close). Repeats do nothing.
   */
  release(how?: 'done' | 'aborted'): void;
}

/** What {@link Throttle.acquire} takes. */
export interface AcquireOptions {
  /** Ends the waiting: the call rejects at once with the signal's reason and has used nothing. */
  signal?: AbortSignal;
  /** Default: `normal`. */
  priority?: Priority;
  /** The connection that asks, so that closing it rejects only its own calls. */
  owner?: object;
}

/** One budget of requests and connections, shared by all connections of a process to one origin. */
export interface Throttle {
  /** Resolves with a permit: one connection and one request. Rejects with the signal's reason once that aborts. */
  acquire(options?: AcquireOptions): Promise<Permit>;
  /**
   * Tells of a 429, or of what may be one (an opaque network error in a browser): all calls pause, then go evenly
   * spaced until 60 s have passed without another. `retryAfterMs`: what the server asked for, in milliseconds, capped
   * at 30,000; without it the pause is one token's time, doubled for each refusal that follows.
   */
  refused(retryAfterMs?: number): void;
  /** Rejects with `reason` what that owner still has waiting. */
  release(owner: object, reason: unknown): void;
  stats(): ThrottleStats;
}

/** Makes a throttle. Throws for options out of bounds. */
export function createThrottle(options: ThrottleOptions = {}): Throttle {
  const { requestsPerSecond = 30, burst = 29, connections = 20 } = options;
  interface Waiter {
    since: number;
    owner: object | undefined;
    grant(permit: Permit): void;
    reject(reason: unknown): void;
  }
  const waiting: Record<Priority, Waiter[]> = { interactive: [], normal: [], bulk: [] };
  let running = 0;
  let sent = 0;
  let refused = 0;
  let waited = 0;
  let level = 0;
  let settled = performance.now();
  let pausedUntil = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const queued = () => waiting.interactive.length + waiting.normal.length + waiting.bulk.length;
  const pump = () => {
    clearTimeout(timer);
    while (queued() > 0 && running < connections) {
      const now = performance.now();
      level = Math.max(0, level - ((now - settled) * requestsPerSecond) / 1000);
      settled = now;
      const delay = Math.max(pausedUntil - now, ((level + 1 - burst) * 1000) / requestsPerSecond);
      if (delay > 0) {
        timer = setTimeout(pump, delay);
        return;
      }
      const waiter = waiting.interactive.shift() ?? waiting.normal.shift() ?? waiting.bulk.shift();
      if (!waiter) return;
      level++;
      running++;
      sent++;
      const took = now - waiter.since;
      waited += took;
      let free = false;
      waiter.grant({
        waited: took,
        release(how = 'done') {
          if (free) return;
          free = true;
          setTimeout(
            () => {
              running--;
              pump();
            },
            how === 'done' ? 5 : 100,
          );
        },
      });
    }
  };
  return {
    acquire({ signal, priority = 'normal', owner } = {}) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) {
          reject(signal.reason);
          return;
        }
        const line = waiting[priority];
        const onAbort = () => {
          line.splice(line.indexOf(waiter), 1);
          reject(signal?.reason);
        };
        const waiter: Waiter = {
          since: performance.now(),
          owner,
          grant(permit) {
            signal?.removeEventListener('abort', onAbort);
            resolve(permit);
          },
          reject(reason) {
            signal?.removeEventListener('abort', onAbort);
            reject(reason);
          },
        };
        line.push(waiter);
        signal?.addEventListener('abort', onAbort, { once: true });
        pump();
      });
    },
    refused(retryAfterMs) {
      refused++;
      const pause = Math.min(30_000, retryAfterMs ?? 1000 / requestsPerSecond);
      pausedUntil = Math.max(pausedUntil, performance.now() + pause);
    },
    release(owner, reason) {
      for (const line of Object.values(waiting)) {
        for (const waiter of line.filter((each) => each.owner === owner)) {
          line.splice(line.indexOf(waiter), 1);
          waiter.reject(reason);
        }
      }
    },
    stats: () => ({ queued: queued(), running, sent, refused, waited, requestsPerSecond }),
  };
}

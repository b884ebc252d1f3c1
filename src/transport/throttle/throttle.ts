import { watchAbort } from '../../async/abort.js';
import { clock } from '../../async/clock.js';
import type { BudgetedThrottle, RequestBudget } from './budget.js';
import { ConnectionQueue } from './connection-queue.js';
import { rankOf } from './fair-queue.js';
import type { AcquireOptions, Permit, ThrottleStats } from './interface.js';
import type { Limits } from './options.js';
import { Pacing } from './pacing.js';
import { whenSocketIsFree } from './sockets.js';
import { TokenBucket } from './token-bucket.js';

export type { BudgetedThrottle, Pace, RequestBudget } from './budget.js';
export type { AcquireOptions, Permit, Priority, Throttle, ThrottleStats } from './interface.js';
export type { ThrottleOptions } from './options.js';

/** It knows the position of its call in the queue, for a retry of the call. */
type OwnPermit = Permit & { readonly [position: symbol]: number };

interface Waiter {
  readonly owner: object | undefined;
  readonly since: number;
  /** `true` once it waits no longer. */
  hasLeft: boolean;
  readonly leave: (reason: unknown) => void;
}

/**
 * The queue is open only while a connection is free and a token is available. So the next call is chosen when both are
 * there, and a call that leaves earlier has used neither. In two nested limiters, calls could neither overtake nor leave.
 * There an interactive call waited up to 325 ms, and twenty aborted calls delayed the next by 738 ms (measured).
 */
export class RequestThrottle implements BudgetedThrottle {
  #limits: Limits;
  readonly #queue = new ConnectionQueue();
  readonly #budget: RequestBudget;
  readonly #pacing: Pacing;
  readonly #waiters = new Set<Waiter>();
  #cancelTimer: (() => void) | undefined;
  /** A key of its own: a permit of another throttle has no position here. */
  readonly #position = Symbol('position');
  #arrivals = 0;
  #running = 0;
  #sent = 0;
  #rateLimited = 0;
  #waited = 0;

  constructor(limits: Limits, budget: RequestBudget = new TokenBucket()) {
    this.#limits = limits;
    this.#budget = budget;
    this.#pacing = new Pacing(limits);
  }

  get limits(): Limits {
    return this.#limits;
  }

  set limits(limits: Limits) {
    this.#limits = limits;
    this.#pacing.limits = limits;
    this.wake();
  }

  acquire({ signal, priority = 'normal', owner, again }: AcquireOptions = {}): Promise<Permit> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const rank = rankOf(priority);
      const order = (again as OwnPermit | undefined)?.[this.#position] ?? this.#arrivals++;
      const since = clock.now();
      let unwatch: (() => void) | undefined;
      const endWait = () => {
        waiter.hasLeft = true;
        this.#waiters.delete(waiter);
        unwatch?.();
      };
      const leave = (reason: unknown) => {
        endWait();
        reject(reason);
        if (this.#waiters.size === 0) this.wake();
      };
      const waiter: Waiter = { owner, since, hasLeft: false, leave };
      const run = () =>
        new Promise<void>((freeConnection) => {
          if (waiter.hasLeft) return freeConnection();
          endWait();
          resolve(this.#grant(order, since, freeConnection));
        });
      this.#waiters.add(waiter);
      // It rejects only if the call has left, and then `leave` has rejected already.
      this.#queue.add(run, { priority: rank, order, caller: waiter }).catch(() => undefined);
      this.wake();
      if (signal && !waiter.hasLeft) unwatch = watchAbort(signal, () => leave(signal.reason));
    });
  }

  rateLimited(retryAfterMs?: number): void {
    this.#rateLimited++;
    const now = clock.now();
    const isNews = this.#pacing.rateLimited(now, retryAfterMs);
    if (isNews) this.#budget.rateLimited(this.#pacing.pause(now), this.#pacing.pace(now));
    this.wake();
  }

  slowDown(pause: number, widening: number): void {
    this.#pacing.slowDown(clock.now(), pause, widening);
    this.wake();
  }

  release(owner: object, reason: unknown): void {
    for (const waiter of this.#waiters) if (waiter.owner === owner) waiter.leave(reason);
  }

  reject(reason: unknown, since = Number.POSITIVE_INFINITY): void {
    for (const waiter of this.#waiters) if (waiter.since <= since) waiter.leave(reason);
  }

  stats(): ThrottleStats {
    return {
      queued: this.#waiters.size,
      running: this.#running,
      connections: this.#limits.connections,
      sent: this.#sent,
      rateLimited: this.#rateLimited,
      waited: this.#waited,
      requestsPerSecond: this.#pacing.requestsPerSecond(clock.now()),
    };
  }

  /** `true` if a new throttle would allow no more than this one. */
  isIdle(): boolean {
    const now = clock.now();
    // An unused budget lets a request go even without a burst.
    const pace = { ...this.#pacing.pace(now), burst: 1 };
    const isUsed = this.#waiters.size > 0 || this.#running > 0;
    return !isUsed && !this.#pacing.isEven(now) && this.#budget.delay(now, pace, 1) === 0;
  }

  /**
   * Opens the queue if a connection is free and a token is available, else closes it. Must be called after each change of
   * either. The timer only wakes the queue up; the budget decides, on the monotonic clock. So inexact timers, a
   * hidden page or a change of the system clock neither stop the queue nor let more through.
   */
  wake(): void {
    this.#cancelTimer?.();
    const delay = this.#delay(clock.now());
    // Also before it is opened, so that the assignment below starts nothing: a call that it started would wake the queue within
    // this wake-up, and the `start` would then open a queue that was closed in between.
    this.#queue.pause();
    if (delay > 0) {
      if (delay < Number.POSITIVE_INFINITY) this.#cancelTimer = clock.after('throttle', delay, () => this.wake());
      return;
    }
    // p-queue counts the end of a task in a microtask. Jest fakes microtasks, so p-queue still counts tasks that have ended.
    this.#queue.concurrency = this.#limits.connections + this.#queue.pending - this.#running;
    this.#queue.start();
  }

  /** Milliseconds until a call may go; 0 if one may go now. `Infinity` if no call waits, or no timer can end its wait. */
  #delay(now: number): number {
    const usable = Math.min(this.#waiters.size, this.#limits.connections - this.#running);
    if (this.#waiters.size === 0) {
      // What is left has left.
      this.#queue.clear();
      this.#budget.rest?.();
    }
    if (usable <= 0) return Number.POSITIVE_INFINITY;
    return this.#pacing.pause(now) || this.#budget.delay(now, this.#pacing.pace(now), usable);
  }

  #grant(order: number, since: number, freeConnection: () => void): Permit {
    const time = clock.now();
    const waited = time - since;
    this.#sent++;
    this.#running++;
    this.#waited += waited;
    const endRequest = this.#budget.take(time, this.#pacing.pace(time));
    const { epoch } = this.#pacing;
    this.#pacing.recordSent(time);
    let isHeld = true;
    const permit: OwnPermit = {
      waited,
      [this.#position]: order,
      release: (how = 'done') => {
        if (!isHeld) return;
        isHeld = false;
        const endedAt = clock.now();
        endRequest(endedAt, this.#pacing.pace(endedAt));
        this.#pacing.recordEnd(endedAt, epoch);
        whenSocketIsFree(how, () => {
          this.#running--;
          freeConnection();
          this.wake();
        });
      },
    };
    this.wake();
    return permit;
  }
}

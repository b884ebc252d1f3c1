import type { AcquireOptions, Permit, Priority, Throttle, ThrottleStats } from '../index.js';
import { bypassProxies } from '../runtime/bypass-proxies.js';
import { Budget, type BudgetSettings } from './budget.js';
import { ClosedError, RedisUnavailableError } from './errors.js';
import { lastingAdvice } from './lasting-failure.js';
import { Refusals } from './refusals.js';
import { Slots } from './slots.js';
import { WaitingLine } from './waiting-line.js';

export interface ClusterSettings extends BudgetSettings {
  /** Milliseconds between two requests of all processes together. */
  readonly interval: number;
  /** Connections of this process. */
  readonly connections: number;
  /** Milliseconds that a call waits while Redis cannot be reached. */
  readonly giveUpAfter: number;
}

interface Call {
  readonly priority: Priority;
  readonly order: number;
  readonly since: number;
  readonly owner: object | undefined;
  /** Ends the wait, with a permit or without. */
  settle(permit: Permit | undefined, reason?: unknown): void;
}

// With one, each token would cost its round trips to Redis before the next is asked for: too slow from 15 ms on.
const mostTokensUnderWay = 2;

/** Takes a connection of this process and a token of all, and only then looks who of those waiting is to have both. */
export class ClusterThrottle implements Throttle {
  readonly #settings: ClusterSettings;
  readonly #line = new WaitingLine<Call>();
  readonly #slots: Slots;
  readonly #refusals: Refusals;
  readonly #budget: Budget;
  readonly #orders = new WeakMap<Permit, number>();
  #resume: ReturnType<typeof setTimeout> | undefined;
  #closed: Promise<void> | undefined;
  #arrivals = 0;
  #sent = 0;
  #refused = 0;
  #waited = 0;

  constructor(settings: ClusterSettings) {
    bypassProxies(this);
    this.#settings = settings;
    this.#slots = new Slots(settings.connections, () => this.#pump());
    this.#refusals = new Refusals(settings.interval);
    this.#budget = new Budget(settings, this.#refusals, {
      token: () => this.#use(),
      changed: () => this.#pump(),
      unreachable: (reason, since) => this.#giveUp(reason, since),
    });
  }

  acquire({ signal, priority = 'normal', owner, again }: AcquireOptions = {}): Promise<Permit> {
    return new Promise((resolve, reject) => {
      if (this.#closed !== undefined) throw new ClosedError();
      if (signal?.aborted) throw signal.reason;
      const place = again && this.#orders.get(again);
      const call: Call = {
        ...{ priority, owner, order: place ?? this.#arrivals++, since: performance.now() },
        settle: (permit, reason) => {
          this.#line.remove(call);
          signal?.removeEventListener('abort', aborted);
          if (permit) resolve(permit);
          else reject(reason);
        },
      };
      const aborted = () => {
        call.settle(undefined, signal?.reason);
        this.#restIfIdle();
      };
      this.#line.add(call, place !== undefined);
      signal?.addEventListener('abort', aborted, { once: true });
      this.#pump();
    });
  }

  refused(retryAfterMs?: number): void {
    this.#refused++;
    const pause = this.#refusals.refused(performance.now(), retryAfterMs);
    if (pause !== undefined) this.#budget.pauseAll(pause);
    this.#pump();
  }

  release(owner: object, reason: unknown): void {
    this.#rejectThose((call) => call.owner === owner, reason);
    this.#restIfIdle();
  }

  stats(): ThrottleStats {
    return {
      queued: this.#line.size,
      running: this.#slots.used,
      connections: this.#slots.used + this.#slots.free,
      sent: this.#sent,
      refused: this.#refused,
      waited: this.#waited,
      requestsPerSecond: Number((1000 / this.#budget.interval).toFixed(3)),
    };
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #close(): Promise<void> {
    this.#rejectThose(() => true, new ClosedError());
    clearTimeout(this.#resume);
    await this.#budget.end();
  }

  #pump(): void {
    const count = Math.min(this.#line.size, this.#slots.free, mostTokensUnderWay);
    if (count === 0) {
      this.#restIfIdle();
      return;
    }
    const pause = this.#refusals.pause(performance.now());
    clearTimeout(this.#resume);
    if (pause === 0) this.#budget.want(count);
    else this.#resume = setTimeout(() => this.#pump(), pause);
  }

  /** Hands a token that is due to the best of those who still wait. In a pause it is dropped, and asked for again after. */
  #use(): void {
    const now = performance.now();
    if (this.#slots.free > 0 && this.#refusals.pause(now) === 0) {
      const call = this.#line.next();
      if (call) this.#grant(call, now);
    }
    this.#pump();
  }

  #grant({ since, order, settle }: Call, now: number): void {
    const waited = now - since;
    this.#slots.take();
    this.#refusals.sent();
    this.#sent++;
    this.#waited += waited;
    let isHeld = true;
    const permit: Permit = {
      waited,
      release: (how = 'done') => {
        if (!isHeld) return;
        isHeld = false;
        this.#slots.giveBack(how);
      },
    };
    this.#orders.set(permit, order);
    settle(permit);
  }

  #giveUp(reason: string, since: number): void {
    if (this.#settings.whenRedisFails === 'local') return;
    const { giveUpAfter } = this.#settings;
    const local = "With `whenRedisFails: 'local'` each process goes on with its share.";
    const advice = lastingAdvice(reason);
    if (advice !== undefined) {
      const refusal = `Redis refuses the budget (${reason}), which no wait cures. The call sent nothing.`;
      this.#rejectThose(() => true, new RedisUnavailableError(`${refusal} ${advice} ${local}`));
      this.#restIfIdle();
      return;
    }
    const now = performance.now();
    const error = new RedisUnavailableError(
      `Redis cannot be reached (${reason}), and no request may go without the budget it keeps. ` +
        `The call waited ${giveUpAfter} ms for it ('giveUpAfter') and sent nothing. ` +
        local,
    );
    this.#rejectThose((call) => now - Math.max(call.since, since) >= giveUpAfter, error);
    this.#restIfIdle();
  }

  #rejectThose(condition: (call: Call) => boolean, reason: unknown): void {
    for (const call of [...this.#line].filter(condition)) call.settle(undefined, reason);
  }

  #restIfIdle(): void {
    if (this.#line.size > 0) return;
    clearTimeout(this.#resume);
    this.#budget.rest();
  }
}

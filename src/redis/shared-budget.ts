import type { Redis } from 'ioredis';
import { type BudgetedThrottle, type Pace, type RequestBudget, throttleFrom } from '../index.js';
import { RedisUnavailableError } from './errors.js';
import { lastingAdvice } from './lasting-failure.js';
import { RedisLink } from './redis-link.js';

// Work often comes in steps with pauses. Joining again costs two connections and ten round trips.
const stayAfterWork = 10_000;
const firstRetryDelay = 100;
const maxRetryDelay = 1_000;

// With one token at a time, each would wait for the round trips of the one before: too slow from 15 ms on.
const maxTokensAsked = 2;

export interface BudgetSettings {
  readonly redis: Redis;
  readonly id: string;
  /** Requests per second of all processes together. */
  readonly requestsPerSecond: number;
  /** Connections of this process. */
  readonly connections: number;
  readonly processes: number;
  readonly whenRedisFails: 'wait' | 'local';
  /** Milliseconds that a call waits while Redis cannot be reached. */
  readonly giveUpAfter: number;
  readonly logger: { warn(message: string): void } | undefined;
}

/** The tokens of all processes while Redis can be reached. Otherwise this process's share, if `local` was chosen. */
export class SharedBudget implements RequestBudget {
  readonly throttle: BudgetedThrottle;
  readonly #settings: BudgetSettings;
  /** Milliseconds between two requests of all processes, without 429s. */
  readonly #base: number;
  /** The current spacing: wider than `#base` after a 429. */
  #spacing: number;
  #link: RedisLink | undefined;
  /** Requested tokens that have not come yet. */
  #asked = 0;
  /** A token is here. It is used at once or lost: tokens are not saved. */
  #hasToken = false;
  #nextLocal = 0;
  #awaySince: number | undefined;
  #failures = 0;
  #isWanted = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #leave: ReturnType<typeof setTimeout> | undefined;

  constructor(settings: BudgetSettings) {
    const { requestsPerSecond, connections } = settings;
    this.#settings = settings;
    this.#base = 1000 / requestsPerSecond;
    this.#spacing = this.#base;
    this.throttle = throttleFrom(this, { requestsPerSecond, connections, burst: 1 });
  }

  /** The current rate: of all processes, or of this one while it uses its share. */
  get requestsPerSecond(): number {
    return Number((1000 / this.#interval).toFixed(3));
  }

  delay(now: number, pace: Pace, usable: number): number {
    if (this.#hasToken) return 0;
    this.#isWanted = true;
    clearTimeout(this.#leave);
    this.#link?.hold(true);
    if (this.#link?.isReady) {
      if (pace.interval <= this.#base && this.#spacing > this.#base) this.#narrow(this.#link);
      while (this.#asked < Math.min(usable, maxTokensAsked)) this.#ask();
    } else {
      if (this.#link === undefined && this.#retry === undefined) this.#connect();
      if (this.#isLocal) {
        // A minute without 429 at this process, which sends alone.
        if (pace.interval <= this.#base) this.#spacing = this.#base;
        return Math.max(0, this.#nextLocal - now);
      }
    }
    return Number.POSITIVE_INFINITY;
  }

  take(now: number): () => void {
    this.#hasToken = false;
    this.#nextLocal = now + this.#interval;
    return () => undefined;
  }

  /** This process got a 429: all processes pause, and then use the wider spacing. */
  rateLimited(pause: number, { interval }: Pace): void {
    this.#spacing = Math.max(this.#spacing, interval);
    if (!this.#link?.isReady) return;
    if (this.#spacing > this.#base) this.#link.space(this.#spacing);
    this.#link.send(`refused:${pause}:${this.#spacing}:${interval / this.#base}`);
  }

  /** No call waits: stops the timers, and the connections no longer keep the process alive. */
  rest(): void {
    if (!this.#isWanted) return;
    this.#isWanted = false;
    this.#stopTimers();
    const link = this.#link;
    if (link === undefined) return;
    link.hold(false);
    this.#leave = setTimeout(() => {
      this.#forget();
      void link.end();
    }, stayAfterWork);
    this.#leave.unref();
  }

  async end(): Promise<void> {
    this.#isWanted = false;
    this.#stopTimers();
    const link = this.#link;
    this.#forget();
    await link?.end();
  }

  get #isLocal(): boolean {
    return this.#awaySince !== undefined && this.#settings.whenRedisFails === 'local';
  }

  get #interval(): number {
    return this.#spacing * (this.#isLocal ? this.#settings.processes : 1);
  }

  #connect(): void {
    this.#link = new RedisLink(this.#settings.redis, this.#settings.id, this.#base, {
      ready: (interval) => this.#join(interval),
      token: () => this.#use(),
      message: (text) => this.#receive(text),
      lost: (reason) => this.#lose(reason),
    });
  }

  #join(interval: number): void {
    // Wider than ours: other processes have a lower rate, or got a 429. A minute without 429 shows which.
    if (interval > this.#base) {
      this.#spacing = Math.max(this.#spacing, interval);
      this.throttle.slowDown(0, 1);
    }
    if (this.#awaySince !== undefined) {
      // The others do not know of a 429 that came meanwhile.
      if (this.#spacing > interval) this.#link?.space(this.#spacing);
      this.#ask();
    }
    this.throttle.wake();
  }

  #ask(): void {
    this.#asked++;
    this.#link?.ask();
  }

  #use(): void {
    this.#asked--;
    this.#recover();
    this.#hasToken = true;
    this.throttle.wake();
    this.#hasToken = false;
  }

  /** Redis is back with the first token, not with joining: if its memory is full, it refuses only tokens. */
  #recover(): void {
    this.#failures = 0;
    if (this.#awaySince === undefined) return;
    this.#awaySince = undefined;
    this.#settings.logger?.warn('Redis is back: all processes share one budget again.');
  }

  #lose(reason: string): void {
    this.#forget();
    const advice = lastingAdvice(reason);
    if (this.#awaySince === undefined) {
      this.#awaySince = performance.now();
      this.#report(reason, advice !== undefined);
    }
    this.#failures++;
    // No call waits, so the next one connects at once.
    if (!this.#isWanted) return;
    const delay = Math.min(maxRetryDelay, firstRetryDelay * 2 ** (this.#failures - 1));
    this.#retry = setTimeout(() => {
      this.#retry = undefined;
      this.throttle.wake();
    }, delay);
    if (!this.#isLocal) this.#giveUp(reason, advice, this.#awaySince);
    this.throttle.wake();
  }

  #report(reason: string, isLasting: boolean): void {
    const then = this.#isLocal
      ? `Until it is back, this process uses its share of ${(1000 / this.#interval).toFixed(1)} requests per second.`
      : isLasting
        ? 'Calls fail at once.'
        : 'Until it is back, all calls wait.';
    const what = isLasting ? 'refuses the budget' : 'cannot be reached';
    this.#settings.logger?.warn(`Redis ${what} (${reason}). ${then}`);
  }

  /** Rejects calls that have waited for `giveUpAfter`, or all calls if Redis refuses permanently. */
  #giveUp(reason: string, advice: string | undefined, awaySince: number): void {
    const { giveUpAfter } = this.#settings;
    const local = "With `whenRedisFails: 'local'`, each process continues with its share.";
    const now = performance.now();
    if (advice !== undefined) {
      const refusal = `Redis refuses the budget (${reason}), and waiting does not help. The call sent nothing.`;
      this.throttle.reject(new RedisUnavailableError(`${refusal} ${advice} ${local}`, true));
    } else if (now - awaySince >= giveUpAfter) {
      const error = new RedisUnavailableError(
        `Redis cannot be reached (${reason}), and no request may be sent without its budget. ` +
          `The call waited ${giveUpAfter} ms for it ('giveUpAfter') and sent nothing. ` +
          local,
      );
      this.throttle.reject(error, now - giveUpAfter);
    }
  }

  #receive(message: string): void {
    const [kind, first, second, third] = message.split(':');
    if (kind === 'refused') {
      this.#spacing = Math.max(this.#spacing, Number(second));
      this.throttle.slowDown(Number(first), Number(third ?? 1));
    }
    if (kind !== 'calm') return;
    this.#spacing = this.#base;
    // The sender knows only its own limits.
    if (Number(first) < this.#base) this.#link?.space(this.#base);
  }

  /** Called after a minute without 429. */
  #narrow(link: RedisLink): void {
    this.#spacing = this.#base;
    link.space(this.#base);
    link.send(`calm:${this.#base}`);
  }

  #forget(): void {
    this.#link = undefined;
    this.#asked = 0;
  }

  #stopTimers(): void {
    clearTimeout(this.#retry);
    clearTimeout(this.#leave);
    this.#retry = undefined;
  }
}

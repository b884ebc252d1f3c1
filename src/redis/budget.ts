import type { Redis } from 'ioredis';
import { lastingAdvice } from './lasting-failure.js';
import { RedisLink } from './redis-link.js';
import type { Refusals } from './refusals.js';

// Work often comes in steps with a pause between, and joining again costs two connections and ten round trips.
const stayAfterWork = 10_000;
const firstRetry = 100;
const longestRetry = 1_000;

export interface BudgetSettings {
  readonly redis: Redis;
  readonly id: string;
  readonly processes: number;
  readonly whenRedisFails: 'wait' | 'local';
  readonly logger: { warn(message: string): void } | undefined;
}

export interface BudgetEvents {
  /** A token is due. One that nobody uses is lost. */
  token(): void;
  /** There may be more to ask for now. */
  changed(): void;
  /** An attempt to reach Redis has failed; `since` is when it was first found gone. */
  unreachable(reason: string, since: number): void;
}

/** The tokens of all processes together, while Redis can be reached; else, where so chosen, this process's share. */
export class Budget {
  readonly #settings: BudgetSettings;
  readonly #refusals: Refusals;
  readonly #events: BudgetEvents;
  #link: RedisLink | undefined;
  /** Tokens asked for and not yet come. */
  #asked = 0;
  #awaySince: number | undefined;
  #failures = 0;
  #isWanted = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #leave: ReturnType<typeof setTimeout> | undefined;
  #local: ReturnType<typeof setTimeout> | undefined;
  #nextLocal = Number.NEGATIVE_INFINITY;

  constructor(settings: BudgetSettings, refusals: Refusals, events: BudgetEvents) {
    this.#settings = settings;
    this.#refusals = refusals;
    this.#events = events;
  }

  /** Milliseconds between the tokens of this process, or of all of them: whichever is in force. */
  get interval(): number {
    return this.#refusals.interval * (this.#isLocal ? this.#settings.processes : 1);
  }

  get #isLocal(): boolean {
    return this.#awaySince !== undefined && this.#settings.whenRedisFails === 'local';
  }

  /** Sees to it that so many tokens are under way, and that the process lives until they come. */
  want(count: number): void {
    this.#isWanted = true;
    clearTimeout(this.#leave);
    this.#link?.hold(true);
    if (this.#link?.isReady) {
      if (this.#refusals.hasCalmedDown(performance.now())) this.#calmDown(this.#link);
      for (; this.#asked < count; this.#asked++) this.#link.ask();
      return;
    }
    if (this.#link === undefined && this.#retry === undefined) this.#connect();
    if (this.#isLocal) this.#askLocally();
  }

  /** Nobody waits: no timer runs for the budget, and its connections do not keep the process alive. */
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

  /** All processes pause for that time, and keep the spacing now in force. */
  pauseAll(pause: number): void {
    const { interval } = this.#refusals;
    this.#refusals.heard(performance.now(), pause, interval);
    if (!this.#link?.isReady) return;
    if (interval > this.#refusals.base) this.#link.space(interval);
    this.#link.tell(`refused:${pause}:${interval}`);
  }

  async end(): Promise<void> {
    this.#isWanted = false;
    this.#stopTimers();
    const link = this.#link;
    this.#forget();
    await link?.end();
  }

  #connect(): void {
    this.#link = new RedisLink(this.#settings.redis, this.#settings.id, this.#refusals.base, {
      ready: (interval) => this.#joined(interval),
      token: () => {
        this.#asked--;
        this.#recover();
        this.#events.token();
      },
      heard: (message) => this.#heard(message),
      lost: (reason) => this.#lost(reason),
    });
  }

  #joined(interval: number): void {
    // Wider than ours: either others are slower by their options, or were refused. After a calm minute it shows which.
    if (interval > this.#refusals.base) this.#refusals.heard(performance.now(), 0, interval);
    this.#events.changed();
  }

  /** Not with the joining, but with its first token has Redis shown that it is back: a full one refuses just those. */
  #recover(): void {
    this.#failures = 0;
    if (this.#awaySince === undefined) return;
    this.#awaySince = undefined;
    clearTimeout(this.#local);
    this.#local = undefined;
    this.#settings.logger?.warn('Redis is back: one budget for all processes again.');
  }

  #lost(reason: string): void {
    this.#forget();
    if (this.#awaySince === undefined) {
      this.#awaySince = performance.now();
      const then = this.#isLocal
        ? `Until it is back, this process takes its share of ${(1000 / this.interval).toFixed(1)} requests per second.`
        : lastingAdvice(reason) === undefined
          ? 'Until it is back, all calls wait.'
          : 'Calls fail at once.';
      const what = lastingAdvice(reason) === undefined ? 'cannot be reached' : 'refuses the budget';
      this.#settings.logger?.warn(`Redis ${what} (${reason}). ${then}`);
    }
    this.#failures++;
    // Nobody waits: whoever does next tries at once.
    if (!this.#isWanted) return;
    const delay = Math.min(longestRetry, firstRetry * 2 ** (this.#failures - 1));
    this.#retry = setTimeout(() => {
      this.#retry = undefined;
      this.#events.changed();
    }, delay);
    this.#events.unreachable(reason, this.#awaySince);
    this.#events.changed();
  }

  #heard(message: string): void {
    const [kind, first, second] = message.split(':');
    if (kind === 'refused') this.#refusals.heard(performance.now(), Number(first), Number(second));
    if (kind !== 'calm') return;
    this.#refusals.heardCalm();
    // Whoever said so knows its own limits only.
    if (Number(first) < this.#refusals.base) this.#link?.space(this.#refusals.base);
  }

  #calmDown(link: RedisLink): void {
    link.space(this.#refusals.base);
    link.tell(`calm:${this.#refusals.base}`);
  }

  /** On the monotonic clock; what was not used is not saved up. */
  #askLocally(): void {
    if (this.#local !== undefined) return;
    const due = Math.max(0, this.#nextLocal - performance.now());
    this.#local = setTimeout(() => {
      this.#local = undefined;
      this.#nextLocal = performance.now() + this.interval;
      this.#events.token();
    }, due);
  }

  #forget(): void {
    this.#link = undefined;
    this.#asked = 0;
  }

  #stopTimers(): void {
    for (const timer of [this.#retry, this.#leave, this.#local]) clearTimeout(timer);
    this.#retry = undefined;
    this.#local = undefined;
  }
}

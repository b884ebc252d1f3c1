import { IdSource } from '../world/id-source.js';
import type { Json } from './json.js';

/** What goes wrong. */
export type FaultEffect =
  /** This answer instead of the platform's. With `afterWork` the platform has done the work first. */
  | {
      kind: 'answer';
      status: number;
      /** A text is sent as it is, anything else as JSON. */
      body?: Json;
      headers?: Readonly<Record<string, string>>;
      afterWork?: boolean;
    }
  /** The page of a gateway, `text/html`; 502 unless said otherwise. */
  | { kind: 'html'; status?: number; afterWork?: boolean }
  | { kind: 'redirect'; location: string; status?: 301 | 302 | 303 | 307 | 308 }
  /** The right answer, later. */
  | { kind: 'delay'; milliseconds: number }
  /** No answer: `before` nothing was done, `after` the work was done and its answer is lost. */
  | { kind: 'drop'; when: 'before' | 'after' }
  /** No answer: the connection breaks at once, and the work is done that much later. */
  | { kind: 'late'; milliseconds: number }
  /** The right headers, but the connection breaks after `keep` bytes of the body (default: half of it). */
  | { kind: 'truncate'; keep?: number }
  /** Never answers, until the caller gives up. */
  | { kind: 'stall'; when: 'before' | 'after' }
  /** The right answer, its body in `pieces` (default 10) over `milliseconds`. */
  | { kind: 'slow'; milliseconds: number; pieces?: number };

/** Which requests are hit; without any of these the next one. */
export interface FaultScope {
  /** How many requests it hits. Default 1. */
  times?: number;
  /** How many matching requests pass first. Default 0. */
  skip?: number;
  /**
   * From 0 to 1: how many of the matching requests it hits, by the seed of the sandbox. The n-th request of one method and
   * path has the same luck in every run, and of the faults that match it the chances add up. Default: all.
   */
  chance?: number;
  /** Such as `POST`. Default: any. */
  method?: string;
  /** Path below the base URL without query, such as `/c/items`; a text must match as a whole. */
  path?: string | RegExp;
}

/** What goes wrong, and for which requests. */
export type Fault = FaultEffect & FaultScope;

/**
 * Faults waiting for their requests, oldest first; a request meets one at most. They stand behind the limits and
 * before everything else, as a gateway would: a 429 uses none up.
 */
export class Faults {
  readonly #seed: number;
  readonly #visits = new Map<string, number>();
  #waiting: { fault: Fault; times: number; skip: number }[] = [];

  constructor(seed = 1) {
    this.#seed = seed;
  }

  /** Behind those that wait already. */
  add(...faults: readonly Fault[]): void {
    this.#waiting.push(...faults.map((fault) => ({ fault, times: fault.times ?? 1, skip: fault.skip ?? 0 })));
  }

  /** Before those that wait already. */
  addFirst(...faults: readonly Fault[]): void {
    const later = this.#waiting;
    this.#waiting = [];
    this.add(...faults);
    this.#waiting.push(...later);
  }

  /** Forgets those that wait. */
  clear(): void {
    this.#waiting = [];
    this.#visits.clear();
  }

  /** How many hits are still to come. */
  get pending(): number {
    return this.#waiting.reduce((sum, one) => sum + one.times, 0);
  }

  /** Not for tests: the fault of this request, used up by it. */
  take(method: string, path: string): Fault | undefined {
    if (this.#waiting.length === 0) return undefined;
    let luck = this.#luck(`${method} ${path}`);
    for (const one of this.#waiting) {
      if (one.times <= 0 || !matches(one.fault, method, path)) continue;
      const { chance } = one.fault;
      if (chance !== undefined) {
        luck -= chance;
        if (luck >= 0) continue;
      }
      if (one.skip > 0) {
        one.skip -= 1;
        continue;
      }
      one.times -= 1;
      if (one.times <= 0) this.#waiting = this.#waiting.filter((other) => other !== one);
      return one.fault;
    }
    return undefined;
  }

  /** From 0 to 1. */
  #luck(request: string): number {
    const visit = (this.#visits.get(request) ?? 0) + 1;
    this.#visits.set(request, visit);
    let hash = this.#seed;
    for (const character of `${request} ${visit}`) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619);
    return new IdSource(hash).fraction();
  }
}

function matches(scope: FaultScope, method: string, path: string): boolean {
  if (scope.method !== undefined && scope.method !== method) return false;
  if (scope.path === undefined) return true;
  return typeof scope.path === 'string' ? scope.path === path : scope.path.test(path);
}

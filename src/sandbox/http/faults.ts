import { bypassProxies } from '../../runtime/bypass-proxies.js';
import { IdSource } from '../world/id-source.js';
import type { Fault, FaultScope } from './fault.js';
import { checkFault } from './fault-check.js';

/**
 * Faults waiting for their requests, oldest first; a request meets one at most. They stand behind the limits and
 * before everything else, as a gateway would: a 429 uses none up.
 */
export class Faults {
  readonly #seed: number;
  readonly #visits = new Map<string, number>();
  #waiting: { fault: Fault; times: number; skip: number }[] = [];

  constructor(seed = 1) {
    bypassProxies(this);
    this.#seed = seed;
  }

  /** Behind those that wait already. */
  add(...faults: readonly Fault[]): void {
    for (const fault of faults) checkFault(fault);
    this.#waiting.push(...faults.map((fault) => ({ fault, times: fault.times ?? 1, skip: fault.skip ?? 0 })));
  }

  /** Before those that wait already. */
  addFirst(...faults: readonly Fault[]): void {
    const earlier = this.#waiting.length;
    this.add(...faults);
    this.#waiting.unshift(...this.#waiting.splice(earlier));
  }

  /** Forgets those that wait. */
  clear(): void {
    this.#waiting = [];
    this.#visits.clear();
  }

  /** How many hits are still to come. */
  get pending(): number {
    return this.#waiting.reduce((sum, { times }) => sum + times, 0);
  }

  /** Not for tests: the fault of this request, used up by it. */
  take(method: string, path: string): Fault | undefined {
    if (this.#waiting.length === 0) return undefined;
    let roll = this.#roll(`${method} ${path}`);
    for (const waiting of this.#waiting) {
      if (waiting.times <= 0 || !matches(waiting.fault, method, path)) continue;
      const { chance } = waiting.fault;
      if (chance !== undefined) {
        roll -= chance;
        if (roll >= 0) continue;
      }
      if (waiting.skip > 0) {
        waiting.skip -= 1;
        continue;
      }
      waiting.times -= 1;
      if (waiting.times <= 0) this.#waiting = this.#waiting.filter((entry) => entry !== waiting);
      return waiting.fault;
    }
    return undefined;
  }

  /** From 0 to 1. */
  #roll(request: string): number {
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
  // Not `test`, which goes on from where a pattern with `g` or `y` ended.
  return typeof scope.path === 'string' ? scope.path === path : path.search(scope.path) >= 0;
}

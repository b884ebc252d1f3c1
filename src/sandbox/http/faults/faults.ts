import { bypassProxies } from '../../../runtime/bypass-proxies.js';
import { IdSource } from '../../world/id-source.js';
import type { Fault, FaultScope } from './fault.js';
import { checkFault } from './fault-check.js';

/**
 * Faults that wait for their requests, oldest first. A request meets one fault at most. Faults apply after the limits
 * and before everything else, as those of a gateway: a 429 uses none up.
 */
export class Faults {
  readonly #seed: number;
  readonly #visits = new Map<string, number>();
  #waiting: { fault: Fault; times: number; skip: number }[] = [];

  constructor(seed = 1) {
    bypassProxies(this);
    this.#seed = seed;
  }

  /** Adds faults behind those that wait already. */
  add(...faults: readonly Fault[]): void {
    for (const fault of faults) checkFault(fault);
    this.#waiting.push(...faults.map((fault) => ({ fault, times: fault.times ?? 1, skip: fault.skip ?? 0 })));
  }

  /** Adds faults before those that wait already. */
  addFirst(...faults: readonly Fault[]): void {
    const earlier = this.#waiting.length;
    this.add(...faults);
    this.#waiting.unshift(...this.#waiting.splice(earlier));
  }

  /** Removes all waiting faults. */
  clear(): void {
    this.#waiting = [];
    this.#visits.clear();
  }

  /** How many hits are left. */
  get pending(): number {
    return this.#waiting.reduce((sum, { times }) => sum + times, 0);
  }

  /** Not for tests: returns the fault of this request, and uses it up. */
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

  /** A number from 0 to 1. */
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
  // Not `test`, which continues from the last match of a pattern with `g` or `y`.
  return typeof scope.path === 'string' ? scope.path === path : path.search(scope.path) >= 0;
}

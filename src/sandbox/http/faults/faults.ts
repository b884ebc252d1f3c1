import { bypassProxies } from '../../../runtime/bypass-proxies.js';
import { millisecondsOf, type SandboxClock } from '../../world/clock.js';
import { deepCopy } from '../../world/deep-copy.js';
import { IdSource } from '../../world/id-source.js';
import type { Fault, FaultLeft, FaultScope, PendingFault } from './fault.js';
import { checkFault } from './fault-check.js';

interface WaitingFault {
  readonly id: number;
  readonly fault: Fault;
  times: number;
  skip: number;
  readonly until: Date | null;
}

/**
 * Faults that wait for their requests, oldest first. A request meets one fault at most. Faults apply after the limits
 * and before everything else, as those of a gateway: a 429 uses none up.
 */
export class Faults {
  readonly #clock: SandboxClock;
  readonly #seed: number;
  readonly #visits = new Map<string, number>();
  #waiting: WaitingFault[] = [];
  #lastId = 0;

  constructor(clock: SandboxClock, seed = 1) {
    bypassProxies(this);
    this.#clock = clock;
    this.#seed = seed;
  }

  /** Adds faults behind those that wait already. */
  add(...faults: readonly Fault[]): void {
    for (const fault of faults) checkFault(fault);
    const now = this.#clock.now().getTime();
    for (const fault of faults) {
      const until = fault.for === undefined ? null : new Date(now + millisecondsOf(fault.for));
      const times = fault.times ?? (until === null ? 1 : Infinity);
      this.#lastId += 1;
      this.#waiting.push({ id: this.#lastId, fault: deepCopy(fault), times, skip: fault.skip ?? 0, until });
    }
  }

  /** Adds faults before those that wait already. */
  addFirst(...faults: readonly Fault[]): void {
    const earlier = this.#waiting.length;
    this.add(...faults);
    this.#waiting.unshift(...this.#waiting.splice(earlier));
  }

  /**
   * Removes one fault by its `id` in `pending`. The result is `false` if it is used up, removed or never was there. The
   * ids count from 1, and none is given twice.
   */
  remove(id: number): boolean {
    const others = this.#waiting.filter((waiting) => waiting.id !== id);
    const isFound = others.length < this.#waiting.length;
    this.#waiting = others;
    return isFound;
  }

  /** Removes all waiting faults. */
  clear(): void {
    this.#waiting = [];
    this.#visits.clear();
  }

  /**
   * The faults that are not used up and have not ended, in their order, with what is left of each. If the clock is set
   * back before the end of a fault with `for`, that fault is pending again.
   */
  get pending(): readonly PendingFault[] {
    return this.#current().map(({ id, fault, ...left }) => ({
      ...deepCopy(fault),
      id,
      left: deepCopy<FaultLeft>(left),
    }));
  }

  /** Not for tests: returns the fault of this request, and uses it up. */
  take(method: string, path: string): Fault | undefined {
    const current = this.#current();
    if (current.length === 0) return undefined;
    let roll = this.#roll(`${method} ${path}`);
    for (const waiting of current) {
      if (!matches(waiting.fault, method, path)) continue;
      if (waiting.skip > 0) {
        waiting.skip -= 1;
        continue;
      }
      const { chance } = waiting.fault;
      if (chance !== undefined) {
        roll -= chance;
        if (roll >= 0) continue;
      }
      waiting.times -= 1;
      if (waiting.times <= 0) this.#waiting = this.#waiting.filter((entry) => entry !== waiting);
      return waiting.fault;
    }
    return undefined;
  }

  /** The time may go back, so a fault that has ended is kept. */
  #current(): readonly WaitingFault[] {
    const now = this.#clock.now();
    return this.#waiting.filter(({ until }) => until === null || now < until);
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

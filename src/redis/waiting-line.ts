import { printable } from '../errors/printable.js';
import type { Priority } from '../index.js';
import { InputError } from './errors.js';

/** One call in the line. */
export interface Waiting {
  readonly priority: Priority;
  /** Its place by arrival: lower came earlier. */
  readonly order: number;
}

const mostOvertakings = 9;

/**
 * Who waits, by priority and then by arrival. Leaving costs the same wherever one stands. The order is that of the client's
 * own throttle; its code is not, since this entry knows the client by its public types alone.
 */
export class WaitingLine<Call extends Waiting> {
  // Most urgent first. A call that goes again belongs before those that came later, so it has a set of its own.
  readonly #lines = {
    interactive: { again: new Set<Call>(), first: new Set<Call>() },
    normal: { again: new Set<Call>(), first: new Set<Call>() },
    bulk: { again: new Set<Call>(), first: new Set<Call>() },
  };
  #size = 0;
  #overtakings = 0;

  get size(): number {
    return this.#size;
  }

  /** @param goesAgain it stood in line before, and was refused */
  add(call: Call, goesAgain: boolean): void {
    if (!Object.hasOwn(this.#lines, call.priority)) {
      const known = Object.keys(this.#lines).join(', ');
      throw new InputError('priority', `Must be one of ${known}, but is ${printable(String(call.priority))}.`);
    }
    const line = this.#lines[call.priority];
    (goesAgain ? line.again : line.first).add(call);
    this.#size++;
  }

  remove(call: Call): void {
    const { again, first } = this.#lines[call.priority];
    if (again.delete(call) || first.delete(call)) this.#size--;
  }

  /** The next to go, who stays in the line: the most urgent, but after nine overtakings whoever waits longest. */
  next(): Call | undefined {
    const heads = Object.values(this.#lines)
      .map(({ again, first: [first] }) => oldest(first === undefined ? [...again] : [...again, first]))
      .filter((head) => head !== undefined);
    const longest = oldest(heads);
    const [best] = heads;
    const isOvertaken = best !== longest && this.#overtakings < mostOvertakings;
    this.#overtakings = isOvertaken ? this.#overtakings + 1 : 0;
    return isOvertaken ? best : longest;
  }

  *[Symbol.iterator](): Generator<Call> {
    for (const { again, first } of Object.values(this.#lines)) {
      yield* again;
      yield* first;
    }
  }
}

/** Of the few that go again at once, and one of those that never went. */
function oldest<Call extends Waiting>(calls: readonly Call[]): Call | undefined {
  return calls.reduce<Call | undefined>(
    (one, other) => (one === undefined || other.order < one.order ? other : one),
    undefined,
  );
}

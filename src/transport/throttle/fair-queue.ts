import type { Queue, QueueAddOptions, RunFunction } from 'p-queue';
import { oneOf, takeOptions } from '../../values/options.js';
import type { Priority } from './interface.js';

/** A call in the queue. Its priority is a rank. */
export interface QueuedCall extends QueueAddOptions {
  /** The position by arrival: lower is earlier. */
  order: number;
  /** Its function does nothing, and gets no turn, if its caller has left. */
  caller: { readonly hasLeft: boolean };
}

interface WaitingCall {
  readonly id: string;
  readonly order: number;
  readonly caller: QueuedCall['caller'] | undefined;
  readonly run: RunFunction;
}

type Lane = Map<string, WaitingCall>;

/** By rank: the most urgent first. */
const priorities: readonly Priority[] = ['interactive', 'normal', 'bulk'];

/** Grants in a row that may pass by the call that has waited longest. The next grant is for that call. */
const starvationLimit = 9;

/** The rank of a priority, for the queue. Throws an InputError if there is no such priority. */
export function rankOf(priority: Priority): number {
  const rank = priorities.indexOf(priority);
  if (rank < 0) takeOptions('options', { priority }, { priority: oneOf(...priorities) });
  return rank;
}

/**
 * The waiting calls, by priority and then by arrival. A call that leaves stays until its turn: one signal may end thousands
 * of waits at once, and a signal for each call would cost more than the rest of the queue (measured).
 */
export class FairQueue implements Queue<RunFunction, QueuedCall> {
  /** For each rank: the calls in the order of arrival, and the few retried ones, which arrived earlier than others there. */
  readonly #lanes = priorities.map((): [Lane, Lane] => [new Map(), new Map()]);
  #size = 0;
  #latest = -1;
  #passedBy = 0;

  get size(): number {
    return this.#size;
  }

  enqueue(run: RunFunction, { id = '', priority = 0, order = 0, caller }: Partial<QueuedCall> = {}): void {
    this.#lanes[priority]?.[order > this.#latest ? 0 : 1].set(id, { id, order, caller, run });
    this.#size++;
    this.#latest = Math.max(this.#latest, order);
  }

  /**
   * Removes and returns the most urgent call, or at the starvation limit the call that has waited longest. With it go the
   * calls before it that have left: p-queue forgets a call only when its function has run.
   */
  dequeue(): RunFunction | undefined {
    let best: WaitingCall | undefined;
    let oldest: WaitingCall | undefined;
    const calls: WaitingCall[] = [];
    for (const lane of this.#lanes) {
      let head = earliest(lane);
      while (head?.caller?.hasLeft) {
        calls.push(head);
        this.remove(head.id);
        head = earliest(lane);
      }
      best ??= head;
      oldest = earlier(oldest, head);
    }
    const next = this.#passedBy++ < starvationLimit ? best : oldest;
    if (next === oldest) this.#passedBy = 0;
    if (next) {
      this.remove(next.id);
      calls.push(next);
    }
    return calls.length > 1 ? () => Promise.all(calls.map(({ run }) => run())) : calls[0]?.run;
  }

  remove(id: string): void {
    for (const [arrived, retried] of this.#lanes) if (arrived.delete(id) || retried.delete(id)) this.#size--;
  }

  /** For the `setPriority` of p-queue, which the throttle does not call. */
  setPriority(): void {}

  /** For the `sizeBy` of p-queue, which the throttle does not call. */
  filter(): RunFunction[] {
    return [];
  }
}

function earliest([arrived, retried]: [Lane, Lane]): WaitingCall | undefined {
  const [first] = arrived.values();
  return retried.size === 0 ? first : [first, ...retried.values()].reduce(earlier);
}

function earlier(left: WaitingCall | undefined, right: WaitingCall | undefined): WaitingCall | undefined {
  return left === undefined || (right !== undefined && right.order < left.order) ? right : left;
}

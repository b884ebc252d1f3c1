import { InputError } from '../errors.js';
import type { Priority } from './throttle-interface.js';

/** One call in the line. */
export interface Waiter {
  readonly priority: Priority;
  /** Its place by arrival: lower came earlier. */
  readonly order: number;
}

interface Place<Item> {
  readonly item: Item;
  ahead: Place<Item>;
  behind: Place<Item>;
}

const priorities: readonly Priority[] = ['interactive', 'normal', 'bulk'];
const mostOvertakings = 9;

/**
 * Who waits, by priority and then by arrival. Linked, so that leaving costs the same wherever one stands: thousands
 * may leave at once when one signal aborts them all.
 */
export class WaitingLine<Item extends Waiter> {
  readonly #queues: Record<Priority, Queue<Item>> = {
    interactive: new Queue(),
    normal: new Queue(),
    bulk: new Queue(),
  };
  #size = 0;
  #overtakings = 0;

  get size(): number {
    return this.#size;
  }

  /** Puts it where its order belongs, and gives what takes it out again; that does nothing once it is out. */
  add(item: Item): () => void {
    if (!Object.hasOwn(this.#queues, item.priority)) {
      const expected = `Must be one of ${priorities.join(', ')}, but is ${String(item.priority)}.`;
      throw InputError.of('options', 'priority', expected);
    }
    const queue = this.#queues[item.priority];
    const place = queue.insert(item);
    this.#size++;
    return () => {
      if (queue.remove(place)) this.#size--;
    };
  }

  /** The next to go, who stays in the line: the most urgent, but after nine overtakings whoever waits longest. */
  next(): Item | undefined {
    const heads = priorities.map((priority) => this.#queues[priority].first).filter((head) => head !== undefined);
    const [best] = heads;
    if (best === undefined) return undefined;
    const oldest = heads.reduce((one, other) => (other.order < one.order ? other : one));
    if (best === oldest || this.#overtakings === mostOvertakings) {
      this.#overtakings = 0;
      return oldest;
    }
    this.#overtakings++;
    return best;
  }

  *[Symbol.iterator](): Generator<Item> {
    for (const priority of priorities) yield* this.#queues[priority];
  }
}

/** A ring through an end mark, so that neither end is a special case. */
class Queue<Item extends Waiter> {
  readonly #end: Place<Item | undefined>;

  constructor() {
    const end = { item: undefined } as Place<Item | undefined>;
    end.ahead = end;
    end.behind = end;
    this.#end = end;
  }

  get first(): Item | undefined {
    return this.#end.behind.item;
  }

  /** Looks from the nearer end: newcomers belong last, and the few that go again belong first. */
  insert(item: Item): Place<Item | undefined> {
    const last = this.#end.ahead;
    let ahead = this.#end;
    if (last.item === undefined || last.item.order < item.order) ahead = last;
    else while (ahead.behind.item !== undefined && ahead.behind.item.order < item.order) ahead = ahead.behind;
    const place = { item, ahead, behind: ahead.behind };
    ahead.behind.ahead = place;
    ahead.behind = place;
    return place;
  }

  remove(place: Place<Item | undefined>): boolean {
    if (place.ahead.behind !== place) return false;
    place.ahead.behind = place.behind;
    place.behind.ahead = place.ahead;
    return true;
  }

  *[Symbol.iterator](): Generator<Item> {
    let place = this.#end.behind;
    while (place.item !== undefined) {
      const { behind } = place;
      yield place.item;
      place = behind;
    }
  }
}

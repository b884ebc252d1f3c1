// As in the client's own throttle, whose code this entry does not know. Measured with Node's fetch: a socket can be used
// again two turns of the loop after its body was read; a third for safety.
const turnsUntilReusable = 3;
// After an abort undici closes the socket and opens another in its place, which lasts a few round trips.
const reconnectTime = 300;

/** The connections of this process. */
export class Slots {
  readonly #connections: number;
  readonly #onFree: () => void;
  #used = 0;

  constructor(connections: number, onFree: () => void) {
    this.#connections = connections;
    this.#onFree = onFree;
  }

  get used(): number {
    return this.#used;
  }

  get free(): number {
    return this.#connections - this.#used;
  }

  take(): void {
    this.#used++;
  }

  /** Gives one back, once its socket can carry the next request, or is gone. */
  giveBack(how: 'done' | 'aborted'): void {
    const freed = () => {
      this.#used--;
      this.#onFree();
    };
    if (how === 'aborted') setTimeout(freed, reconnectTime);
    else afterTurns(turnsUntilReusable, freed);
  }
}

function afterTurns(turns: number, then: () => void): void {
  setImmediate(turns === 1 ? then : () => afterTurns(turns - 1, then));
}

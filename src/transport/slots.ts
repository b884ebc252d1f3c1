import PQueue from 'p-queue';

// Measured with Node's fetch against a server that counts sockets, 20 calls at a time: given back as the body resolves,
// 30 to 40 sockets; after one turn of the loop 20 to 30, since undici puts a socket back with `setImmediate`; after two,
// 20. A third for safety costs nothing.
const turnsUntilReusable = 3;

// After an abort undici closes the socket and at once opens another for its place in the pool. Whoever asks in between gets
// one more, which stays: up to 40 sockets when given back after 5 or 20 ms on a busy machine, 20 after 50 ms. With a TLS
// handshake of 100 to 200 ms up to 37 after 20 ms, 30 after 100 ms, and 20 after 300 ms.
const reconnectTime = 300;

/** The connections, as a p-queue whose jobs are the slots themselves. At most one slot is in hand, not yet given to a call. */
export class Slots {
  readonly #queue: PQueue;
  readonly #onSlot: () => void;
  #asked = false;
  #inHand: (() => void) | undefined;

  constructor(connections: number, onSlot: () => void) {
    this.#queue = new PQueue({ concurrency: connections });
    this.#onSlot = onSlot;
  }

  /** Fewer take effect as those in use come back. */
  set size(connections: number) {
    this.#queue.concurrency = connections;
  }

  /** `true` if a slot is in hand. Else one is asked for, and `onSlot` tells when it is there. */
  hold(): boolean {
    if (this.#inHand === undefined && !this.#asked) this.#ask();
    return this.#inHand !== undefined;
  }

  /** Hands over the slot in hand; the caller gives it back by calling what this returns. */
  take(): () => void {
    const free = this.#inHand;
    if (free === undefined) throw new Error('No slot is in hand.');
    this.#inHand = undefined;
    return free;
  }

  /** Gives the slot in hand back unused. */
  rest(): void {
    this.#inHand?.();
    this.#inHand = undefined;
  }

  #ask(): void {
    this.#asked = true;
    // With a slot free, p-queue runs the job before `add` returns; then `hold` answers, and nobody need be told.
    let waited = false;
    const job = () =>
      new Promise<void>((free) => {
        this.#asked = false;
        this.#inHand = free;
        if (waited) this.#onSlot();
      });
    void this.#queue.add(job);
    waited = true;
  }
}

/** Calls back when the socket of an ended request can carry the next one, or is gone. */
export function whenSocketIsFree(how: 'done' | 'aborted', then: () => void): void {
  // Browsers limit sockets by themselves, and a hidden page's timers would hold each slot for a second.
  if (typeof setImmediate !== 'function') then();
  else if (how === 'aborted') setTimeout(then, reconnectTime);
  else afterTurns(turnsUntilReusable, setImmediate, then);
}

function afterTurns(turns: number, turn: (then: () => void) => unknown, then: () => void): void {
  turn(turns === 1 ? then : () => afterTurns(turns - 1, turn, then));
}

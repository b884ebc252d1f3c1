import { clock } from '../async/clock.js';

// Measured with Node's fetch against a server that counts sockets, 20 calls at a time: given back as the body resolves,
// 30 to 40 sockets; after one turn of the loop 20 to 30, since undici puts a socket back with `setImmediate`; after two,
// 20. A third for safety costs nothing.
const turnsUntilReusable = 3;

// After an abort undici closes the socket and at once opens another for its place in the pool. Whoever asks in between gets
// one more, which stays: up to 40 sockets when given back after 5 or 20 ms on a busy machine, 20 after 50 ms. With a TLS
// handshake of 100 to 200 ms up to 37 after 20 ms, 30 after 100 ms, and 20 after 300 ms.
const reconnectTime = 300;

/**
 * The connections. At most one slot is in hand, not yet given to a call. It only counts: who waits stands in the line, where
 * calls can leave and overtake; a p-queue, whose jobs were the slots, did no more, and was 3.4 kB of what a page loads.
 */
export class Slots {
  /** Fewer take effect as those in use come back; for more, `hold` has to ask again. */
  size: number;
  readonly #onSlot: () => void;
  /** In use, or in hand. */
  #taken = 0;
  #isInHand = false;
  /** Whether `onSlot` is to tell of the next that comes free. */
  #isAskedFor = false;

  constructor(connections: number, onSlot: () => void) {
    this.size = connections;
    this.#onSlot = onSlot;
  }

  /** `true` if a slot is in hand. Else one is asked for, and `onSlot` tells when it is there. */
  hold(): boolean {
    if (!this.#isInHand && this.#isFree) {
      this.#taken++;
      this.#isInHand = true;
    }
    this.#isAskedFor = !this.#isInHand;
    return this.#isInHand;
  }

  /** Hands over the slot that `hold` told to be in hand; the caller gives it back by calling what this returns. */
  take(): () => void {
    this.#isInHand = false;
    return () => this.#free();
  }

  /** Gives the slot in hand back unused. */
  rest(): void {
    if (!this.#isInHand) return;
    this.#isInHand = false;
    this.#free();
  }

  get #isFree(): boolean {
    return this.#taken < this.size;
  }

  #free(): void {
    this.#taken--;
    if (this.#isAskedFor && this.#isFree) this.#onSlot();
  }
}

/** Calls back when the socket of an ended request can carry the next one, or is gone. */
export function whenSocketIsFree(how: 'done' | 'aborted', then: () => void): void {
  // Browsers limit sockets by themselves, and a hidden page's timers would hold each slot for a second.
  if (clock.turn === undefined) then();
  else if (how === 'aborted') clock.after('throttle', reconnectTime, then);
  else afterTurns(turnsUntilReusable, clock.turn, then);
}

function afterTurns(turns: number, turn: (then: () => void) => unknown, then: () => void): void {
  turn(turns === 1 ? then : () => afterTurns(turns - 1, turn, then));
}

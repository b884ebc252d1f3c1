import { clock } from '../../async/clock.js';

// Measured with Node's fetch against a server that counts sockets, 20 calls at a time: given back as the body resolves,
// 30 to 40 sockets; after one turn of the loop 20 to 30, since undici puts a socket back with `setImmediate`; after two,
// 20. A third for safety costs nothing.
const turnsUntilReusable = 3;

// After an abort undici closes the socket and at once opens another for its place in the pool. A request in between opens
// one more, which stays: up to 40 sockets when given back after 5 or 20 ms on a busy machine, 20 after 50 ms. With a TLS
// handshake of 100 to 200 ms up to 37 after 20 ms, 30 after 100 ms, and 20 after 300 ms.
const reconnectTime = 300;

/** Calls back when the socket of an ended request can carry the next one, or is gone. */
export function whenSocketIsFree(how: 'done' | 'aborted', then: () => void): void {
  // Browsers limit sockets by themselves, and a hidden page's timers would hold each connection for a second.
  if (clock.turn === undefined) then();
  else if (how === 'aborted') clock.after('throttle', reconnectTime, then);
  else afterTurns(turnsUntilReusable, clock.turn, then);
}

function afterTurns(turns: number, turn: (then: () => void) => unknown, then: () => void): void {
  turn(turns === 1 ? then : () => afterTurns(turns - 1, turn, then));
}

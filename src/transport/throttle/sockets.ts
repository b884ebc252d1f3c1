import { clock } from '../../async/clock.js';

// Measured with Node's fetch against a server that counts sockets, 20 calls at a time. Released when the body resolves: 30
// to 40 sockets. After one turn of the loop: 20 to 30, since undici releases a socket with `setImmediate`. After two turns:
// 20. A third turn for safety costs nothing.
const turnsUntilReusable = 3;

// After an abort undici closes the socket and at once opens another for its pool. A request in between opens one more, which
// stays. Released after 5 or 20 ms on a busy machine: up to 40 sockets; after 50 ms: 20. A TLS handshake takes 100 to
// 200 ms: then up to 37 sockets after 20 ms, 30 after 100 ms, and 20 after 300 ms.
const reconnectTime = 300;

/** Calls back when the socket of an ended request can be used again, or is closed. */
export function whenSocketIsFree(how: 'done' | 'aborted', then: () => void): void {
  // Browsers limit sockets themselves, and the slow timers of a hidden page would hold each connection for a second.
  if (clock.turn === undefined) then();
  else if (how === 'aborted') clock.after('throttle', reconnectTime, then);
  else afterTurns(turnsUntilReusable, clock.turn, then);
}

function afterTurns(turns: number, turn: (then: () => void) => unknown, then: () => void): void {
  turn(turns === 1 ? then : () => afterTurns(turns - 1, turn, then));
}

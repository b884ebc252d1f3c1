import type { Socket } from 'node:net';

/** A refused connection without a request is closed after this time. */
const refusedIdleMilliseconds = 1000;

/** The open sockets. Those over the limit of their address are refused. */
export class Sockets {
  readonly #limit: number;
  readonly #open = new Map<Socket, { readonly address: string; readonly refused: boolean }>();
  #highest = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(socket: Socket): void {
    const address = socket.remoteAddress ?? 'unknown';
    // Refused sockets do not count, otherwise they would keep the address over its limit.
    const inside = [...this.#open.values()].filter((open) => open.address === address && !open.refused).length;
    const refused = inside >= this.#limit;
    this.#open.set(socket, { address, refused });
    const leave = () => this.#open.delete(socket);
    // A caller that ends its side sends nothing more, and may open another socket at once.
    socket.once('end', leave).once('close', leave);
    const count = () => {
      this.#highest = Math.max(this.#highest, this.#open.size);
    };
    // In one turn of the event loop, a new socket may be reported before the end of the one that it replaces.
    if (refused) count();
    else afterTurns(3, count);
    if (refused) socket.setTimeout(refusedIdleMilliseconds, () => socket.destroy());
  }

  /** Stops counting a socket that is no caller of the platform. */
  forget(socket: Socket): void {
    this.#open.delete(socket);
  }

  isRefused(socket: Socket): boolean {
    return this.#open.get(socket)?.refused ?? false;
  }

  counts(): { openConnections: number; highestConnections: number } {
    return { openConnections: this.#open.size, highestConnections: this.#highest };
  }
}

function afterTurns(turns: number, callback: () => void): void {
  setImmediate(turns === 1 ? callback : () => afterTurns(turns - 1, callback));
}

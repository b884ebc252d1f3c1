import type { Socket } from 'node:net';

/** A refused connection that never asks for anything is closed after this time. */
const refusedIdleMilliseconds = 1000;

/** The open sockets; those beyond the limit of their address are refused. */
export class Sockets {
  readonly #limit: number;
  readonly #open = new Map<Socket, { readonly address: string; readonly refused: boolean }>();
  #highest = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(socket: Socket): void {
    const address = socket.remoteAddress ?? 'unknown';
    // Refused ones do not count, or a crowd at the door would keep the room closed.
    const inside = [...this.#open.values()].filter((open) => open.address === address && !open.refused).length;
    const refused = inside >= this.#limit;
    this.#open.set(socket, { address, refused });
    const leave = () => this.#open.delete(socket);
    // A caller that ends its side asks for nothing more, and may open another socket at once.
    socket.once('end', leave).once('close', leave);
    const count = () => {
      this.#highest = Math.max(this.#highest, this.#open.size);
    };
    // One turn of the loop may show a new socket before the end of the one that it replaces.
    if (refused) count();
    else afterTurns(3, count);
    if (refused) socket.setTimeout(refusedIdleMilliseconds, () => socket.destroy());
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

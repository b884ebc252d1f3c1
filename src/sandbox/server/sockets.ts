import type { Socket } from 'node:net';

/** A refused connection that never asks for anything is closed after this time. */
const REFUSED_IDLE_MS = 1000;

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
    const inside = [...this.#open.values()].filter((one) => one.address === address && !one.refused).length;
    const refused = inside >= this.#limit;
    this.#open.set(socket, { address, refused });
    this.#highest = Math.max(this.#highest, this.#open.size);
    socket.once('close', () => this.#open.delete(socket));
    if (refused) socket.setTimeout(REFUSED_IDLE_MS, () => socket.destroy());
  }

  isRefused(socket: Socket): boolean {
    return this.#open.get(socket)?.refused ?? false;
  }

  counts(): { openConnections: number; highestConnections: number } {
    return { openConnections: this.#open.size, highestConnections: this.#highest };
  }
}

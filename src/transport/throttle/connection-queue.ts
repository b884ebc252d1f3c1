import PQueue from 'p-queue';
import { FairQueue, type QueuedCall } from './fair-queue.js';

/**
 * The calls that wait for a connection, and those that hold one. Two things of p-queue are not used. Its `interval` reads
 * the clock that a time server sets. And its `signal` may abort a waiting call only: aborted later, it would free a
 * connection whose socket is still open.
 */
export class ConnectionQueue extends PQueue<FairQueue, QueuedCall> {
  constructor() {
    super({ queueClass: FairQueue, autoStart: false });
  }

  /** Nothing listens. And a simulated page may mix targets and events of two realms, which throws. */
  override dispatchEvent(): boolean {
    return true;
  }

  /** Node's `setMaxListeners`, which p-queue calls on itself, throws for the `EventTarget` of a simulated page. */
  setMaxListeners(): void {}
}

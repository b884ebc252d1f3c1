import PQueue from 'p-queue';
import { FairQueue, type QueuedCall } from './fair-queue.js';

/**
 * The calls that wait for a connection or hold one. The `interval` of p-queue is not used, since it reads the system clock,
 * which may be set. Nor is its `signal`: it would free a connection whose socket is still open, and costs more than the rest
 * of the queue (measured).
 */
export class ConnectionQueue extends PQueue<FairQueue, QueuedCall> {
  constructor() {
    super({ queueClass: FairQueue, autoStart: false });
  }

  /** Events have no listeners. In a simulated page, target and event may be of two realms, which throws. */
  override dispatchEvent(): boolean {
    return true;
  }

  /** Node's `setMaxListeners`, which p-queue calls on itself, throws for the `EventTarget` of a simulated page. */
  setMaxListeners(): void {}
}

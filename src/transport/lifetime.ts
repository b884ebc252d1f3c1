import { watchAbort } from '../async/abort.js';
import { clock } from '../async/clock.js';
import { watchNetwork } from './network.js';

/** Why an attempt was ended before its time. */
export interface Ending {
  readonly by: 'caller' | 'close' | 'timeout' | 'deadline' | 'offline';
  /** What the signal was aborted with, the caller's or that of the connection. */
  readonly reason: unknown;
}

/**
 * The life of one attempt. It has a short-lived signal of its own, so that nothing stays attached to the caller's signal,
 * which may live as long as the process. Its timer starts with `restart`, when the request is really sent: waiting for the
 * throttle is no request time.
 */
export class Lifetime {
  readonly #controller = new AbortController();
  readonly #leave: (() => void)[] = [];
  #cancelTimeout: (() => void) | undefined;
  #cancelDeadline: (() => void) | undefined;
  #leaveNetwork: (() => void) | undefined;
  #ending: Ending | undefined;

  /** @param until when the whole call must have ended, on the monotonic clock */
  constructor(caller: AbortSignal | undefined, connection: AbortSignal, until: number | undefined) {
    const aborted = () => this.#end('caller', caller?.reason);
    const closed = () => this.#end('close', connection.reason);
    const late = () => this.#end('deadline');
    if (caller?.aborted) aborted();
    else if (connection.aborted) closed();
    else if (until !== undefined && until <= clock.now()) late();
    else {
      if (caller !== undefined) this.#leave.push(watchAbort(caller, aborted));
      this.#leave.push(watchAbort(connection, closed));
      if (until !== undefined) this.#cancelDeadline = clock.after('limit', Math.ceil(until - clock.now()), late);
    }
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** `undefined` while it may go on. */
  get ending(): Ending | undefined {
    return this.#ending;
  }

  /** Ends it when the browser loses its network, until `ignoreNetwork`: what has been sent may still be responded to. */
  watchNetwork(url: URL): void {
    this.#leaveNetwork = watchNetwork(url, () => this.#end('offline'));
    if (this.#ending !== undefined) this.ignoreNetwork();
  }

  ignoreNetwork(): void {
    this.#leaveNetwork?.();
  }

  /** Starts the timer, or starts it again. */
  restart(timeout: number): void {
    this.#cancelTimeout?.();
    this.#cancelTimeout = clock.after('limit', timeout, () => this.#end('timeout'));
  }

  /** Stops the timer until the next `restart`. */
  rest(): void {
    this.#cancelTimeout?.();
  }

  /** What goes on from here has no limit in all, only between its parts. */
  dropDeadline(): void {
    this.#cancelDeadline?.();
  }

  /** Ends what is left of it and detaches it from the signals. */
  settle(): void {
    this.#cancelTimeout?.();
    this.#cancelDeadline?.();
    this.ignoreNetwork();
    for (const leave of this.#leave.splice(0)) leave();
  }

  #end(by: Ending['by'], reason?: unknown): void {
    this.#ending ??= { by, reason };
    this.settle();
    this.#controller.abort(reason);
  }
}

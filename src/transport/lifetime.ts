import { watchAbort } from '../async/abort.js';
import { clock } from '../async/clock.js';
import { hidesReasons, isOffline, onOffline } from '../runtime/globals.js';
import { isLoopback } from './base-url.js';

/** Why an attempt was ended early. */
export interface Ending {
  readonly by: 'caller' | 'close' | 'timeout' | 'deadline' | 'offline';
  /** The reason of the caller's signal, or of the connection's. */
  readonly reason: unknown;
}

/**
 * The life of one attempt, or of a wait between two attempts. It has its own signal, so that nothing stays attached to the
 * caller's signal, which may live as long as the process.
 */
export class Lifetime {
  readonly #controller = new AbortController();
  readonly #detach: (() => void)[] = [];
  #cancelTimeout: (() => void) | undefined;
  #cancelDeadline: (() => void) | undefined;
  #ignoreNetwork: (() => void) | undefined;
  #rejectWait: (() => void) | undefined;
  readonly #timeout: number;
  #ending: Ending | undefined;

  /**
   * @param closing aborts when the connection is closed, or the connection that it was made from
   * @param timeout milliseconds for each wait that `startTimeout` begins
   * @param deadlineAt the deadline of the call, on the monotonic clock
   */
  constructor(caller: AbortSignal | undefined, closing: readonly AbortSignal[], timeout = 0, deadlineAt?: number) {
    this.#timeout = timeout;
    if (caller) this.#endWith(caller, 'caller');
    for (const signal of closing) this.#endWith(signal, 'close');
    if (deadlineAt === undefined || this.#ending) return;
    const remaining = Math.ceil(deadlineAt - clock.now());
    if (remaining <= 0) this.#end('deadline');
    else this.#cancelDeadline = clock.after('limit', remaining, () => this.#end('deadline'));
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** `undefined` if nothing has ended it. */
  get ending(): Ending | undefined {
    return this.#ending;
  }

  /**
   * Settles as the promise does, or rejects as soon as this ends: `ending` says why. Only one such wait may run at a time.
   * So none needs a listener of its own, which would cost more than the wait.
   *
   * @param drop gets a result that comes too late
   */
  waitFor<Result>(promise: Promise<Result>, drop?: (late: Result) => void): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#rejectWait = reject;
      if (this.#ending) reject();
      promise.then((result) => (this.#ending ? drop?.(result) : resolve(result)), reject);
    });
  }

  /** Ends it if the browser loses its network before `ignoreNetwork`. A request that was sent may still get a response. */
  watchNetwork(url: URL): void {
    if (!hidesReasons() || this.#ending) return;
    const lose = () => this.#end('offline');
    // A server on this machine needs no network.
    if (isOffline() && !isLoopback(url.hostname)) lose();
    else this.#ignoreNetwork = onOffline(lose);
  }

  ignoreNetwork(): void {
    this.#ignoreNetwork?.();
  }

  /** Starts or restarts the timer. The wait for the throttle does not count. */
  startTimeout(): void {
    this.#cancelTimeout?.();
    this.#cancelTimeout = clock.after('limit', this.#timeout, () => this.#end('timeout'));
  }

  stopTimeout(): void {
    this.#cancelTimeout?.();
  }

  /** For downloads, which may take hours. */
  dropDeadline(): void {
    this.#cancelDeadline?.();
  }

  /** Stops its timers and detaches it from all signals. */
  settle(): void {
    this.#cancelTimeout?.();
    this.#cancelDeadline?.();
    this.ignoreNetwork();
    for (const detach of this.#detach.splice(0)) detach();
  }

  #endWith(signal: AbortSignal, by: Ending['by']): void {
    if (this.#ending) return;
    if (signal.aborted) this.#end(by, signal.reason);
    else this.#detach.push(watchAbort(signal, () => this.#end(by, signal.reason)));
  }

  #end(by: Ending['by'], reason?: unknown): void {
    this.#ending ??= { by, reason };
    this.settle();
    this.#controller.abort(reason);
    this.#rejectWait?.();
  }
}

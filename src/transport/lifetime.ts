/** Why an attempt was ended before its time. */
export type Ending = { readonly by: 'caller' | 'close'; readonly reason: unknown } | { readonly by: 'timeout' };

/** The promise, or the reason of the signal's abort where that comes first. */
export function untilAborted<Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const aborted = () => reject(signal.reason);
    signal.addEventListener('abort', aborted, { once: true });
    if (signal.aborted) aborted();
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', aborted));
  });
}

/**
 * The life of one attempt. It has a short-lived signal of its own, so that nothing stays attached to the caller's signal,
 * which may live as long as the process. Its timer starts with `restart`, when the request is really sent: waiting for the
 * throttle is no request time.
 */
export class Lifetime {
  readonly #controller = new AbortController();
  readonly #caller: AbortSignal | undefined;
  readonly #connection: AbortSignal;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ending: Ending | undefined;

  constructor(caller: AbortSignal | undefined, connection: AbortSignal) {
    this.#caller = caller;
    this.#connection = connection;
    caller?.addEventListener('abort', this.#callerAborted, { once: true });
    connection.addEventListener('abort', this.#connectionClosed, { once: true });
    if (connection.aborted) this.#connectionClosed();
    if (caller?.aborted) this.#callerAborted();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** `undefined` while it may go on. */
  get ending(): Ending | undefined {
    return this.#ending;
  }

  /** Starts the timer, or starts it again. */
  restart(timeout: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#end({ by: 'timeout' }, new Error('timed out')), timeout);
  }

  /** Stops the timer until the next `restart`. */
  rest(): void {
    clearTimeout(this.#timer);
  }

  /** Ends what is left of it and detaches it from the signals. */
  settle(): void {
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener('abort', this.#callerAborted);
    this.#connection.removeEventListener('abort', this.#connectionClosed);
  }

  readonly #callerAborted = (): void => this.#end({ by: 'caller', reason: this.#caller?.reason }, this.#caller?.reason);

  readonly #connectionClosed = (): void =>
    this.#end({ by: 'close', reason: this.#connection.reason }, this.#connection.reason);

  #end(ending: Ending, reason: unknown): void {
    this.#ending ??= ending;
    this.settle();
    this.#controller.abort(reason);
  }
}

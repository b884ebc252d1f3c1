/** One reading that several callers wait for; who makes it is the first to `join`. It ends early when all of them have left. */
export class SharedRead<Result> {
  readonly #controller = new AbortController();
  readonly #result: Promise<Result>;
  #waiting = 0;
  #done = false;

  constructor(read: (signal: AbortSignal) => Promise<Result>) {
    this.#result = read(this.#controller.signal).then((result) => {
      this.#done = true;
      return result;
    });
  }

  /** It failed, or nobody waited any more before it was done: whoever comes now begins anew. */
  get lost(): boolean {
    return this.#controller.signal.aborted;
  }

  /** Its result; with a signal that aborts, that signal's reason at once. */
  async join(signal: AbortSignal | undefined): Promise<Result> {
    this.#waiting++;
    let aborted = (): void => undefined;
    try {
      return await new Promise((resolve, reject) => {
        aborted = () => reject(signal?.reason);
        signal?.addEventListener('abort', aborted);
        if (signal?.aborted) aborted();
        this.#result.then(resolve, reject);
      });
    } finally {
      signal?.removeEventListener('abort', aborted);
      this.#waiting--;
      if (this.#waiting === 0 && !this.#done) this.#controller.abort();
    }
  }
}

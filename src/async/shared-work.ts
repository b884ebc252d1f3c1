import { untilAborted } from './abort.js';

/** Work whose result several callers await. The first to `join` is the caller that starts it. It is aborted once all have left. */
export class SharedWork<Result> {
  readonly #controller = new AbortController();
  readonly #result: Promise<Result>;
  #waiting = 0;
  #isDone = false;

  constructor(work: (signal: AbortSignal) => Promise<Result>) {
    this.#result = work(this.#controller.signal).then((result) => {
      this.#isDone = true;
      return result;
    });
  }

  /** `true` if it failed, or if all callers left before it was done: the next caller has to start again. */
  get isLost(): boolean {
    return this.#controller.signal.aborted;
  }

  /** Resolves to the result. Rejects with the signal's reason as soon as that aborts. */
  async join(signal: AbortSignal | undefined): Promise<Result> {
    this.#waiting++;
    try {
      return await untilAborted(this.#result, signal);
    } finally {
      this.#waiting--;
      if (this.#waiting === 0 && !this.#isDone) this.#controller.abort();
    }
  }
}

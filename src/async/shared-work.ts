import { untilAborted } from './abort.js';

/** Work whose result several callers await. The caller that starts it joins first. It is aborted if all callers leave. */
export class SharedWork<Result> {
  readonly #controller = new AbortController();
  readonly #result: Promise<Result>;
  #waiting = 0;
  isDone = false;

  constructor(work: (signal: AbortSignal) => Promise<Result>) {
    this.#result = work(this.#controller.signal).then((result) => {
      this.isDone = true;
      return result;
    });
  }

  /** `true` if the work failed, or if all callers left before it was done. The next caller has to start again. */
  get isLost(): boolean {
    return this.#controller.signal.aborted;
  }

  /** Resolves to the result. Rejects with the signal's reason as soon as the signal aborts. */
  async join(signal: AbortSignal | undefined): Promise<Result> {
    this.#waiting++;
    try {
      return await untilAborted(this.#result, signal);
    } finally {
      this.#waiting--;
      if (this.#waiting === 0 && !this.isDone) this.#controller.abort();
    }
  }
}

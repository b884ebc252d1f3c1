import { type LinkedAbort, linkAbort } from '../../async/abort.js';
import { clock } from '../../async/clock.js';
import { PollTimeoutError } from '../../errors/export-errors.js';
import { copyOptions } from '../../hypermedia/input.js';
import { type RequestOptions, requestChecks } from '../../hypermedia/request-options.js';
import type { Connection } from '../../transport/request.js';
import { aFunction, milliseconds, takeOptions } from '../../values/options.js';

/**
 * Limits of waiting for a state, and the pauses between readings. `deadline` and `retry` apply to each reading: only `timeout`
 * and `signal` limit the whole wait.
 */
export interface PollOptions<State> extends Omit<RequestOptions, 'timeout'> {
  /** Called with each state that is read, the current one first, and awaited. An error that it throws ends the waiting. */
  readonly onProgress?: ((state: State) => unknown) | undefined;
  /**
   * Milliseconds until waiting fails with a `PollTimeoutError`; nothing changes on the platform. Default: no limit, but 15
   * minutes in a state that this package does not know.
   */
  readonly timeout?: number | undefined;
  /** Milliseconds before the second reading. Each next pause is half as long again, up to 15 seconds. Default: 1000. */
  readonly interval?: number | undefined;
}

/** The steps of polling a resource. */
export interface PollSteps<State> {
  readonly current: State;
  hasEnded(state: State): boolean;
  /** `false` for a state that this package does not know. Such a state may be final. */
  isKnown(state: State): boolean;
  read(state: State, options: RequestOptions): Promise<State>;
}

const maxInterval = 15_000;
const unknownStateTimeout = 15 * 60_000;

const pollChecks = { ...requestChecks, onProgress: aFunction, interval: milliseconds };

/** Reads a state until it has ended: one request at a time, the next only after the response. */
export async function pollUntilEnded<State>(
  { current, hasEnded, isKnown, read }: PollSteps<State>,
  pause: Connection['pause'],
  given: PollOptions<State>,
): Promise<State> {
  const { onProgress, timeout, interval = 1000, ...options } = takeOptions('options', copyOptions(given), pollChecks);
  const deadline = new Deadline(options.signal);
  try {
    if (timeout !== undefined) deadline.set(timeout, `The job had not ended after ${timeout} ms`);
    let state = current;
    await onProgress?.(state);
    for (let wait = interval; !hasEnded(state); wait = Math.min(maxInterval, wait * 1.5)) {
      if (timeout === undefined && isKnown(state)) deadline.clear();
      else if (timeout === undefined) {
        deadline.set(unknownStateTimeout, `The job was in an unknown state for ${unknownStateTimeout} ms`);
      }
      await pause(wait, deadline.signal);
      state = await read(state, { ...options, signal: deadline.signal });
      await onProgress?.(state);
    }
    return state;
  } finally {
    deadline.end();
  }
}

/** A signal that aborts with the caller's signal, or at the time limit. */
class Deadline {
  readonly #abort: LinkedAbort;
  #cancelTimer: (() => void) | undefined;

  constructor(caller: AbortSignal | undefined) {
    this.#abort = linkAbort(caller);
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Does nothing if a time limit is already set. */
  set(milliseconds: number, what: string): void {
    this.#cancelTimer ??= clock.after('limit', milliseconds, () => {
      this.#abort.abort(new PollTimeoutError(`${what}. It still runs on the platform; use its URL to wait again.`));
    });
  }

  clear(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }

  end(): void {
    this.clear();
    this.#abort.detach();
  }
}

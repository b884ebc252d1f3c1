import { InputError, PollTimeoutError } from '../errors.js';
import type { Connection, RequestOptions } from '../hypermedia/session.js';

export interface PollOptions<Polled> extends Omit<RequestOptions, 'timeout'> {
  /** Called with each state as it is read, the present one first. */
  readonly onProgress?: (state: Polled) => void;
  /** Milliseconds until it gives up, without changing anything on the platform. Default: never. */
  readonly timeout?: number;
  /** Milliseconds before the second reading; it grows by half each time, to 15 seconds. Default: 1000. */
  readonly interval?: number;
}

const longestInterval = 15_000;

/** Reads a state until it has ended: one reading at a time, the next only after the answer. */
export async function polled<Polled>(
  present: Polled,
  ended: (state: Polled) => boolean,
  read: (state: Polled, options: RequestOptions) => Promise<Polled>,
  pause: Connection['pause'],
  { onProgress, timeout, interval = 1000, ...options }: PollOptions<Polled>,
): Promise<Polled> {
  if (!(interval > 0)) throw InputError.of('options', 'interval', `Must be more than 0 ms, but is ${interval}.`);
  const started = performance.now();
  let state = present;
  onProgress?.(state);
  for (let wait = interval; !ended(state); wait = Math.min(longestInterval, wait * 1.5)) {
    const left = timeout === undefined ? Number.POSITIVE_INFINITY : timeout - (performance.now() - started);
    if (left <= 0) throw new PollTimeoutError(`It had not ended after ${timeout} ms; it goes on on the platform.`);
    await pause(Math.min(wait, left), options.signal);
    state = await read(state, options);
    onProgress?.(state);
  }
  return state;
}

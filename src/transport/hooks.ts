import type { Method } from './request.js';

/** An attempt as it is sent. There is nothing of a patient in it: no body, no query, no name, no id, no token. */
export interface AttemptStart {
  /** `GET`, `POST`, `PATCH` or `DELETE`. */
  readonly method: Method;
  /** What it asks for, in fixed words: `tasks.items of client`. */
  readonly target: string;
  /** The path with `*` for all but the documented words. */
  readonly path: string;
  /** Which one of its call, from 1. A redirect that is followed counts. */
  readonly attempt: number;
  /** Milliseconds that its call has waited so far, for the throttle and between attempts. */
  readonly waited: number;
}

/** An attempt that has ended. */
export interface AttemptEnd extends AttemptStart {
  /** `undefined` where no answer came. */
  readonly status: number | undefined;
  /** The name of the error that it ended with. */
  readonly error: string | undefined;
  /** From sending to the end of the body; of a download, to its first byte. */
  readonly milliseconds: number;
}

/** An attempt that will be followed by another. */
export interface RetryNotice extends AttemptEnd {
  /** Milliseconds until then, without the wait for the throttle. */
  readonly wait: number;
}

/**
 * Called for every attempt of every call of the connection, for traces and figures. Nothing waits for them, and one that
 * throws changes nothing.
 */
export interface Hooks {
  /** It has its place in the throttle and is sent now. */
  readonly beforeRequest?: ((attempt: AttemptStart) => unknown) | undefined;
  /** It has ended, with an answer or without. */
  readonly afterResponse?: ((attempt: AttemptEnd) => unknown) | undefined;
  /** It has failed and will be sent again. */
  readonly beforeRetry?: ((attempt: RetryNotice) => unknown) | undefined;
}

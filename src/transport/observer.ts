import { clock } from '../async/clock.js';
import { printable } from '../errors/printable.js';
import { isCareError, RequestError } from '../errors.js';
import { onFirstUse } from '../values/on-first-use.js';
import type { CallDescription } from './failures/description.js';
import type { SafeLogger } from './logger.js';
import type { Method } from './request.js';

/** A call: one request with its retries and redirects. It holds no personal data: no body, query, name, id or token. */
export interface CallStart {
  /** `GET`, `POST`, `PATCH` or `DELETE`. */
  readonly method: Method;
  /** The requested resource, in fixed words: `tasks.items of client`. */
  readonly target: string;
  /** The path with `*` for all but the documented words. */
  readonly path: string;
}

/** A call that has ended. A download has ended as a call when its first byte has come. */
export interface CallEnd extends CallStart {
  /**
   * The name of the error that ended the call. A method can still succeed after an `OutcomeUnknownError`, if it verifies the
   * write with further calls. An abort is an `AbortError`, unless its reason is an error of this package.
   */
  readonly error: string | undefined;
}

/** An attempt as it is sent. It holds no personal data: no body, query, name, id or token. */
export interface AttemptStart {
  /** `GET`, `POST`, `PATCH` or `DELETE`. */
  readonly method: Method;
  /** The requested resource, in fixed words: `tasks.items of client`. */
  readonly target: string;
  /** The path with `*` for all but the documented words. */
  readonly path: string;
  /** Number of the attempt within the call, from 1. A followed redirect counts. */
  readonly attempt: number;
  /** Milliseconds that the call has waited so far, for the throttle and between attempts. */
  readonly waited: number;
}

/** An attempt that has ended. */
export interface AttemptEnd extends AttemptStart {
  /** `undefined` if no response came. */
  readonly status: number | undefined;
  /** The name of the error, if the attempt failed. */
  readonly error: string | undefined;
  /** Time from sending to the end of the body; for a download, to its first byte. */
  readonly milliseconds: number;
}

/** An attempt that will be followed by another. */
export interface RetryNotice extends AttemptEnd {
  /** Milliseconds until the next attempt, without the wait for the throttle. */
  readonly wait: number;
}

/**
 * Called for every call of the connection and for each of its attempts. `call` is the same object for all hooks of one call.
 * No call waits for a hook, or fails if a hook throws.
 */
export interface Hooks {
  /** The call begins. It has not waited yet. */
  readonly beforeCall?: ((call: CallStart) => unknown) | undefined;
  /** The attempt has its permit from the throttle and is sent now. */
  readonly beforeRequest?: ((attempt: AttemptStart, call: CallStart) => unknown) | undefined;
  /** The attempt has ended, with or without a response. */
  readonly afterResponse?: ((attempt: AttemptEnd, call: CallStart) => unknown) | undefined;
  /** The attempt has failed and will be retried. */
  readonly beforeRetry?: ((attempt: RetryNotice, call: CallStart) => unknown) | undefined;
  /** The call has ended, even if it was never sent. */
  readonly afterCall?: ((end: CallEnd, call: CallStart) => unknown) | undefined;
}

/** Begins to observe a call. `signal` is that of the caller. */
export type Observe = (describe: () => CallDescription, signal: AbortSignal | undefined) => CallObserver;

/** A lazy module, since few programs have hooks, a logger or `onResponse`. */
export function observe(hooks?: Hooks, logger?: SafeLogger): Observe {
  return (describe, signal) => new CallObserver(hooks, logger, describe, signal);
}

/**
 * Reports one call and its attempts to hooks and logger. It never gets a body or a header, so it cannot report one. It
 * describes a call only if there is a hook or a log that asks.
 */
export class CallObserver {
  readonly #hooks: Hooks | undefined;
  readonly #logger: SafeLogger | undefined;
  readonly #signal: AbortSignal | undefined;
  readonly #call: () => CallStart;
  /** The last attempt that has ended. */
  lastAttempt: (() => AttemptEnd) | undefined;
  /** The running attempt, and when it was sent, on the monotonic clock. */
  #running: { readonly at: number; readonly start: () => AttemptStart } | undefined;

  constructor(
    hooks: Hooks | undefined,
    logger: SafeLogger | undefined,
    describe: () => CallDescription,
    signal: AbortSignal | undefined,
  ) {
    this.#hooks = hooks;
    this.#logger = logger;
    this.#signal = signal;
    this.#call = onFirstUse(() => {
      const { method, target, path } = describe();
      return { method: method as Method, target: printable(target), path };
    });
  }

  startCall(): void {
    this.#callHook('beforeCall', this.#call);
  }

  /** @param failure what ended the call, if it failed */
  endCall(failure?: { readonly error: unknown }): void {
    const error = failure && errorName(failure.error, this.#signal);
    this.#callHook('afterCall', () => ({ ...this.#call(), error }));
  }

  /** @param describe may be called later, but before the next attempt */
  startAttempt(describe: () => CallDescription): void {
    const start = onFirstUse(() => {
      const { path, attempts, waited } = describe();
      return { ...this.#call(), path, attempt: attempts, waited };
    });
    this.#running = { at: clock.now(), start };
    this.#callHook('beforeRequest', start);
  }

  /** The running attempt has failed. Returns the report, or `undefined` if none runs. */
  failAttempt(failure: unknown): (() => AttemptEnd) | undefined {
    // That of a `TimeoutError` too, if its response had begun.
    const { status } = (failure instanceof RequestError ? failure : {}) as { readonly status?: number };
    return this.endAttempt(status, errorName(failure, this.#signal));
  }

  /** Ends the running attempt. Returns the report, or `undefined` if none runs. */
  endAttempt(status: number | undefined, error?: string): (() => AttemptEnd) | undefined {
    if (this.#running === undefined) return undefined;
    const { at, start } = this.#running;
    this.#running = undefined;
    const milliseconds = Math.round(clock.now() - at);
    const end = onFirstUse(() => ({ ...start(), status, error, milliseconds }));
    this.lastAttempt = end;
    this.#logger?.debug(() => {
      const { attempt, waited } = end();
      return `${sentence(end())}; attempt ${attempt}, ${milliseconds} ms, waited ${waited} ms.`;
    });
    this.#callHook('afterResponse', end);
    return end;
  }

  reportRetry(report: (() => AttemptEnd) | undefined, wait: number): void {
    if (report === undefined) return;
    const end = report();
    const level = end.status === 429 || wait > longWait ? 'warn' : 'info';
    const when = wait === 0 ? 'as soon as the throttle allows' : `in ${wait} ms`;
    this.#logger?.[level](`${sentence(end)}; attempt ${end.attempt}, retry ${when}.`);
    this.#callHook('beforeRetry', () => ({ ...end, wait }));
  }

  /** A program without hooks needs no promise for them. */
  #callHook<Name extends keyof Hooks>(name: Name, notice: () => Parameters<NonNullable<Hooks[Name]>>[0]): void {
    if (this.#hooks !== undefined) void this.#runHook(this.#hooks, name, notice);
  }

  /** Never rejects. The call does not wait for it. */
  async #runHook(hooks: Hooks, name: keyof Hooks, notice: () => unknown): Promise<void> {
    try {
      const hook = hooks[name] as ((notice: unknown, call: unknown) => unknown) | undefined;
      if (hook !== undefined) await hook.call(hooks, Object.freeze(notice()), this.#call());
    } catch {
      // Not the error itself: it may hold anything.
      this.#logger?.warn(`The hook \`${name}\` failed; the call continues.`);
    }
  }
}

/** Milliseconds. Only a call that waits for an outage to end waits longer. */
const longWait = 10_000;

function sentence({ method, target, path, status, error }: AttemptEnd): string {
  const outcome = status === undefined ? `got no response (${error})` : `responded with ${status}`;
  return `${method} ${target} (${path}) ${outcome}${status !== undefined && error !== undefined ? ` (${error})` : ''}`;
}

/** The caller's own error may hold anything: only the name of its class goes into a log. */
function errorName(failure: unknown, signal: AbortSignal | undefined): string {
  try {
    if (isCareError(failure)) return failure.name;
    if (signal?.aborted) return 'AbortError';
    const { name }: { name?: unknown } = Object(failure);
    if (typeof name === 'string' && /^[A-Z][A-Za-z]{0,40}Error$/.test(name)) return name;
  } catch {
    // A getter of the caller's own error may throw.
  }
  return 'Error';
}

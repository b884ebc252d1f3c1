import { clock } from '../async/clock.js';
import { mostOfMessage, printable } from '../errors/printable.js';
import type { CallStats } from './description.js';
import { redactedPath } from './failures/redacted-path.js';
import type { AttemptEnd, Hooks } from './hooks.js';
import type { TransportRequest } from './request.js';

/** Receives what happens, in fixed words: `console` or pino, for example. `debug` has a line for every attempt. */
export interface Logger {
  /** A line for every attempt. */
  readonly debug?: ((message: string) => void) | undefined;
  /** A failed attempt that is sent again. */
  readonly info?: ((message: string) => void) | undefined;
  /** Unusual events that were handled: refusals, a response that differs from the documentation, a long wait. */
  warn(message: string): void;
  /** What a person has to handle. */
  readonly error?: ((message: string) => void) | undefined;
}

/** The one logger of a connection. It has every level, and never throws. */
export type SafeLogger = Readonly<Record<keyof Logger, (message: string) => void>>;

/** Reports to hooks and logger. It gets no body and no header, so it cannot report any. */
export class Observer {
  readonly #hooks: Hooks;
  readonly #logger: SafeLogger;

  constructor(hooks: Hooks, logger: SafeLogger) {
    this.#hooks = hooks;
    this.#logger = logger;
  }

  startAttempt({ method, target, url }: TransportRequest, stats: CallStats): void {
    const { attempts, waited } = stats;
    const start = { method, target: printable(target), path: redactedPath(url), attempt: attempts, waited };
    stats.sent = { at: clock.now(), start };
    this.#callHook('beforeRequest', start);
  }

  /** Ends the attempt that was sent last, if it has not ended yet. Returns what it reported. */
  endAttempt(stats: CallStats, { status, error }: { status?: number; error?: string }): AttemptEnd | undefined {
    const { sent } = stats;
    if (sent === undefined) return undefined;
    const milliseconds = Math.round(clock.now() - sent.at);
    stats.sent = undefined;
    const end = { ...sent.start, status, error, milliseconds };
    this.#logger.debug(`${sentence(end)}; attempt ${end.attempt}, ${milliseconds} ms, waited ${end.waited} ms.`);
    this.#callHook('afterResponse', end);
    return end;
  }

  reportRetry(end: AttemptEnd | undefined, wait: number): void {
    if (end === undefined) return;
    const level = end.status === 429 ? 'warn' : 'info';
    this.#logger[level](`${sentence(end)}; attempt ${end.attempt}, sent again in ${wait} ms.`);
    this.#callHook('beforeRetry', { ...end, wait });
  }

  #callHook<Name extends keyof Hooks>(name: Name, notice: Parameters<NonNullable<Hooks[Name]>>[0]): void {
    // Not the error itself: it may hold anything.
    const failed = () => this.#logger.warn(`The hook \`${name}\` failed; the call goes on.`);
    try {
      const hook = this.#hooks[name] as ((argument: unknown) => unknown) | undefined;
      if (hook !== undefined) Promise.resolve(hook.call(this.#hooks, Object.freeze(notice))).catch(failed);
    } catch {
      failed();
    }
  }
}

/** A log that fails must not fail a call. */
export function safeLogger(logger: Logger | undefined): SafeLogger {
  const level = (name: keyof Logger) => async (message: string) => {
    try {
      // It may be a promise, though its type says otherwise.
      await logger?.[name]?.(printable(message, mostOfMessage));
    } catch {
      // There is nowhere to report it.
    }
  };
  return { debug: level('debug'), info: level('info'), warn: level('warn'), error: level('error') };
}

function sentence({ method, target, path, status, error }: AttemptEnd): string {
  const outcome = status === undefined ? `got no answer (${error})` : `was answered ${status}`;
  return `${method} ${target} (${path}) ${outcome}${status !== undefined && error !== undefined ? ` (${error})` : ''}`;
}

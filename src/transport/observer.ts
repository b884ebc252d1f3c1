import { now } from './clock.js';
import type { Tally } from './description.js';
import { redactedPath } from './redacted-path.js';
import type { Method, TransportRequest } from './request.js';

/** Told what happens, in fixed words: `console` will do, and so will pino. `debug` has a line for every attempt. */
export interface Logger {
  /** A line for every attempt. */
  debug?(message: string): void;
  /** A failed attempt that is sent again. */
  info?(message: string): void;
  /** What is unusual and was coped with: refusals, an answer that is not as documented, a long wait. */
  warn(message: string): void;
  /** What somebody has to look after. */
  error?(message: string): void;
}

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
  beforeRequest?(attempt: AttemptStart): unknown;
  /** It has ended, with an answer or without. */
  afterResponse?(attempt: AttemptEnd): unknown;
  /** It has failed and will be sent again. */
  beforeRetry?(attempt: RetryNotice): unknown;
}

/** Tells hooks and logger. It is given no body and no header, so it cannot tell any. */
export class Observer {
  readonly #hooks: Hooks;
  readonly #logger: Required<Logger>;

  constructor(hooks: Hooks, logger: Required<Logger>) {
    this.#hooks = hooks;
    this.#logger = logger;
  }

  sending(request: TransportRequest, tally: Tally): void {
    this.#tell('beforeRequest', startOf(request, tally));
  }

  /** Ends the attempt that was sent last, if it has not ended yet; gives what it told. */
  ended(request: TransportRequest, tally: Tally, outcome: { status?: number; error?: string }): AttemptEnd | undefined {
    const { sent } = tally;
    if (sent === undefined) return undefined;
    const milliseconds = Math.round(now() - sent.at);
    tally.sent = undefined;
    const end = {
      ...startOf({ ...request, url: sent.to }, tally),
      status: outcome.status,
      error: outcome.error,
      milliseconds,
    };
    this.#logger.debug(`${sentence(end)}; attempt ${end.attempt}, ${milliseconds} ms, waited ${end.waited} ms.`);
    this.#tell('afterResponse', end);
    return end;
  }

  repeating(end: AttemptEnd, wait: number): void {
    const level = end.status === 429 ? 'warn' : 'info';
    this.#logger[level](`${sentence(end)}; attempt ${end.attempt}, sent again in ${Math.round(wait)} ms.`);
    this.#tell('beforeRetry', { ...end, wait });
  }

  /** What somebody has to look after: `error`; what should be known: `warn`. */
  say(level: 'warn' | 'error', message: string): void {
    this.#logger[level](message);
  }

  #tell<Name extends keyof Hooks>(name: Name, told: Parameters<NonNullable<Hooks[Name]>>[0]): void {
    // Not the error itself: it can say anything.
    const failed = () => this.#logger.warn(`The hook \`${name}\` failed; the call goes on.`);
    try {
      const hook = this.#hooks[name] as ((argument: unknown) => unknown) | undefined;
      Promise.resolve(hook?.call(this.#hooks, Object.freeze(told))).catch(failed);
    } catch {
      failed();
    }
  }
}

/** Every level, each safe to call: a log that fails must not fail a call. */
export function quietLogger(logger: Logger | undefined): Required<Logger> {
  const level = (name: keyof Logger) => (message: string) => {
    try {
      logger?.[name]?.(message);
    } catch {
      // There is nowhere to tell it.
    }
  };
  return { debug: level('debug'), info: level('info'), warn: level('warn'), error: level('error') };
}

function startOf({ method, target, url }: TransportRequest, { attempts, waited }: Tally): AttemptStart {
  return { method, target, path: redactedPath(url), attempt: attempts, waited: Math.round(waited) };
}

function sentence({ method, target, path, status, error }: AttemptEnd): string {
  const outcome = status === undefined ? `got no answer (${error})` : `was answered ${status}`;
  return `${method} ${target} (${path}) ${outcome}${status !== undefined && error !== undefined ? ` (${error})` : ''}`;
}

import { maxMessageLength, printable } from '../errors/printable.js';

/** Receives warnings, and one `debug` line per attempt: `console` or pino, for example. Messages hold fixed words only. */
export interface Logger {
  /** One line per attempt. */
  readonly debug?: ((message: string) => void) | undefined;
  /** A failed attempt that is sent again. */
  readonly info?: ((message: string) => void) | undefined;
  /** Unusual events that were handled: a 429, a response that is not as documented, a long wait. */
  warn(message: string): void;
  /** Events that a person must handle. */
  readonly error?: ((message: string) => void) | undefined;
}

/** The one logger of a connection. It has every level, and never throws. A function is called only if there is such a level. */
export type SafeLogger = Readonly<Record<keyof Logger, (message: string | (() => string)) => void>>;

/** A failing logger must not fail a call. */
export function safeLogger(logger: Logger | undefined): SafeLogger {
  const level = (name: keyof Logger) => async (message: string | (() => string)) => {
    try {
      // It may return a promise, despite its type.
      await logger?.[name]?.(printable(typeof message === 'string' ? message : message(), maxMessageLength));
    } catch {
      // There is nowhere to report it.
    }
  };
  return { debug: level('debug'), info: level('info'), warn: level('warn'), error: level('error') };
}

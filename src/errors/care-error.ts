import { brandName, errorToJson } from '../runtime/branded-error.js';
import { mostOfMessage, printable } from './printable.js';

export type { Problem } from './problems.js';

/** Base of every error that this package throws of its own; an abort rejects with the signal's own reason instead. */
export class CareError extends Error {
  /** The name of the class, also in minified code; `isCareError` goes by it. */
  override readonly name: string = brandName(this, 'CareError');

  constructor(message?: string, options?: ErrorOptions) {
    super(printable(message ?? '', mostOfMessage), options);
  }

  /** For `JSON.stringify`: name, message and fields. No stack, no URL, and only a cause that is an error of this package. */
  toJSON(): Record<string, unknown> {
    return errorToJson(this);
  }
}

/** Keeps a URL in a function, which no inspection looks into. Of its own, since a Proxy shows no private members. */
export function hideUrl(error: CareError, name: string, url: string | undefined): void {
  // Configurable: else a Proxy that binds all functions would break a rule of the language.
  Object.defineProperty(error, name, { value: () => url, configurable: true });
}

/** What is known of the call that failed. Holds no header, body or query. */
export interface RequestDetails {
  /** `GET`, `POST`, `PATCH` or `DELETE`. */
  readonly method: string;
  /** What was asked for, in fixed words: `tasks.items of client`. */
  readonly target: string;
  /** The whole URL, which can hold a patient's id. */
  readonly url: string;
  /** Requests sent for this call, the last one included; 0 when none was. */
  readonly attempts: number;
  /** Milliseconds this call spent waiting for the throttle and between its attempts. */
  readonly waited: number;
}

/** An error about one call. */
export abstract class RequestError extends CareError {
  /** `GET`, `POST`, `PATCH` or `DELETE`. */
  declare readonly method: string;
  /** What was asked for, in fixed words: `tasks.items of client`. */
  declare readonly target: string;
  /** Requests sent for this call, the last one included; 0 when none was. */
  declare readonly attempts: number;
  /** Milliseconds this call spent waiting for the throttle and between its attempts. */
  declare readonly waited: number;
  /** The full URL. It can hold a patient's id, so it is a method: nothing that prints the error prints it. */
  declare readonly requestUrl: () => string;

  constructor(message: string, exchange: RequestDetails, options?: ErrorOptions) {
    super(message, options);
    this.method = exchange.method;
    this.target = printable(exchange.target);
    this.attempts = exchange.attempts;
    this.waited = exchange.waited;
    hideUrl(this, 'requestUrl', exchange.url);
  }
}

import { brandName, errorToJson } from '../runtime/branded-error.js';
import { hideUrl } from './hide-url.js';
import { maxMessageLength, printable } from './printable.js';
import { isTransient } from './transient.js';

export type { Problem, ProblemCode } from './problems.js';

/** Base class of all errors of this package. An aborted call rejects with the reason of its signal instead. */
export class CareError extends Error {
  /** The name of the class, also in minified code. `isCareError` checks it. */
  override readonly name: string = brandName(this, 'CareError');

  /** @param details its fields, and also its cause and the URL of the resource, which are no fields */
  constructor(message = '', details: object = {}) {
    const { cause, resourceUrl, ...fields }: { cause?: unknown; resourceUrl?: string } = details;
    super(printable(message, maxMessageLength), cause === undefined ? {} : { cause });
    Object.assign(this, fields);
    if (resourceUrl !== undefined) hideUrl(this, 'resourceUrl', resourceUrl);
  }

  /**
   * `true` if the same call may succeed later, and may be made again: nothing is applied twice. So it is after an outage, a
   * timeout, a 429, a 5xx, and an unknown outcome if `canCallAgain` is set. `false` if the call would fail again, if it
   * would leave a new client inactive, or if a person has to check first. Only a label can be created twice, if a lost request
   * arrives late: see `ensureLabel()`.
   */
  get isTransient(): boolean {
    return isTransient(this);
  }

  /**
   * The URL of the resource that the method created before it failed: a later step failed, or the response named the resource
   * but could not be read. `undefined` if it created none, or if the URL is unknown. A method, since it may contain a
   * patient's id.
   */
  resourceUrl(): string | undefined {
    return undefined;
  }

  /** For `JSON.stringify`: name, message and fields, without stack and URL. A cause only if it is an error of this package. */
  toJSON(): Record<string, unknown> {
    return errorToJson(this);
  }
}

/** The call that failed, without headers, body and query. */
export interface RequestDetails {
  /** `GET`, `POST`, `PATCH` or `DELETE`. */
  readonly method: string;
  /** The requested resource, in fixed words: `tasks.items of client`. */
  readonly target: string;
  /** The full URL, which may contain a patient's id. */
  readonly url: string;
  /** Requests sent for this call, including the last; 0 if none was sent. */
  readonly attempts: number;
  /** Milliseconds this call spent waiting for the throttle and between its attempts. */
  readonly waited: number;
}

/** An error about one call. */
export abstract class RequestError extends CareError {
  /** `GET`, `POST`, `PATCH` or `DELETE`. */
  declare readonly method: string;
  /** The requested resource, in fixed words: `tasks.items of client`. */
  declare readonly target: string;
  /** Requests sent for this call, including the last; 0 if none was sent. */
  declare readonly attempts: number;
  /** Milliseconds this call spent waiting for the throttle and between its attempts. */
  declare readonly waited: number;
  /** The full URL. It may contain a patient's id, so it is a method: printing the error does not print the URL. */
  declare readonly requestUrl: () => string;

  constructor(message: string, request: RequestDetails, details: object) {
    const { method, target, url, attempts, waited } = request;
    super(message, { method, target: printable(target), attempts, waited, ...details });
    hideUrl(this, 'requestUrl', url);
  }
}

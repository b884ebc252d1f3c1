import { errorToJson, named } from '../runtime/branded-error.js';

// The classes of the main entry are not known here: imported, they would come twice.

/**
 * A call waited for its turn, and Redis could not be reached for too long, or refused what no wait cures. Nothing was sent
 * for it, so it may be made again. `isCareError()` knows it too.
 */
export class RedisUnavailableError extends Error {
  /** The name of the class, also in minified code. */
  override readonly name = named(this, 'RedisUnavailableError');

  /** For `JSON.stringify`: name, message and fields, without the stack. */
  toJSON(): Record<string, unknown> {
    return errorToJson(this);
  }
}

/** For `isCareError` the same as that of the main entry: the throttle was closed before the call had its turn. */
export class ClosedError extends Error {
  override readonly name = named(this, 'ClosedError');
  readonly attempts = 0;
  readonly waited = 0;

  constructor() {
    super('The throttle was closed with `close()`.');
  }

  /** For `JSON.stringify`: name, message and fields, without the stack. */
  toJSON(): Record<string, unknown> {
    return errorToJson(this);
  }
}

/** For `isCareError` the same as that of the main entry: an option that cannot be right. */
export class InputError extends RangeError {
  override readonly name = named(this, 'InputError');
  /** One for each option that was refused. */
  readonly problems: readonly { readonly name: string; readonly message: string }[];

  constructor(name: string, message: string) {
    super(`redisThrottle: \`${name}\`: ${message}`);
    this.problems = [{ name, message }];
  }

  /** For `JSON.stringify`: name, message and fields, without the stack. */
  toJSON(): Record<string, unknown> {
    return errorToJson(this);
  }
}

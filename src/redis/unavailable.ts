/**
 * A call waited for its turn, and Redis could not be reached for too long. Nothing was sent for it, so it may be made
 * again. `isCareError()` knows it too.
 */
export class RedisUnavailableError extends Error {
  /** The name of the class, also in minified code. */
  override readonly name = 'RedisUnavailableError';

  /** @internal */
  get [Symbol.for('care-platform.error')](): true {
    return true;
  }
}

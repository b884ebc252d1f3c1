import { CareError } from '../index.js';
import { named } from '../runtime/branded-error.js';

/**
 * A call waited for its turn, and Redis could not be reached for too long, or refused what no wait cures. Nothing was sent
 * for it, so it may be made again.
 */
export class RedisUnavailableError extends CareError {
  /** The name of the class, also in minified code. */
  override readonly name = named(this, 'RedisUnavailableError');
}

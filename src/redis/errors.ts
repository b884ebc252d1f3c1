import { CareError } from '../index.js';
import { brandName } from '../runtime/branded-error.js';

/**
 * A call waited for a token, but Redis could not be reached for too long, or refuses permanently. Nothing was sent, so the
 * call can be made again.
 */
export class RedisUnavailableError extends CareError {
  /** The name of the class, also in minified code. */
  override readonly name = brandName(this, 'RedisUnavailableError');
  /** `true` if Redis refuses permanently, for example because of its configuration, so waiting does not help. */
  readonly isLasting: boolean;

  constructor(message: string, isLasting = false) {
    super(message);
    this.isLasting = isLasting;
  }
}

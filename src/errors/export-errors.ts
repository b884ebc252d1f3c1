import { brandName } from '../runtime/branded-error.js';
import { CareError } from './care-error.js';

/** An export ended without a file that can be downloaded. */
export class ExportFailedError extends CareError {
  override readonly name = brandName(this, 'ExportFailedError');
  /** `failed`, `cancelled`, `archived`, or a state that a later release adds. */
  declare readonly state: string;
  /** The platform's own message; empty if it gave none. */
  declare readonly reason: string;
  /** Details that the platform adds to the message; empty if it gave none. */
  declare readonly extra: readonly unknown[];

  constructor(message: string, { state, reason, extra }: Pick<ExportFailedError, 'state' | 'reason' | 'extra'>) {
    super(message, { state, reason, extra });
  }
}

/** A job did not end within the given time. It continues on the platform. */
export class PollTimeoutError extends CareError {
  override readonly name = brandName(this, 'PollTimeoutError');
}

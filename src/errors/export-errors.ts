import { brandName } from '../runtime/branded-error.js';
import { CareError } from './care-error.js';

/** An export ended without a file that can be downloaded. */
export class ExportFailedError extends CareError {
  override readonly name = brandName(this, 'ExportFailedError');
  /** `failed`, `cancelled`, `archived`, or a word of a later release. */
  readonly state: string;
  /** The platform's own message; empty where it gave none. */
  readonly reason: string;
  /** What the platform adds to that; empty where it gave nothing. */
  readonly extra: readonly unknown[];

  constructor(message: string, ended: Pick<ExportFailedError, 'state' | 'reason' | 'extra'>) {
    super(message);
    this.state = ended.state;
    this.reason = ended.reason;
    this.extra = ended.extra;
  }
}

/** Something awaited had not ended in the time given; it goes on on the platform. */
export class PollTimeoutError extends CareError {
  override readonly name = brandName(this, 'PollTimeoutError');
}

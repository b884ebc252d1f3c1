import { named } from '../runtime/branded-error.js';
import { CareError } from './care-error.js';

/** An export ended without a file that can be downloaded. */
export class ExportFailedError extends CareError {
  override readonly name = named(this, 'ExportFailedError');
  /** `failed`, `cancelled`, `archived`, or a word of a later release. */
  readonly state: string;
  /** The platform's own message; empty where it gave none. */
  readonly reason: string;
  /** What the platform adds to that; empty where it gave nothing. */
  readonly extra: readonly unknown[];

  constructor(state: string, reason: string, extra: readonly unknown[]) {
    super(`The export ended as ${state}${reason ? `: ${reason}` : ''}.${hints[state] ?? ''}`.replace('..', '.'));
    this.state = state;
    this.reason = reason;
    this.extra = extra;
  }
}

const without = ' It offers no file: only the user who started an export may download it.';
const hints: Record<string, string> = {
  archived: ' Its file is kept for 24 hours after completion: start it again.',
  completed: without,
  ready: without,
};

/** Something awaited had not ended in the time given; it goes on on the platform. */
export class PollTimeoutError extends CareError {
  override readonly name = named(this, 'PollTimeoutError');
}

import type { ConnectionOptions } from '../connection/connect.js';

/** The options of `care-platform check`. */
export interface CheckArguments extends ConnectionOptions {
  readonly only: readonly string[];
  readonly client?: string;
  readonly junit?: string;
  readonly json?: true;
  readonly list?: true;
}

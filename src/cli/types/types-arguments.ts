import type { ConnectionOptions } from '../connection/connect.js';

/** The options of `care-platform types`. */
export interface TypesArguments extends ConnectionOptions {
  readonly check?: true;
  readonly clients?: number;
  readonly client: readonly string[];
  readonly professionals: number;
  readonly export: readonly (readonly [name: string, properties: readonly string[]])[];
  readonly name: string;
  readonly merge: boolean;
}

import type { ProblemCode } from '../errors.js';

/** A Standard Schema, which form libraries accept: https://standardschema.dev. */
export interface StandardSchema<Value> {
  /** For form libraries. */
  readonly '~standard': {
    /** Version of the standard. */
    readonly version: 1;
    /** `care-platform`. */
    readonly vendor: string;
    /** Checks a value. Makes no request. */
    readonly validate: (value: unknown) => StandardResult<Value>;
    /** Only for types. */
    readonly types?: { readonly input: Value; readonly output: Value } | undefined;
  };
}

/** The value as it was given, or what is wrong with it. */
export type StandardResult<Value> =
  | { readonly value: Value; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/** A problem, in the form of the standard. */
export interface StandardIssue {
  /** A description in English. */
  readonly message: string;
  /** The field; absent for the whole value. */
  readonly path?: readonly PropertyKey[] | undefined;
  /** As `Problem.code`. */
  readonly code: ProblemCode;
}

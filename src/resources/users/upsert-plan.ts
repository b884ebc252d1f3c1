import { aBoolean, type OptionChecks } from '../../values/options.js';
import type { FieldChanges } from './field-changes.js';
import type { RelationSyncPlan, RelationSyncResult } from './relations-sync.js';

/** What an upsert did, or would do: the result of a dry run of `upsertClient()` or `upsertProfessional()`. */
export interface UpsertPlan<User extends { readonly data: object }> {
  /** Whether the user or its relations were created, updated or left unchanged, or would be. */
  readonly outcome: 'created' | 'updated' | 'unchanged';
  /** The user after the call, or in a dry run as it was read; `undefined` if it would be created. */
  readonly resource: User | undefined;
  /** The user as it was read; `undefined` if it did not exist. */
  readonly before: User | undefined;
  /** Each field that differs and was sent, or would be, and `relations` if they differ. Empty if the user is unchanged. */
  readonly changes: FieldChanges<User>;
  /** Texts in `labelTexts` that were no label and became one, or would. Each is listed for one user only. */
  readonly createdLabels: readonly string[];
  /** What was done with the relations, or would be; `undefined` if the input does not name them. */
  readonly relations: RelationSyncResult | RelationSyncPlan | undefined;
}

/** Result of `upsertClient()` and `upsertProfessional()`. */
export interface UpsertResult<User extends { readonly data: object }> extends UpsertPlan<User> {
  /**
   * The user after the call. If the response to a write has no body, the sent fields replace the known ones. Derived fields,
   * such as `name`, `age` and the times, may then be old: `resource.refresh()` reads them.
   */
  readonly resource: User;
  readonly relations: RelationSyncResult | undefined;
}

/** What an upsert does only on request. */
export interface UpsertOptions {
  /** Also changes `active` of an existing user, which can send mail. Default: `false`. */
  readonly updateActive?: boolean | undefined;
  /**
   * Also sends `picture` for an existing user. Pictures cannot be compared, so every run sends it, except a `null` for a user
   * that has none. Default: `false`.
   */
  readonly updatePicture?: boolean | undefined;
  /**
   * Whether `labelTexts` may create labels. If not, an unknown text is an `InputError` with the code `unknown-value`, and
   * nothing of this user is sent. Default: `true`.
   */
  readonly createLabels?: boolean | undefined;
  /** Reads and compares, and sends nothing that writes: the result is an `UpsertPlan`. Default: `false`. */
  readonly dryRun?: boolean | undefined;
}

export const upsertChecks: OptionChecks<UpsertOptions> = {
  updateActive: aBoolean,
  updatePicture: aBoolean,
  createLabels: aBoolean,
  dryRun: aBoolean,
};

import type { CareError } from '../../errors.js';
import type { RequestOptions } from '../../hypermedia/request-options.js';
import type { ActivationEmail } from './activation.js';
import type { UpsertOptions, UpsertPlan, UpsertResult } from './upsert-plan.js';
import type { WantedClient, WantedProfessional } from './wanted-user.js';

/** A client of the other system. */
export interface ClientRow extends WantedClient {
  /** The external id. */
  readonly id: string;
}

/** A professional of the other system. */
export interface ProfessionalRow extends WantedProfessional {
  /** The external id. */
  readonly id: string;
}

/** Options of a synchronisation. `signal` ends it; `timeout` applies to each request, `deadline` to each row. */
export interface SyncOptions<User> extends UpsertOptions, Omit<RequestOptions, 'extra'> {
  /** Number of rows processed at the same time. Whole number from 1 to 20; default 8. The throttle limits the rate. */
  readonly concurrency?: number | undefined;
  /**
   * Deactivates active users that have an external id and no row, after the last row. Default: none. If a row has no usable
   * external id, it fails with an `InputError` instead, since any user may be meant.
   */
  readonly deactivateWithoutRow?: DeactivationOptions<User> | undefined;
}

/** Options of a synchronisation of clients. */
export interface ClientSyncOptions<User> extends SyncOptions<User>, ActivationEmail {
  readonly deactivateWithoutRow?: ClientDeactivationOptions<User> | undefined;
}

/** Which users without a row are deactivated. */
export interface DeactivationOptions<User> {
  /**
   * Maximum number of users. Whole number from 0. If there are more, the rows may be incomplete: none is deactivated, and the
   * sync fails with an `InputError`.
   */
  readonly max: number;
  /** Leaves out users for which it returns `false`, such as those with external ids of a third system. */
  readonly filter?: ((user: User) => boolean) | undefined;
}

/** Which clients without a row are deactivated. */
export interface ClientDeactivationOptions<User> extends DeactivationOptions<User> {
  /** Sends each the platform's mail about it. Default: `false`. */
  readonly notify?: boolean | undefined;
}

/** Numbers of rows so far, by outcome. */
export interface SyncCounts {
  /** Users that were missing. */
  readonly created: number;
  /** Users that differed. */
  readonly updated: number;
  /** Users for which nothing was sent. */
  readonly unchanged: number;
  /** Users without a row that were deactivated. */
  readonly deactivated: number;
  /** Results with an `error`. */
  readonly failed: number;
}

/** The row that a result is about. */
interface SyncStep {
  /** Index of the row, from 0; `undefined` for a user without a row. */
  readonly index: number | undefined;
  /** The external id of the row or user; `undefined` if a row has none. */
  readonly id: string | undefined;
  /** Counts up to and including this result. */
  readonly counts: SyncCounts;
}

/** A row that a dry run would synchronise. */
export interface PlannedRow<User extends { readonly data: object }> extends UpsertPlan<User>, SyncStep {
  /** Index of the row, from 0. */
  readonly index: number;
}

/** A row that was synchronised. */
export interface SyncedRow<User extends { readonly data: object }> extends UpsertResult<User>, SyncStep {
  /** Index of the row, from 0. */
  readonly index: number;
}

/** A user without a row that was deactivated, or would be in a dry run. */
export interface DeactivatedUser<User extends { readonly data: object }>
  extends Omit<UpsertPlan<User>, 'outcome'>,
    SyncStep {
  /** Distinguishes it from other results. */
  readonly outcome: 'deactivated';
  readonly resource: User;
  readonly before: User;
}

/** A row that failed: its input is invalid, the platform refuses it, or its requests failed. Or a failed deactivation. */
export interface FailedRow<User extends { readonly data: object }> extends SyncStep {
  /** Distinguishes it from other results. */
  readonly outcome: 'failed';
  /** An `InputError` if the row itself is invalid. Then nothing was sent for it. */
  readonly error: CareError;
  /**
   * What was done before it failed, such as labels that were created; `undefined` if nothing was. If the activation of a new
   * client failed, `outcome` is `created` and `resource.data.active` is `false`. Without `updateActive`, another run leaves it so.
   */
  readonly done: UpsertPlan<User> | undefined;
}

/** Result of a row, or of the deactivation of a user without a row. */
export type SyncResult<User extends { readonly data: object }> =
  | SyncedRow<User>
  | DeactivatedUser<User>
  | FailedRow<User>;

/** As `SyncResult`, of a dry run: a client that would be created has no `resource`. */
export type SyncPlan<User extends { readonly data: object }> =
  | PlannedRow<User>
  | DeactivatedUser<User>
  | FailedRow<User>;

import type { CareError } from '../../errors.js';
import type { RequestOptions } from '../../hypermedia/request-options.js';
import type { UpsertOptions, UpsertPlan } from './upsert-plan.js';
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
export interface SyncOptions extends UpsertOptions, Omit<RequestOptions, 'extra'> {
  /** Number of rows processed at the same time. Whole number from 1 to 20; default 8. The throttle limits the rate. */
  readonly concurrency?: number | undefined;
}

/** Numbers of rows so far, by outcome. */
export interface SyncCounts {
  /** Users that were missing. */
  readonly created: number;
  /** Users that differed. */
  readonly updated: number;
  /** Users for which nothing was sent. */
  readonly unchanged: number;
  /** Rows with an `error`. */
  readonly failed: number;
}

/** The row that a result is about. */
interface SyncStep {
  /** Index of the row, from 0. */
  readonly index: number;
  /** The external id in the row; `undefined` if it has none. */
  readonly id: string | undefined;
  /** Counts up to and including this row. */
  readonly counts: SyncCounts;
}

/** A row that was synchronised, or would be in a dry run. */
export interface SyncedRow<User extends { readonly data: object }> extends UpsertPlan<User>, SyncStep {}

/** A row that failed: its input is invalid, the platform refuses it, or its requests failed. Other rows go on. */
export interface FailedRow<User extends { readonly data: object }> extends SyncStep {
  /** Distinguishes it from a `SyncedRow`. */
  readonly outcome: 'failed';
  /** An `InputError` if the row itself is invalid. Then nothing was sent for it. */
  readonly error: CareError;
  /** What was done for the row before it failed; `undefined` if nothing was. */
  readonly done: UpsertPlan<User> | undefined;
}

/** Result of a row. */
export type SyncResult<User extends { readonly data: object }> = SyncedRow<User> | FailedRow<User>;

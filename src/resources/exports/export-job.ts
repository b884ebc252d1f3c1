import * as z from 'zod/mini';
import { cancellable } from '../../async/cancellable.js';
import { isCareError, LinkNotFoundError } from '../../errors.js';
import type { JsonObject } from '../../hypermedia/document.js';
import { Download } from '../../hypermedia/download.js';
import { checkInput, copyOptions } from '../../hypermedia/input.js';
import { type FollowOptions, type RequestOptions, requestChecks } from '../../hypermedia/request-options.js';
import { type Followed, Resource } from '../../hypermedia/resource.js';
import { anyValue, list, optional, resourceSchema } from '../../hypermedia/schema.js';
import { isDate } from '../../runtime/shape.js';
import type { OpenChoice } from '../../values/choice.js';
import { dateTime } from '../../values/date-time.js';
import { openChoice } from '../../values/open-choice.js';
import { aFunction, anObject, takeOptions } from '../../values/options.js';
import { type PollOptions, pollUntilEnded } from '../changes/poll.js';
import { operations } from '../writes/operations.js';
import { exportFailure } from './export-failure.js';
import { type ExportOptions, exportOptions, type NewExport, newExport } from './export-options.js';
import { type ExportRow, type RowsOptions, rowFormat, streamRows } from './export-rows.js';
import { aRowSchema, type RowSchema } from './row-schema.js';

const unauthorizedHint =
  'The job belongs to another user, or its state does not allow this: read it again. The token can also be wrong or revoked.';

/** An export job. It is pending until it is ready, failed or cancelled. Its file is kept for 24 hours. */
export class ExportJob extends Resource<ExportJobData, ExportJobLinks> {
  static override readonly type = 'export/job';
  static override readonly schema = resourceSchema<ExportJobData>(() => ({
    created: dateTime,
    started: optional(dateTime),
    completed: optional(dateTime),
    description: z.string(),
    state: openChoice<ExportState>(),
    user_id: z.string(),
    error: optional(z.object({ message: z.string(), extra: z.optional(z.nullable(z.array(anyValue))) })),
    filename: optional(z.string()),
    content_type: optional(z.string()),
    content_encoding: optional(z.string()),
    content_length: optional(z.number()),
    downloaded_on: list(dateTime),
    options: exportOptions,
  }));

  /** @internal The body of the request that starts a job. */
  static body(options: NewExport): JsonObject {
    return checkInput(newExport, options, 'new export');
  }

  /**
   * Whether its file can be downloaded now. The link decides: the documentation uses several words for the states. `false`
   * in a list whose items have no links; `waitForCompletion()` reads the job again.
   */
  get ready(): boolean {
    return this.links.has('download');
  }

  /** Whether the job has reached a final state; it can still be archived. */
  get ended(): boolean {
    const { state, completed, error } = this.data;
    // A lenient connection may have a value of another kind.
    return this.ready || error !== null || isDate(completed) || endStates.has(state);
  }

  /** Time until which its file is kept, 24 hours after completion. `undefined` before completion. */
  get expiresAt(): Date | undefined {
    const { completed } = this.data;
    return isDate(completed) ? new Date(completed.getTime() + fileLifetime) : undefined;
  }

  /**
   * Resolves with the job once it is ready. Polls with one request at a time, first after 1 second, later after up to 15.
   * Throws an `ExportFailedError` if the job ends in another state. A `timeout` or an abort does not cancel the job: continue
   * with `care.exportJob(url)`, in any process. `timeout` limits the whole wait. `deadline` and `retry.until` apply to each
   * request, so they do not limit it.
   */
  async waitForCompletion(options: PollOptions<ExportJob> = {}): Promise<ExportJob> {
    const { connection } = this.session;
    const job = await pollUntilEnded<ExportJob>(
      {
        current: this,
        hasEnded: (state) => state.ended,
        isKnown: ({ data }) => runningStates.has(data.state),
        read: (state, request) => state.refresh(request),
      },
      (milliseconds, signal) => connection.pause(milliseconds, signal),
      options,
    );
    if (job.ready) return job;
    // An item of a list can come without its links.
    const complete =
      completedStates.has(job.data.state) && job.links.names().length === 0 ? await job.#readAgain(options) : job;
    if (complete.ready) return complete;
    const { error, state } = complete.data;
    throw exportFailure(state, error?.message ?? '', error?.extra ?? []);
  }

  /** Cancels your own pending job. Otherwise throws a `LinkNotFoundError` or `UnauthorizedError`. One request. */
  async cancel(options: RequestOptions = {}): Promise<void> {
    await this.sendTo('cancel', { method: 'POST', operation: operations.cancelExport, unauthorizedHint }, options);
  }

  /** Opens the file of your own ready job. Otherwise throws a `LinkNotFoundError` or `UnauthorizedError`. One request. */
  async download(options: RequestOptions = {}): Promise<Download> {
    const request = this.session.begin(options);
    const { url, target } = await this.findLink('download', request);
    const { filename, content_length, content_type, content_encoding } = this.data;
    // 0 until the job is ready. It counts the bytes of the stored file, encoded or not.
    const size = content_length || undefined;
    const call = {
      ...request,
      size,
      method: 'GET',
      target,
      operation: operations.read,
      accept: '*/*',
      unauthorizedHint,
      noPage: content_type?.startsWith('text/html') !== true,
    } as const;
    const stream = await this.session.openBody(url, call);
    const stated = { size, encoding: content_encoding ?? '', isExact: true };
    return new Download(stream, { target, stated, filename: filename ?? undefined });
  }

  /** `download` is the same as `download()`. One request. */
  override follow<Name extends keyof ExportJobLinks & string>(
    name: Name,
    options?: FollowOptions,
  ): Promise<ExportJobLinks[Name]>;
  override follow(name: string, options?: FollowOptions): Promise<Followed>;
  override async follow(name: string, options: FollowOptions = {}): Promise<unknown> {
    if (name !== 'download') return super.follow(name, options);
    const { query, extra, ...given } = this.session.begin(options, { query: anObject });
    return this.download({ ...given, extra: { ...extra, query: { ...query, ...extra?.query } } });
  }

  /**
   * Yields the rows of a `csv` or `json` export while they arrive. The file is never in memory as a whole. Throws an
   * `InputError` for `xlsx` and `allow_files`. One request, at the first row. Leaving the loop ends the download.
   *
   * With a `schema`, such as a zod object, rows have its type. A row that does not fit it is a `ResponseValidationError` with
   * the number of the row and the names of its fields, without values.
   */
  rows<Row>(options: RowsOptions & { readonly schema: RowSchema<Row> }): AsyncGenerator<Row, void>;
  rows(options?: RowsOptions): AsyncGenerator<ExportRow, void>;
  rows(given: RowsOptions & { readonly schema?: RowSchema<unknown> } = {}): AsyncGenerator<unknown, void> {
    const { onProgress, schema, ...options } = takeOptions('rows', copyOptions(given), {
      onProgress: aFunction,
      schema: aRowSchema,
      ...requestChecks,
    });
    return cancellable(options.signal, async (signal) => {
      const format = rowFormat(this.data.options);
      return streamRows(await this.download({ ...options, signal }), format, { onProgress, schema, signal });
    });
  }

  /** A missing link depends on the state of the job, so the error explains the state. */
  protected override async findLink(name: string, options: RequestOptions): Promise<{ url: URL; target: string }> {
    try {
      return await super.findLink(name, options);
    } catch (failure) {
      if (!isCareError(failure, 'LinkNotFoundError')) throw failure;
      const { wanted, offered } = failure;
      throw new LinkNotFoundError(
        `The export is ${this.data.state} and offers no link '${wanted}'. It offers: ${offered.join(', ') || 'none'}. ` +
          'Only the user that started it gets these links: `cancel` while it runs, and `download` for 24 hours after ' +
          'completion. `waitForCompletion()` waits for that.',
        wanted,
        offered,
      );
    }
  }

  #readAgain({ onProgress: _, timeout: __, interval: ___, ...options }: PollOptions<ExportJob>): Promise<this> {
    return this.refresh(options);
  }
}

const fileLifetime = 24 * 3_600_000;
const completedStates = new Set<string>(['completed', 'ready']);
const endStates = new Set<string>([...completedStates, 'failed', 'cancelled', 'archived']);
const runningStates = new Set<string>(['queued', 'pending', 'started']);

/** Links of a job that do not lead to resources. */
export interface ExportJobLinks {
  /** The same as `download()`. */
  readonly download: Download;
}

/** The documentation also says `pending` for `queued` or `started`, and `ready` for `completed`. */
export type ExportState = 'archived' | 'cancelled' | 'completed' | 'failed' | 'queued' | 'started';

/** Attributes of an export job. */
export interface ExportJobData {
  /** Time of the request. */
  readonly created: Date;
  /** Start time; `null` before the start. */
  readonly started: Date | null;
  /** Time of completion or failure; `null` before. */
  readonly completed: Date | null;
  /** Description to show to users. */
  readonly description: string;
  /** State of the job. Prefer `ended` and `ready`, which use more than this value. */
  readonly state: OpenChoice<ExportState>;
  /** Internal id of the user who created it; not an external id. */
  readonly user_id: string;
  /** Set if the job failed. */
  readonly error: { readonly message: string; readonly extra?: readonly unknown[] | null | undefined } | null;
  /** File name; `null` before completion. `saveDownload` makes it safe. */
  readonly filename: string | null;
  /** Media type of the file. */
  readonly content_type: string | null;
  /** Encoding of the stored file, such as `gzip`, if it has one. */
  readonly content_encoding: string | null;
  /** Number of bytes; 0 until the job is ready. */
  readonly content_length: number | null;
  /** Times of downloads; empty if it was never downloaded. */
  readonly downloaded_on: readonly Date[];
  /** The options that it was started with. */
  readonly options: ExportOptions;
}

import * as z from 'zod/mini';
import { cancellable } from '../async/cancellable.js';
import { isCareError, LinkNotFoundError } from '../errors.js';
import type { JsonObject } from '../hypermedia/document.js';
import { Download, type ReadOptions } from '../hypermedia/download.js';
import { checkInput, copyOptions } from '../hypermedia/input.js';
import { type RequestOptions, requestKinds } from '../hypermedia/request-options.js';
import { type Followed, type FollowOptions, Resource } from '../hypermedia/resource.js';
import { anyValue, list, optional, resourceSchema } from '../hypermedia/schema.js';
import { type OpenChoice, openChoice } from '../values/choice.js';
import { dateTime } from '../values/date-time.js';
import { aFunction, anObject, takeOptions } from '../values/options.js';
import { exportFailure } from './export-failure.js';
import { type ExportOptions, exportOptions, type NewExport, newExport } from './export-options.js';
import { type ExportRow, exportRows, rowFormat } from './export-rows.js';
import { operations } from './operations.js';
import { type PollOptions, pollUntilEnded } from './poll.js';

const unauthorizedHint =
  "The job is another user's, or no longer in a state for that: read it again. Or the token is wrong or revoked.";

/** An export: pending until it is ready, failed or cancelled; its file is kept for 24 hours. */
export class ExportJob extends Resource<ExportJobData, ExportJobLinks> {
  static override readonly type = 'export/job';
  static override readonly schema = resourceSchema<ExportJobData>({
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
  });

  /** @internal What starts one. */
  static body(options: NewExport): JsonObject {
    return checkInput(newExport, options, 'new export');
  }

  /**
   * Whether its file can be downloaded now. The link decides; the words for the states vary in the documentation. `false` in
   * a list whose items come without links: `completed()` looks.
   */
  get ready(): boolean {
    return this.links.has('download');
  }

  /** Whether it will change no more, but for being archived. */
  get ended(): boolean {
    const { state, completed, error } = this.data;
    return this.ready || error !== null || completed !== null || endStates.has(state);
  }

  /** Until when its file is kept: 24 hours after it was completed; `undefined` before that. */
  get expiresAt(): Date | undefined {
    const { completed } = this.data;
    return completed === null ? undefined : new Date(completed.getTime() + fileLifetime);
  }

  /**
   * Resolves with the ready job. Polls one request at a time, after 1 second first and up to 15 later. A job that ends in
   * any other way is an `ExportFailedError`. Neither running out of `timeout` nor an abort cancels the job: take it up again
   * with `care.exportJob(url)`, in any process.
   */
  async completed(options: PollOptions<ExportJob> = {}): Promise<ExportJob> {
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
    // An item of a list can come without the links that it has.
    const whole =
      completedStates.has(job.data.state) && job.links.names().length === 0 ? await job.#readAgain(options) : job;
    if (whole.ready) return whole;
    const { error, state } = whole.data;
    throw exportFailure(state, error?.message ?? '', error?.extra ?? []);
  }

  /** Only of one's own job while it is pending; else `LinkNotFoundError` or `UnauthorizedError`. One request. */
  async cancel(options: RequestOptions = {}): Promise<void> {
    await this.posted('cancel', undefined, operations.cancelExport, options, { unauthorizedHint });
  }

  /** The file, of one's own job while it is ready; else `LinkNotFoundError` or `UnauthorizedError`. One request. */
  async download(options: RequestOptions = {}): Promise<Download> {
    const request = this.session.begin(options);
    const { url, target } = await this.linked('download', request);
    const { filename, content_length, content_type, content_encoding } = this.data;
    // 0 until it is ready. It counts the bytes as they are kept, encoded or not.
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
   * The rows of a `csv` or `json` export while they arrive, so that one of any size needs no memory; `xlsx` and `allow_files`
   * are an `InputError`. One request, when the first row is asked for; leaving the loop ends it.
   */
  rows(given: RequestOptions & ReadOptions = {}): AsyncGenerator<ExportRow, void> {
    const { onProgress, ...options } = takeOptions('rows', copyOptions(given), {
      onProgress: aFunction,
      ...requestKinds,
    });
    return cancellable(options.signal, (signal) =>
      exportRows(
        () => this.download({ ...options, signal }),
        () => rowFormat(this.data.options),
        { onProgress },
      ),
    );
  }

  /** What a job does not offer is a matter of its state, before it is one of access. */
  protected override async linked(name: string, options?: RequestOptions): Promise<{ url: URL; target: string }> {
    try {
      return await super.linked(name, options);
    } catch (failure) {
      if (!isCareError(failure, 'LinkNotFoundError')) throw failure;
      const { wanted, offered } = failure;
      throw new LinkNotFoundError(
        `The export is ${this.data.state} and offers no link '${wanted}'. It offers: ${offered.join(', ') || 'none'}. ` +
          'Only the user that started it gets these links: `cancel` while it runs, and `download` for 24 hours after ' +
          'it is ready. `completed()` waits for that.',
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

/** What the links of a job lead to that are no resources. */
export interface ExportJobLinks {
  /** As `download()`. */
  readonly download: Download;
}

/** `pending` and `ready` are the narrative's words for `queued` or `started`, and for `completed`. */
export type ExportState = 'archived' | 'cancelled' | 'completed' | 'failed' | 'queued' | 'started';

/** What is told of a job. */
export interface ExportJobData {
  /** When it was asked for. */
  readonly created: Date;
  /** `null` before that. */
  readonly started: Date | null;
  /** `null` before that; also set where it failed. */
  readonly completed: Date | null;
  /** For people. */
  readonly description: string;
  /** Where it is: see `ended` and `ready`, which go by more than the word. */
  readonly state: OpenChoice<ExportState>;
  /** Internal id of the user who created it, no external id. */
  readonly user_id: string;
  /** Set where it failed. */
  readonly error: { readonly message: string; readonly extra?: readonly unknown[] | null | undefined } | null;
  /** `null` before it is completed. `saveDownload` makes it safe. */
  readonly filename: string | null;
  /** Of the file. */
  readonly content_type: string | null;
  /** Such as `gzip`, where the file is kept encoded. */
  readonly content_encoding: string | null;
  /** Bytes; 0 until it is ready. */
  readonly content_length: number | null;
  /** When it was downloaded; empty where it never was. */
  readonly downloaded_on: readonly Date[];
  /** What it was started with. */
  readonly options: ExportOptions;
}

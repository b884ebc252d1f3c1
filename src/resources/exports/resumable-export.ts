import { addNote } from '../../errors/note.js';
import { InputError, isCareError } from '../../errors.js';
import type { Download, ReadOptions } from '../../hypermedia/download.js';
import type { ListOptions } from '../../hypermedia/lists/list.js';
import type { RequestOptions } from '../../hypermedia/request-options.js';
import { methods } from '../../values/methods.js';
import { aFunction, milliseconds, type OptionChecks, takeOptions } from '../../values/options.js';
import type { CursorStore } from '../changes/cursor-store.js';
import { isGatewayPage, isInaccessible } from '../gateway-page.js';
import { longWorkChecks } from '../long-work-checks.js';
import { ExportJob } from './export-job.js';
import type { ExportCondition, ExportOptions, NewExport } from './export-options.js';
import { rowFormat, streamRows } from './export-rows.js';
import { aRowSchema, type RowSchema } from './row-schema.js';

/** An export whose file has rows. */
export interface NewRowExport extends Omit<NewExport, 'output_format' | 'allow_files'> {
  /** Format of the file. Default of the platform: `json`. */
  readonly output_format?: 'json' | 'csv' | undefined;
}

/** Options of `exportRows`. `timeout` and `deadline` apply to each request, but polls have no `timeout`. */
export interface ExportRowsOptions extends Omit<RequestOptions, 'extra'>, ReadOptions {
  /**
   * Stores the URL of the job, so that another process can continue it. Empty once all rows were handled. Use one store for each
   * export. Default: none, so that each call starts a job.
   */
  readonly cursor?: CursorStore | undefined;
  /** Called with each state of the job that is read, and awaited. `job.data.created` says how old the rows are. */
  readonly onJob?: ((job: ExportJob) => unknown) | undefined;
  /** Milliseconds before the second reading of the job. Each next pause is half as long again, up to 15 seconds. Default: 1000. */
  readonly interval?: number | undefined;
}

/** Where exports are started and found. */
interface Exports {
  startExport(options: NewExport, request: RequestOptions): Promise<ExportJob>;
  exports(list: ListOptions, request: RequestOptions): AsyncIterable<ExportJob>;
  exportJob(url: string, request: RequestOptions): Promise<ExportJob>;
}

const checks: OptionChecks<ExportRowsOptions & { readonly schema?: RowSchema<unknown> }> = {
  ...longWorkChecks,
  cursor: methods(['get', 'set']),
  onJob: aFunction,
  onProgress: aFunction,
  interval: milliseconds,
  schema: aRowSchema,
};

/** The jobs of one page: a running job is among the latest. */
const jobsPerPage = 100;
/** The job ended without a file, was removed, or belongs to another user. */
const unusable = [
  ...['ExportFailedError', 'PollTimeoutError', 'LinkNotFoundError'],
  ...['NotFoundError', 'UnauthorizedError', 'ForbiddenError'],
] as const;

/** Yields the rows of a job that another process left, or else of a new one. */
export async function* exportRows(
  directory: Exports,
  newExport: NewRowExport,
  given: ExportRowsOptions & { readonly schema?: RowSchema<unknown> },
): AsyncGenerator<unknown, void> {
  const { cursor, onJob, onProgress, interval, schema, ...request } = takeOptions('export rows', given, checks);
  ExportJob.body(newExport);
  const format = rowFormat(newExport);

  const failuresOfCaller = new Set<unknown>();
  const callCaller = async (call: () => unknown): Promise<void> => {
    try {
      await call();
    } catch (failure) {
      failuresOfCaller.add(failure);
      throw failure;
    }
  };
  const open = async (job: ExportJob): Promise<Download> => {
    if (job.url !== '') await callCaller(() => cursor?.set(job.url));
    const { timeout: _, ...polls } = request;
    const ready = await job.waitForCompletion({
      ...polls,
      interval,
      onProgress: (state) => callCaller(() => onJob?.(state)),
    });
    return ready.download(request);
  };
  const openIfUsable = async (job: ExportJob): Promise<Download | undefined> => {
    try {
      return await open(job);
    } catch (failure) {
      // An error of the caller's own function says nothing about the job, whatever its name.
      const isOfJob = !failuresOfCaller.has(failure) && !isGatewayPage(failure);
      if (isOfJob && unusable.some((name) => isCareError(failure, name))) return undefined;
      throw failure;
    }
  };

  let file: Download | undefined;
  if (cursor !== undefined) {
    for await (const job of jobsToContinue(directory, newExport, cursor, request)) {
      file = await openIfUsable(job);
      if (file !== undefined) break;
    }
  }
  let started: ExportJob | undefined;
  try {
    if (file === undefined) {
      started = await directory.startExport(newExport, request);
      file = await open(started);
    }
    yield* streamRows(file, format, { onProgress, schema, signal: request.signal });
  } catch (failure) {
    const isOfCaller = failuresOfCaller.has(failure) || (request.signal?.aborted && request.signal.reason === failure);
    throw started === undefined || cursor !== undefined || isOfCaller ? failure : withJob(failure, started);
  }
  await cursor?.set('');
}

/** Without a cursor, the same call would start another export. */
function withJob<Failure>(failure: Failure, { url }: ExportJob): Failure {
  if (isCareError(failure)) Object.defineProperty(failure, 'isLasting', { value: true });
  return addNote(failure, 'The export was started. Without a `cursor`, the next call starts another one.', url);
}

/** The stored job, then those that run. A process that was killed before it could store its job left it running. */
async function* jobsToContinue(
  directory: Exports,
  newExport: NewExport,
  cursor: CursorStore,
  request: RequestOptions,
): AsyncGenerator<ExportJob, void> {
  const isSame = ({ data }: ExportJob) => comparable(data.options) === comparable(newExport);
  const url = parseJobUrl(await cursor.get());
  const stored = url === undefined ? undefined : await jobAt(directory, url, request);
  if (stored !== undefined && isSame(stored)) yield stored;
  let listed = 0;
  for await (const job of directory.exports({ limit: jobsPerPage }, request)) {
    if (!job.ended && isSame(job) && job.url !== url) {
      // Only the user that started a job gets this link. Items of a list can come without their links.
      const complete = job.links.names().length === 0 ? await job.refresh(request) : job;
      if (complete.links.has('cancel')) yield complete;
    }
    if (++listed === jobsPerPage) return;
  }
}

async function jobAt(directory: Exports, url: string, request: RequestOptions): Promise<ExportJob | undefined> {
  try {
    return await directory.exportJob(url, request);
  } catch (failure) {
    if (isInaccessible(failure)) return undefined;
    throw failure;
  }
}

function parseJobUrl(cursor: string | null | undefined): string | undefined {
  if (cursor === undefined || cursor === null || cursor === '') return undefined;
  if (URL.canParse(cursor)) return cursor;
  throw InputError.of('export rows', 'cursor', 'Is not a cursor of an export. Clear it to start a new one.');
}

/** A text that is equal for options that select the same rows. The platform may return what was left out as `null`. */
function comparable({ name, properties, filters, parameters, combine, output_format, allow_files }: ExportOptions) {
  const conditions = (given: readonly ExportCondition[] | null = []) =>
    given?.map((condition) => [condition.name, condition.value, condition.operator]) ?? [];
  return JSON.stringify([
    ...[name, properties ?? null, conditions(filters), conditions(parameters)],
    combine?.map((combination) => [combination.name, combination.properties ?? null]) ?? [],
    ...[output_format ?? 'json', allow_files ?? false],
  ]);
}

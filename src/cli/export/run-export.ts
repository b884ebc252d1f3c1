import { readFile } from 'node:fs/promises';
import type { Application, DownloadProgress, ExportJob, NewExport } from 'care-platform';
import { type Savable, saveDownload } from 'care-platform/node';
import type { ConnectionOptions } from '../connection/connect.js';
import { decodeText } from '../frame/decode-text.js';
import { CommandFailure, UsageError } from '../frame/exit-codes.js';
import { parseObject } from '../frame/json-object.js';
import type { Shell } from '../frame/shell.js';
import { progressBar } from './progress-bar.js';

/** Where the file goes, or its rows. */
export interface FileArguments extends ConnectionOptions {
  readonly output?: string;
  readonly gzip?: true;
  readonly to?: string;
  readonly table?: string;
}

export interface ExportArguments extends FileArguments {
  readonly format: 'csv' | 'json' | 'xlsx';
  readonly properties?: string;
  readonly request?: string;
}

/** The options of the export. The library checks their names and kinds. */
export async function requestOf(name: string, { format, properties, request }: ExportArguments): Promise<NewExport> {
  const more: Partial<NewExport> = request === undefined ? {} : await readRequest(request);
  return {
    ...more,
    name,
    output_format: format,
    ...(properties !== undefined && { properties: properties.split(',').map((property) => property.trim()) }),
  };
}

async function readRequest(path: string): Promise<Partial<NewExport>> {
  const json = await readFile(path).catch(({ code }: NodeJS.ErrnoException) => {
    throw new UsageError(`${path} cannot be read (${code}).`);
  });
  const request = parseObject(decodeText(json, path));
  if (request !== undefined) return request;
  throw new UsageError(`${path} must hold a JSON object, such as {"filters": []}.`);
}

export async function startExport(
  care: Application,
  request: NewExport,
  options: FileArguments,
  shell: Shell,
): Promise<void> {
  const job = await care.startExport(request).catch((failure: unknown) => {
    // After Ctrl-C, no other message follows.
    if (shell.signal.aborted) shell.note('It may have started: care-platform export list');
    throw failure;
  });
  shell.note(`Started ${job.url}`);
  await finish(job, options, shell);
}

export async function resumeExport(
  care: Application,
  url: string,
  options: FileArguments,
  shell: Shell,
): Promise<void> {
  await finish(await care.exportJob(url), options, shell);
}

/** Waits for the job and saves its file. The job itself goes on if this ends early, so the message says how to go on. */
async function finish(job: ExportJob, options: FileArguments, shell: Shell): Promise<void> {
  const { signal } = shell;
  try {
    const ready = await job.waitForCompletion({
      signal,
      onProgress: ({ data }) => shell.showProgress(`The export is ${data.state}.`),
    });
    await save(ready, options, shell);
  } catch (error) {
    if (mayGoOn(error, signal)) shell.note(`To go on: care-platform export resume ${job.url}`);
    throw error;
  }
}

/** A job that failed or was cancelled has no file, now or later. */
function mayGoOn(error: unknown, signal: AbortSignal): boolean {
  return signal.aborted || !(error instanceof Error && error.name === 'ExportFailedError');
}

async function save(job: ExportJob, { output, gzip }: FileArguments, shell: Shell): Promise<void> {
  const { signal } = shell;
  const file = await job.download({ signal });
  const onProgress = (progress: DownloadProgress) => shell.showProgress(progressBar(progress));
  const savable: Savable = {
    filename: gzip && file.filename !== undefined ? `${file.filename}.gz` : file.filename,
    stream: () => {
      const bytes = file.stream({ onProgress });
      return gzip ? bytes.pipeThrough(new CompressionStream('gzip')) : bytes;
    },
  };
  if (output === '-' || (output === undefined && !shell.isTerminal)) {
    if (shell.isTerminal) throw new CommandFailure('A terminal is no place for a file. Name one with --output <file>.');
    for await (const bytes of savable.stream()) await shell.write(bytes);
    return;
  }
  shell.note(`Saved as ${await saveDownload(savable, output ?? '.')}`);
}

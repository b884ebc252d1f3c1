import { notLoaded } from '../../errors/not-loaded.js';
import { InputError } from '../../errors.js';
import type { Download, ReadOptions } from '../../hypermedia/download.js';
import { gzipMark } from '../../hypermedia/file-length.js';
import type { RequestOptions } from '../../hypermedia/request-options.js';
import type { ExportOptions } from './export-options.js';
import { isThenable, type RowSchema, rowOf } from './row-schema.js';

/**
 * One row by its column names. In `csv` every value is a string; in `json` it is the value that the platform wrote. A number
 * that JavaScript cannot represent is a string of its digits: an integer beyond 2^53, `1e400`, or a fraction with too many
 * digits.
 */
export type ExportRow = Readonly<Record<string, unknown>>;

type RowFormat = 'csv' | 'json';

/** The requested format of a job's rows. */
export function rowFormat({ allow_files, output_format }: ExportOptions): RowFormat {
  if (allow_files === true) {
    throw InputError.of(
      'rows',
      'allow_files',
      'Makes the output a ZIP file without rows: use `download()`.',
      'conflict',
    );
  }
  const format = output_format ?? 'json';
  if (format === 'csv') return 'csv';
  if (format === 'json') return 'json';
  const message = `Is ${format}, which cannot be read row by row: use \`download()\`, or export as csv or json.`;
  throw InputError.of('rows', 'output_format', message);
}

/** Options of rows. */
export interface RowsOptions extends RequestOptions, ReadOptions {}

interface StreamOptions<Row> extends ReadOptions {
  readonly schema?: RowSchema<Row> | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Yields the rows of a file while it arrives. */
export async function* streamRows<Row>(
  download: Download,
  format: RowFormat,
  { schema, signal, ...options }: StreamOptions<Row>,
): AsyncGenerator<ExportRow | Row, void> {
  const reader = download.stream(options).getReader();
  let row = 1;
  try {
    const head = await firstChunk(reader);
    if (startsWith(head, zipMark))
      throw download.contentError(['content'], 'Is a ZIP file or a workbook: use `download()`.');
    const chunks = allChunks(head, reader);
    // The platform may store a file encoded, and send it like that.
    const isPacked = startsWith(head, gzipMark);
    const unreadable = () =>
      download.contentError([`row ${row}`], 'Is in a part of the file that cannot be decompressed.');
    // The parsers are as large as the rest of this package, and few programs need them.
    const { readRows } = await import('../../rows/index.js').catch(notLoaded('the rows of exports'));
    const batches = readRows(
      // The received format counts, not the requested one.
      formatPatterns.find(([pattern]) => pattern.test(download.contentType))?.[1] ?? format,
      isPacked ? unzip(chunks, unreadable) : chunks,
      { charset: download.charset, isSized: isPacked || download.size !== undefined },
      (number, problem) => download.contentError([number === 0 ? 'content' : `row ${number}`], problem),
    );
    for await (const rows of batches) {
      for (const value of rows) {
        if (schema === undefined) {
          yield value;
        } else {
          const result = schema['~standard'].validate(value);
          // Most schemas are synchronous, and waiting would cost as much as the parsing.
          yield rowOf(isThenable(result) ? await result : result, row, download);
        }
        // Many rows come in one chunk, and only the next chunk would notice the abort.
        signal?.throwIfAborted();
        row++;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

const zipMark = [0x50, 0x4b, 0x03, 0x04];
const formatPatterns: readonly [RegExp, RowFormat][] = [
  [/^\s*(?:text|application)\/csv\b/i, 'csv'],
  [/^\s*application\/(?:[^;]+\+)?json\b/i, 'json'],
];

type Chunk = Uint8Array<ArrayBuffer>;

function startsWith(chunk: Chunk, mark: readonly number[]): boolean {
  return mark.every((byte, index) => chunk[index] === byte);
}

/** Reads enough bytes to detect the file type, even if they arrive one by one. */
async function firstChunk(reader: ReadableStreamDefaultReader<Chunk>): Promise<Chunk> {
  let head: Chunk = new Uint8Array(0);
  while (head.length < zipMark.length) {
    const { done, value } = await reader.read();
    if (done) break;
    const both = new Uint8Array(head.length + value.length);
    both.set(head);
    both.set(value, head.length);
    head = both;
  }
  return head;
}

async function* allChunks(head: Chunk, reader: ReadableStreamDefaultReader<Chunk>): AsyncGenerator<Chunk, void> {
  yield head;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

/** Decompresses. A truncated or damaged file, or one with data after its end, fails here. Errors of the source are kept. */
async function* unzip(source: AsyncGenerator<Chunk, void>, unreadable: () => Error): AsyncGenerator<Chunk, void> {
  let broken: { readonly reason: unknown } | undefined;
  const stream = new ReadableStream<Chunk>({
    async pull(controller) {
      try {
        const { done, value } = await source.next();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (reason) {
        broken = { reason };
        throw reason;
      }
    },
  });
  const reader = stream.pipeThrough(new DecompressionStream('gzip')).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw broken === undefined ? unreadable() : broken.reason;
      });
      if (done) return;
      yield value as Chunk;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

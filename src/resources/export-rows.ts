import { InputError } from '../errors.js';
import type { Download, ReadOptions } from '../hypermedia/download.js';
import type { ExportOptions } from './export-options.js';

/** One row by its column names. In `csv` every value is a text; in `json` it is what the platform wrote. */
export type ExportRow = Readonly<Record<string, unknown>>;

type RowFormat = 'csv' | 'json';

/** In which format the rows of a job were asked for. */
export function rowFormat({ allow_files, output_format }: ExportOptions): RowFormat {
  if (allow_files === true) {
    throw InputError.of('rows', 'allow_files', 'Makes the output a ZIP file, which has no rows: use `download()`.');
  }
  const format = output_format ?? 'json';
  if (format === 'csv') return 'csv';
  if (format === 'json') return 'json';
  const message = `Is ${format}, which cannot be read row by row: use \`download()\`, or export as csv or json.`;
  throw InputError.of('rows', 'output_format', message);
}

export async function* exportRows(
  open: () => Promise<Download>,
  asked: () => RowFormat,
  options: ReadOptions,
): AsyncGenerator<ExportRow, void> {
  const format = asked();
  const download = await open();
  const reader = download.stream(options).getReader();
  try {
    const head = await firstChunk(reader);
    if (startsWith(head, zipMark))
      throw download.unreadable('content', 'Is a ZIP file or a workbook: use `download()`.');
    const whole = chunks(head, reader);
    // The parsers are as large as the rest of this package, and few need them.
    const { readRows } = await import('../rows/index.js');
    const batches = readRows(
      // What comes counts, not what was asked for.
      formats.find(([pattern]) => pattern.test(download.contentType))?.[1] ?? format,
      startsWith(head, gzipMark) ? unzipped(whole) : whole,
      download.charset,
      (row, problem) => download.unreadable(row === 0 ? 'content' : `row ${row}`, problem),
    );
    for await (const rows of batches) yield* rows;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

const zipMark = [0x50, 0x4b, 0x03, 0x04];
/** The platform may keep a file encoded and hand it out as it is. */
const gzipMark = [0x1f, 0x8b];
const formats: readonly [RegExp, RowFormat][] = [
  [/^\s*(?:text|application)\/csv\b/i, 'csv'],
  [/^\s*application\/(?:[^;]+\+)?json\b/i, 'json'],
];

type Chunk = Uint8Array<ArrayBuffer>;

function startsWith(chunk: Chunk, mark: readonly number[]): boolean {
  return mark.every((byte, index) => chunk[index] === byte);
}

/** Enough to see what it is, also where it comes byte by byte. */
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

async function* chunks(head: Chunk, reader: ReadableStreamDefaultReader<Chunk>): AsyncGenerator<Chunk, void> {
  yield head;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

async function* unzipped(source: AsyncGenerator<Chunk, void>): AsyncGenerator<Chunk, void> {
  const stream = new ReadableStream<Chunk>({
    async pull(controller) {
      const { done, value } = await source.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
  const reader = stream.pipeThrough(new DecompressionStream('gzip')).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value as Chunk;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

import { csvRows } from './csv-rows.js';
import { jsonRows } from './json-rows.js';
import type { RowErrorFactory, RowSource } from './row-source.js';

const readers = { csv: csvRows, json: jsonRows };

/** Reads the rows of a file while it arrives. Yields those of each chunk, and holds no others in memory. */
export function readRows(
  format: keyof typeof readers,
  chunks: AsyncIterable<Uint8Array>,
  source: RowSource,
  rowError: RowErrorFactory,
): AsyncGenerator<Record<string, unknown>[], void> {
  return readers[format](chunks, source, rowError);
}

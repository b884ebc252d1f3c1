import { csvRows } from './csv-rows.js';
import { jsonRows } from './json-rows.js';
import type { Fail } from './row-source.js';

const readers = { csv: csvRows, json: jsonRows };

/** Reads the rows of a file while it arrives, as many at a time as came; never holds more of it than those. */
export function readRows(
  format: keyof typeof readers,
  chunks: AsyncIterable<Uint8Array>,
  charset: string | undefined,
  fail: Fail,
): AsyncGenerator<Record<string, unknown>[], void> {
  return readers[format](chunks, charset, fail);
}

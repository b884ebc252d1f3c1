import Papa from 'papaparse';
import { decodeChunks, maxRowLength, type RowErrorFactory, type RowSource } from './row-source.js';

type CsvRow = Record<string, string>;

/** Yields the rows of a CSV text as objects, with the names of its first line. */
export async function* csvRows(
  chunks: AsyncIterable<Uint8Array>,
  { charset, isSized }: RowSource,
  rowError: RowErrorFactory,
): AsyncGenerator<CsvRow[], void> {
  let columns: readonly string[] | undefined;
  let row = 0;
  for await (const lines of csvLines(decodeChunks(chunks, charset, rowError), isSized, rowError)) {
    const rows: CsvRow[] = [];
    let failure: Error | undefined;
    for (const fields of lines) {
      if (columns === undefined) {
        columns = distinctColumns(fields);
        continue;
      }
      row++;
      if (fields.length !== columns.length) {
        failure = rowError(row, `Has ${fields.length} fields, but the first line has ${columns.length}.`);
        break;
      }
      rows.push(toRow(columns, fields));
    }
    yield rows;
    if (failure !== undefined) throw failure;
  }
}

function toRow(columns: readonly string[], fields: readonly string[]): CsvRow {
  const row: CsvRow = {};
  for (let index = 0; index < columns.length; index++) {
    const name = columns[index] ?? '';
    const value = fields[index] ?? '';
    if (name === '__proto__') Object.defineProperty(row, name, { value, enumerable: true, writable: true });
    else row[name] = value;
  }
  return row;
}

/** Yields the lines as fields, without those that are empty. */
async function* csvLines(
  texts: AsyncIterable<string>,
  isSized: boolean,
  rowError: RowErrorFactory,
): AsyncGenerator<string[][], void> {
  let newline: LineEnd | undefined;
  let pending = '';
  let width: number | undefined;
  let before = 0;
  let due = 0;
  // An empty line is a row only if there is one column.
  const isRow = (fields: readonly string[]) => fields.length > 1 || fields[0] !== '' || width === 1;
  const parse = (last: boolean): string[][] => {
    const parser = new Papa.Parser({ delimiter: ',', newline: newline ?? '\n' });
    const { data, errors, meta } = parser.parse(pending, 0, !last) as Papa.ParseResult<string[]>;
    // A problem of an incomplete row counts only once the row is complete.
    const problem = errors.find((error) => (error.row ?? 0) < data.length);
    const lines = newline === '\n' ? withoutReturns(data, pending) : data;
    width ??= lines[0]?.length;
    if (problem !== undefined) {
      const good = lines.slice(0, problem.row).filter(isRow).length;
      throw rowError(before + good, 'Has a misplaced or missing quote.');
    }
    const rows = lines.filter(isRow);
    before += rows.length;
    pending = pending.slice(meta.cursor);
    return rows;
  };
  for await (const text of texts) {
    pending += text;
    if (pending.length < due) continue;
    newline ??= lineEnd(pending, false);
    const lines = newline === undefined ? [] : parse(false);
    if (pending.length > maxRowLength) throw rowError(before, 'Has no end: a quote is not closed.');
    // A long row is not parsed again for each of its chunks.
    due = pending.length * 2;
    yield lines;
  }
  newline ??= lineEnd(pending, true);
  // Complete lines first: otherwise the last line end would count as an empty line.
  if (newline !== undefined) yield parse(false);
  if (pending === '') return;
  const last = parse(true);
  if (!isSized)
    throw rowError(before - 1, 'Has no line end, and the length of the file is unknown: it may be cut off.');
  yield last;
}

type LineEnd = '\n' | '\r\n' | '\r';

/** The kind of the first line end outside quotes; `undefined` if none has arrived yet. A quote opens at the start of a field. */
function lineEnd(text: string, isWhole: boolean): LineEnd | undefined {
  let isQuoted = false;
  let isStart = true;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (isQuoted) {
      if (letter !== '"') continue;
      if (text[at + 1] === '"') at++;
      else isQuoted = false;
    } else if (letter === '"' && isStart) {
      isQuoted = true;
    } else if (letter === '\n') {
      return '\n';
    } else if (letter === '\r') {
      if (text[at + 1] === '\n') return '\r\n';
      return isWhole || at + 1 < text.length ? '\r' : undefined;
    }
    isStart = letter === ',';
  }
  return undefined;
}

/** If a program wrote the heading by itself, only the rows may end in `\r\n`. A `\r` within quotes belongs to its value. */
function withoutReturns(rows: string[][], text: string): string[][] {
  // The parser does not tell quoted values, and few files have one that ends in `\r`.
  const ends = text.includes('\r"') ? rowEnds(text) : undefined;
  return rows.map((fields, index) => {
    const last = fields.at(-1);
    if (last?.endsWith('\r') !== true) return fields;
    if (ends === undefined) return [...fields.slice(0, -1), last.slice(0, -1)];
    const source = text.slice(ends[index - 1] ?? 0, ends[index]).replace(/\r?\n?$/, '\n');
    const { data } = new Papa.Parser({ delimiter: ',', newline: '\n' }).parse(source, 0, false);
    return data[0] ?? [''];
  });
}

/** Where each row ends in the text, with its line end. */
function rowEnds(text: string): number[] {
  const ends: number[] = [];
  const step = ({ meta }: Papa.ParseStepResult<string[]>) => void ends.push(meta.cursor);
  new Papa.Parser({ delimiter: ',', newline: '\n', step }).parse(text, 0, false);
  return ends;
}

/** Numbers repeated column names: `name (2)`. A number never gives the name of another column. */
function distinctColumns(names: readonly string[]): string[] {
  const taken = new Set(names);
  const counts = new Map<string, number>();
  return names.map((name) => {
    let count = (counts.get(name) ?? 0) + 1;
    if (count > 1) while (taken.has(`${name} (${count})`)) count++;
    counts.set(name, count);
    if (count === 1) return name;
    taken.add(`${name} (${count})`);
    return `${name} (${count})`;
  });
}

import { JSONParser } from '@streamparser/json';
import { type Fail, textOf } from './row-source.js';

type Row = Record<string, unknown>;

/** The entries of a JSON list of objects. */
export async function* jsonRows(
  chunks: AsyncIterable<Uint8Array>,
  charset: string | undefined,
  fail: Fail,
): AsyncGenerator<Row[], void> {
  const ready: unknown[] = [];
  const parser = new JSONParser({ paths: ['$.*'], keepStack: false });
  parser.onValue = ({ value }) => void ready.push(value);
  let row = 0;
  let begun = false;
  for await (const text of textOf(chunks, charset, fail)) {
    if (!begun && text.trim() === '') continue;
    // Anything else than a list would be collected as a whole.
    if (!begun && !/^\s*\[/.test(text)) throw fail(0, 'Is no list of rows: use `download()`.');
    begun = true;
    const failure = attempt(() => parser.write(text));
    const whole = ready.findIndex((entry) => !isRow(entry));
    const rows = ready.splice(0).slice(0, whole === -1 ? undefined : whole) as Row[];
    row += rows.length;
    yield rows;
    if (whole !== -1) throw fail(row + 1, 'Is no object.');
    if (failure) throw fail(row + 1, 'Is no valid JSON.');
  }
  if (!parser.isEnded) throw fail(row + 1, 'Is missing: the list ends before its end.');
}

function isRow(entry: unknown): entry is Row {
  return typeof entry === 'object' && entry !== null && !Array.isArray(entry);
}

/** Whether it failed. The words of the parser are dropped: they quote what it met. */
function attempt(work: () => void): boolean {
  try {
    work();
    return false;
  } catch {
    return true;
  }
}

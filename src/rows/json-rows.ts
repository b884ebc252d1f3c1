import { Tokenizer, TokenParser, TokenType } from '@streamparser/json';
import { exactNumber } from './exact-number.js';
import { decodeChunks, maxRowLength, type RowErrorFactory, type RowSource } from './row-source.js';

type JsonRow = Record<string, unknown>;

/** Each nested list takes more memory than its bracket, so hostile nesting could fill the memory. */
const maxDepth = 1000;

/** Yields the entries of a JSON array of objects. */
export async function* jsonRows(
  chunks: AsyncIterable<Uint8Array>,
  { charset }: RowSource,
  rowError: RowErrorFactory,
): AsyncGenerator<JsonRow[], void> {
  const ready: unknown[] = [];
  const parser = rowParser((value) => void ready.push(value));
  let row = 0;
  let begun = false;
  /** Characters since the last entry, including those of the text that ended it. */
  let pending = 0;
  for await (const text of decodeChunks(chunks, charset, rowError)) {
    if (!begun && text.trim() === '') continue;
    // Anything but a list would be collected in memory.
    if (!begun && !/^\s*\[/.test(text)) throw rowError(0, 'Is not a list of rows: use `download()`.');
    begun = true;
    const failure = parser.write(text);
    pending = ready.length > 0 ? text.length : pending + text.length;
    const whole = ready.findIndex((entry) => !isRow(entry));
    const rows = ready.splice(0).slice(0, whole === -1 ? undefined : whole) as JsonRow[];
    row += rows.length;
    yield rows;
    if (whole !== -1) throw rowError(row + 1, 'Is not an object.');
    if (failure !== undefined) throw rowError(row + 1, failure);
    if (pending > maxRowLength) throw rowError(row + 1, 'Has no end.');
  }
  if (!parser.isEnded()) throw rowError(row + 1, 'Is missing: the list is cut off.');
}

class ExactTokenizer extends Tokenizer {
  /** The library declares a `number`, but passes on any value. */
  protected override parseNumber(written: string): number {
    return exactNumber(written) as number;
  }
}

/** `write` returns a problem, if there is one. The library's own messages quote the text, so they are dropped. */
function rowParser(onRow: (value: unknown) => void) {
  const tokenizer = new ExactTokenizer();
  const parser = new TokenParser({ paths: ['$.*'], keepStack: false });
  let depth = 0;
  tokenizer.onToken = (token) => {
    if (token.token === TokenType.LEFT_BRACE || token.token === TokenType.LEFT_BRACKET) depth++;
    if (token.token === TokenType.RIGHT_BRACE || token.token === TokenType.RIGHT_BRACKET) depth--;
    if (depth > maxDepth) throw new RangeError('Too deep.');
    parser.write(token);
  };
  parser.onValue = ({ value }) => onRow(value);
  return {
    write(text: string): string | undefined {
      try {
        tokenizer.write(text);
        return undefined;
      } catch {
        return depth > maxDepth ? `Is nested more than ${maxDepth} levels deep.` : 'Is not valid JSON.';
      }
    },
    isEnded: () => parser.isEnded,
  };
}

function isRow(entry: unknown): entry is JsonRow {
  return typeof entry === 'object' && entry !== null && !Array.isArray(entry);
}

import { Tokenizer, TokenParser, TokenType } from '@streamparser/json';
import { exactNumber } from './exact-number.js';
import { decodeChunks, maxRowLength, type RowErrorFactory, type RowSource } from './row-source.js';

type JsonRow = Record<string, unknown>;

/** A list in a list takes more memory than its bracket: far more of them than any export has would fill it. */
const maxDepth = 1000;

/** The entries of a JSON list of objects. */
export async function* jsonRows(
  chunks: AsyncIterable<Uint8Array>,
  { charset }: RowSource,
  rowError: RowErrorFactory,
): AsyncGenerator<JsonRow[], void> {
  const ready: unknown[] = [];
  const parser = rowParser((value) => void ready.push(value));
  let row = 0;
  let begun = false;
  /** Letters since the last entry, those of the text that ended it included. */
  let pending = 0;
  for await (const text of decodeChunks(chunks, charset, rowError)) {
    if (!begun && text.trim() === '') continue;
    // Anything else than a list would be collected as a whole.
    if (!begun && !/^\s*\[/.test(text)) throw rowError(0, 'Is no list of rows: use `download()`.');
    begun = true;
    const failure = parser.write(text);
    pending = ready.length > 0 ? text.length : pending + text.length;
    const whole = ready.findIndex((entry) => !isRow(entry));
    const rows = ready.splice(0).slice(0, whole === -1 ? undefined : whole) as JsonRow[];
    row += rows.length;
    yield rows;
    if (whole !== -1) throw rowError(row + 1, 'Is no object.');
    if (failure !== undefined) throw rowError(row + 1, failure);
    if (pending > maxRowLength) throw rowError(row + 1, 'Has no end.');
  }
  if (!parser.isEnded()) throw rowError(row + 1, 'Is missing: the list is cut off.');
}

class ExactTokenizer extends Tokenizer {
  /** The library declares that a number is a `number`, and passes on whatever it gets here. */
  protected override parseNumber(written: string): number {
    return exactNumber(written) as number;
  }
}

/** `write` returns what is wrong. The words of the library are dropped: they quote the text. */
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
        return depth > maxDepth ? `Is nested more than ${maxDepth} deep.` : 'Is no valid JSON.';
      }
    },
    isEnded: () => parser.isEnded,
  };
}

function isRow(entry: unknown): entry is JsonRow {
  return typeof entry === 'object' && entry !== null && !Array.isArray(entry);
}

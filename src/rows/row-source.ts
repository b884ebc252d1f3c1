/** Makes the error for a row, counted from 1; 0 is the text before the first row. `problem` must contain no data. */
export type RowErrorFactory = (row: number, problem: string) => Error;

/** Facts about a file beside its bytes. */
export interface RowSource {
  readonly charset: string | undefined;
  /** Whether a truncated file fails by itself: its length is known, or it is compressed. */
  readonly isSized: boolean;
}

/** Maximum number of characters of a row: an endless row would fill the memory. */
export const maxRowLength = 64 * 1024 * 1024;

/** Decodes chunks, which may split a character. Invalid bytes are an error and are never replaced. */
export async function* decodeChunks(
  chunks: AsyncIterable<Uint8Array>,
  charset: string | undefined,
  rowError: RowErrorFactory,
): AsyncGenerator<string, void> {
  const decoder = strictDecoder(charset);
  const decode = (chunk?: Uint8Array) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw rowError(0, `Is not text in ${decoder.encoding}.`);
    }
  };
  for await (const chunk of chunks) yield decode(chunk);
  const rest = decode();
  if (rest !== '') yield rest;
}

function strictDecoder(charset: string | undefined): TextDecoder {
  try {
    return new TextDecoder(charset, { fatal: true });
  } catch {
    return new TextDecoder('utf-8', { fatal: true });
  }
}

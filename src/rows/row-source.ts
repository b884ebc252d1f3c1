/** Makes the error for a row, counted from 1; 0 for what comes before the first. It must not tell what is in it. */
export type RowErrorFactory = (row: number, problem: string) => Error;

/** What is known of a file beside its bytes. */
export interface RowSource {
  readonly charset: string | undefined;
  /** Whether a file that is cut off fails by itself, since its length is known or it is packed. */
  readonly isSized: boolean;
}

/** Letters of a row: one that never ends would fill the memory. */
export const maxRowLength = 64 * 1024 * 1024;

/** The text of bytes, whose letters may be cut in two. Bytes that are no text are an error, never other letters. */
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
      throw rowError(0, `Is no text in ${decoder.encoding}.`);
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

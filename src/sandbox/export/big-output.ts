/** The size of a generated output: a number of rows, or an exact number of bytes. */
export type BigOutput = { readonly rows: number } | { readonly bytes: number };

/** All rows have the same width, except for the comma between them. So the length is known before the rows exist. */
interface Shape {
  readonly head: string;
  readonly foot: string;
  readonly rows: number;
  row(index: number): string;
}

/** Rows in one chunk of the stream: about 64 KiB. */
const rowsPerChunk = 1024;

/** The length of the output in bytes, known before it exists. */
export function bigOutputLength(big: BigOutput, json: boolean): number {
  if ('bytes' in big) return big.bytes;
  const shape = shapeOf(big.rows, json);
  const separators = json ? Math.max(0, shape.rows - 1) : 0;
  return shape.head.length + shape.rows * shape.row(0).length + separators + shape.foot.length;
}

/**
 * Generates the output while it is read, and holds one chunk at most. With `bytes` it ends in the middle of a row: such
 * an output only tests sizes.
 */
export function bigOutputStream(big: BigOutput, json: boolean): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  const shape = shapeOf('bytes' in big ? Number.POSITIVE_INFINITY : big.rows, json);
  let left = bigOutputLength(big, json);
  let index = 0;
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull(controller) {
        if (left === 0) return controller.close();
        let text = index === 0 ? shape.head : '';
        for (const end = index + rowsPerChunk; index < end && index < shape.rows; index++) text += shape.row(index);
        if (index >= shape.rows) text += shape.foot;
        const chunk = encoder.encode(text.slice(0, left));
        left -= chunk.length;
        controller.enqueue(chunk);
      },
    },
    { highWaterMark: 0 },
  );
}

function shapeOf(rows: number, json: boolean): Shape {
  const number = (index: number): string => String(index + 1).padStart(12, '0');
  if (!json)
    return { head: 'number,name\r\n', foot: '', rows, row: (index) => `${number(index)},Client ${number(index)}\r\n` };
  return {
    head: '[',
    foot: ']',
    rows,
    row: (index) => `${index === 0 ? '' : ','}{"number":"${number(index)}","name":"Client ${number(index)}"}`,
  };
}

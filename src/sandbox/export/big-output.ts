/** How large a made-up output is: a number of rows, or exactly so many bytes of rows. */
export type BigOutput = { readonly rows: number } | { readonly bytes: number };

/** Every row has the same width (but for the comma before it), so the length is known without making the rows. */
interface Shape {
  readonly head: string;
  readonly foot: string;
  readonly rows: number;
  row(index: number): string;
}

/** Rows in one chunk of the stream: about 64 KiB. */
const rowsPerChunk = 1024;

/** Bytes of the output, to announce before any of it exists. */
export function bigOutputLength(big: BigOutput, json: boolean): number {
  if ('bytes' in big) return big.bytes;
  const shape = shapeOf(big.rows, json);
  const separators = json ? Math.max(0, shape.rows - 1) : 0;
  return shape.head.length + shape.rows * shape.row(0).length + separators + shape.foot.length;
}

/**
 * Makes the output while it is read and never holds more than a chunk. With `bytes` the rows stop in the middle of one, as
 * such an output only has its size to be tested by.
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

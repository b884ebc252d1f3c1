import { hasMethod, shapeOf } from '../runtime/shape.js';

/** The members of a response that concern its body. That of the caller's own `fetch` may lack some. */
export interface BodyHolder {
  readonly status: number;
  readonly body?: unknown;
  readonly bodyUsed?: unknown;
  arrayBuffer?: unknown;
  text?: unknown;
  clone?: unknown;
}

/** Reads a body piece by piece. */
export interface BodyReader {
  /** `true` if the body came as text. Its pieces are UTF-8 then, even if its type names another charset. */
  readonly isText: boolean;
  /** The next piece; `undefined` at the end. */
  read(): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Ends the body before its end. Never throws. */
  cancel(reason?: unknown): void;
}

/** A body is unusable although the connection did not break. The message completes `… responded with 200, but`. */
export class UnusableBody extends Error {}

const alreadyRead =
  'its body was already read, by the given `fetch` or a wrapper: read a `clone()` of the response there';
const oddPiece = 'the given `fetch` returned a body with pieces that are neither bytes nor text';

/** `undefined` if there is no body. Throws an `UnusableBody` if it cannot be read. */
export function bodyReader(response: BodyHolder): BodyReader | undefined {
  const body = bodyOf(response);
  if (body === null) return undefined;
  if (response.bodyUsed === true || Reflect.get(Object(body), 'locked') === true) throw new UnusableBody(alreadyRead);
  if (hasMethod(body, 'getReader')) return streamReader(body as ReadableStream<unknown>);
  return wholeReader(response as Readable);
}

/** The body of a response. Some responses without streams throw if `body` is read. */
export function bodyOf(response: { readonly body?: unknown }): unknown {
  try {
    return response.body;
  } catch {
    return undefined;
  }
}

/** Ends the unread body of a response. Never throws. */
export function dropBody(response: { readonly body?: unknown }): void {
  ignoreFailure(() => (response.body as Partial<ReadableStream> | null | undefined)?.cancel?.());
}

/** Reads a body to its end. Throws an `UnusableBody` if it has more than that many bytes. */
export async function readWithin(maxBytes: number, reader: BodyReader | undefined): Promise<Uint8Array<ArrayBuffer>> {
  const buffer = new ByteBuffer();
  for (let piece = await reader?.read(); piece !== undefined; piece = await reader?.read()) {
    if (buffer.length + piece.byteLength > maxBytes) {
      throw new UnusableBody(
        `its body has more than ${maxBytes} bytes: if this is expected, raise \`maxResponseBytes\` of \`connect\``,
      );
    }
    buffer.add(piece);
  }
  return buffer.bytes;
}

/** Joins pieces. They are copied at once, since a list of one-byte pieces would take a hundred times the memory. */
class ByteBuffer {
  #bytes: Uint8Array<ArrayBuffer> = new Uint8Array(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** All bytes so far. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length);
  }

  add(piece: Uint8Array<ArrayBuffer>): void {
    const length = this.#length + piece.byteLength;
    // Usually there is only one piece, which needs no copy.
    if (this.#length === 0) this.#bytes = piece;
    else {
      if (length > this.#bytes.byteLength) this.#grow(length);
      this.#bytes.set(piece, this.#length);
    }
    this.#length = length;
  }

  #grow(length: number): void {
    const bytes = new Uint8Array(Math.max(length, 2 * this.#length));
    bytes.set(this.bytes);
    this.#bytes = bytes;
  }
}

function streamReader(stream: Pick<ReadableStream<unknown>, 'getReader'>): BodyReader {
  const reader = stream.getReader();
  return {
    isText: false,
    async read() {
      const { done, value } = await reader.read();
      return done ? undefined : asBytes(value);
    },
    cancel: (reason) => ignoreFailure(() => reader.cancel(reason)),
  };
}

interface Readable {
  arrayBuffer?(): Promise<ArrayBuffer>;
  text?(): Promise<string>;
  clone?(): Readable;
}

function wholeReader(response: Readable): BodyReader {
  let isText = response.arrayBuffer === undefined;
  let isRead = false;
  return {
    get isText() {
      return isText;
    },
    async read() {
      if (isRead) return undefined;
      isRead = true;
      if (response.arrayBuffer === undefined) return asBytes(await response.text?.());
      const spare = response.text === undefined ? undefined : response.clone?.();
      try {
        return new Uint8Array(await response.arrayBuffer());
      } catch (failure) {
        // In React Native the method existed long before it worked.
        const text = await spare?.text?.().catch(() => undefined);
        if (text === undefined) throw failure;
        isText = true;
        return asBytes(text);
      }
    },
    cancel: () => undefined,
  };
}

export function asBytes(piece: unknown): Uint8Array<ArrayBuffer> {
  if (typeof piece === 'string') return new TextEncoder().encode(piece);
  if (ArrayBuffer.isView(piece)) {
    return new Uint8Array(piece.buffer as ArrayBuffer, piece.byteOffset, piece.byteLength);
  }
  if (shapeOf(piece) === 'ArrayBuffer') return new Uint8Array(piece as ArrayBuffer);
  throw new UnusableBody(oddPiece);
}

export function ignoreFailure(end: () => unknown): void {
  try {
    Promise.resolve(end()).catch(() => undefined);
  } catch {
    // What is ended is no longer needed, so its failure does not matter.
  }
}

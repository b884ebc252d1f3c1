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
  isText: boolean;
  /** The next piece; `undefined` at the end. */
  read(): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Ends the body before its end. Never throws. */
  cancel(reason?: unknown): void;
}

/** A body is unusable although the connection did not break. The message follows `… responded with 200:`. */
export class UnusableBody extends Error {
  /** `true` if only a part of the body came. */
  readonly isCutOff: boolean;

  constructor(message: string, isCutOff = false) {
    super(message);
    this.isCutOff = isCutOff;
  }
}

const alreadyRead = 'its body was already read: read a `clone()` of the response in the given `fetch` or its wrapper';
const oddPiece = 'its body has pieces that are neither bytes nor text';

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

/**
 * Reads a body to its end. Throws an `UnusableBody` if it has more than that many bytes. Pieces are copied at once, since a
 * list of one-byte pieces would take a hundred times the memory.
 */
export async function readWithin(maxBytes: number, reader: BodyReader | undefined): Promise<Uint8Array<ArrayBuffer>> {
  let bytes = new Uint8Array(0);
  let length = 0;
  for (let piece = await reader?.read(); piece !== undefined; piece = await reader?.read()) {
    const end = length + piece.byteLength;
    if (end > maxBytes) {
      throw new UnusableBody(
        `its body has more than ${maxBytes} bytes. Raise \`maxResponseBytes\` if this is expected`,
      );
    }
    // Usually there is only one piece, which needs no copy.
    if (length === 0) bytes = piece;
    else {
      if (end > bytes.byteLength) bytes = copyOf(bytes, Math.max(end, 2 * length));
      bytes.set(piece, length);
    }
    length = end;
  }
  return bytes.subarray(0, length);
}

function copyOf(bytes: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(length);
  copy.set(bytes);
  return copy;
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
  let isRead = false;
  return {
    isText: response.arrayBuffer === undefined,
    async read() {
      if (isRead) return undefined;
      isRead = true;
      const spare = response.text && response.clone?.();
      try {
        return asBytes(await (response.arrayBuffer?.() ?? response.text?.()));
      } catch (failure) {
        // In React Native the method existed long before it worked.
        const text = await spare?.text?.().catch(() => undefined);
        if (text === undefined) throw failure;
        this.isText = true;
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

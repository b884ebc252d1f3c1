import { InputError } from '../errors.js';
import { base64, nextTurn } from '../runtime/base64.js';

/** Divisible by 3, so that the pieces can be joined. Small enough to be passed as arguments in every browser. */
const pieceLength = 3 * 8192;

/** Bytes between two turns of the event loop: a few milliseconds of work. */
const turnLength = 16 * pieceLength;

/** Joins bytes that come in parts of any length into one text of base 64, without blocking the event loop. */
export class Base64Text {
  #text = '';
  #size = 0;
  /** Up to two bytes, which wait until three are there. */
  #carried: Uint8Array = new Uint8Array(0);
  #sinceTurn = 0;
  readonly #maxBytes: number;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  async add(part: Uint8Array): Promise<void> {
    this.#size += part.length;
    if (this.#size > this.#maxBytes) throw tooLarge(this.#maxBytes);
    const begun = this.#carried.length === 0 ? 0 : Math.min(part.length, 3 - this.#carried.length);
    const first = concat(this.#carried, part.subarray(0, begun));
    const used = first.length === 3 ? 3 : 0;
    if (used > 0) this.#append(first);
    this.#carried = first.subarray(used);
    if (this.#carried.length > 0) return;

    const end = part.length - ((part.length - begun) % 3);
    for (let start = begun; start < end; start += pieceLength) {
      const piece = part.subarray(start, Math.min(start + pieceLength, end));
      this.#append(piece);
      this.#sinceTurn += piece.length;
      if (this.#sinceTurn >= turnLength) {
        this.#sinceTurn = 0;
        await nextTurn();
      }
    }
    // A copy: the part may be a view of a buffer that is reused.
    this.#carried = part.slice(end);
  }

  end(): string {
    if (this.#carried.length > 0) this.#append(this.#carried);
    return this.#text;
  }

  #append(bytes: Uint8Array): void {
    try {
      this.#text += base64(bytes);
    } catch {
      // The engine's longest text is reached: a file of about 400 megabytes in Node and Chromium.
      throw tooLarge(this.#size);
    }
  }
}

/** Checks a text that is already base 64, and returns it in the platform's form: padded, without white space. */
export async function checkBase64(text: string, maxBytes: number): Promise<string> {
  const plain = text.replace(/[\t\n\f\r ]+/g, '').replace(/={1,2}$/, '');
  if (Math.floor((plain.length * 3) / 4) > maxBytes) throw tooLarge(maxBytes);
  // In pieces: a pattern over tens of megabytes can exhaust the engine's stack.
  for (let start = 0; start < plain.length; start += turnLength) {
    if (!/^[A-Za-z0-9+/]*$/.test(plain.slice(start, start + turnLength))) throw notBase64();
    await nextTurn();
  }
  if (plain.length % 4 === 1) throw notBase64();
  return plain.padEnd(Math.ceil(plain.length / 4) * 4, '=');
}

function concat(head: Uint8Array, tail: Uint8Array): Uint8Array {
  const joined = new Uint8Array(head.length + tail.length);
  joined.set(head);
  joined.set(tail, head.length);
  return joined;
}

function tooLarge(size: number): InputError {
  return InputError.of('inline file', 'source', `Is larger than ${size} bytes, which is the maximum.`, 'out-of-range');
}

function notBase64(): InputError {
  return InputError.of('inline file', 'source', 'The `data:` URL contains no valid base 64.', 'invalid-format');
}

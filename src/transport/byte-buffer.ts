/**
 * Joins pieces. They are copied as they come, since each has a cost of its own: a body that comes byte by byte would take a
 * hundred times its length.
 */
export class ByteBuffer {
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
    // Usually there is only one, which needs no copy.
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

import type { TransportStream } from '../transport/request.js';

/** The length of a file as a document of the platform states it. */
export interface StatedLength {
  /** Number of bytes; `undefined` if the document does not state it. */
  readonly size?: number | undefined;
  /** Encoding of the stored file, such as `gzip`; empty if there is none. */
  readonly encoding?: string;
  /** Whether the document is about exactly this file. A reference may be about an earlier version. */
  readonly isExact: boolean;
}

export type LengthProblem = 'short' | 'long' | 'changed';

/** The first bytes of a gzip file. */
export const gzipMark: readonly number[] = [0x1f, 0x8b];

/** Compares the received bytes with each known length, if both count the same bytes. */
export class FileLength {
  /** Expected number of bytes, if it is known in advance. */
  readonly size: number | undefined;
  readonly #announced: number | undefined;
  readonly #stated: StatedLength;
  /** Whether `fetch` may have decompressed the bytes. `stated` then counts other bytes. */
  readonly #mayBeUnpacked: boolean;
  #received = 0;
  #head: readonly number[] = [];

  constructor({ length, encoding }: Pick<TransportStream, 'length' | 'encoding'>, stated: StatedLength) {
    this.#announced = length;
    this.#stated = stated;
    // A reference states the size of the file itself, whatever its encoding in transit.
    this.#mayBeUnpacked = stated.isExact && encoding !== 'none';
    const isAsKept = !this.#isKeptPacked && !(stated.isExact && encoding === 'unpacked');
    this.size = greatestLength(length, isAsKept ? stated.size : undefined);
  }

  get received(): number {
    return this.#received;
  }

  add(piece: Uint8Array): void {
    if (this.#head.length < gzipMark.length) this.#head = [...this.#head, ...piece.subarray(0, gzipMark.length)];
    this.#received += piece.byteLength;
  }

  /** Minimum number of bytes of the file; `undefined` if it is not known. */
  get expected(): number | undefined {
    return greatestLength(this.#announced, this.#countsSame ? this.#stated.size : undefined);
  }

  /** Whether more bytes were received than the file can have. */
  get isTooLong(): boolean {
    const { isExact, size } = this.#stated;
    const most = [this.#announced, isExact && this.#countsSame ? size : undefined].filter(
      (limit) => limit !== undefined,
    );
    return this.#received > Math.min(...most);
  }

  /** Whether a file that is shorter than its reference says is as long as its own headers say. */
  get mayBeReplaced(): boolean {
    return !this.#stated.isExact && this.#received === this.#announced;
  }

  /** The problem of a file that has ended, if there is one. */
  problem(): LengthProblem | undefined {
    const { size } = this.#stated;
    if (this.isTooLong) return 'long';
    if (this.expected !== undefined && this.#received < this.expected) return 'short';
    if (size === undefined) return undefined;
    if (!this.#countsSame) return size > maxPackedLength(this.#received) ? 'short' : undefined;
    return this.#received > size && this.#received !== this.#announced ? 'changed' : undefined;
  }

  get #isKeptPacked(): boolean {
    return !plainEncodings.has(this.#stated.encoding ?? '');
  }

  /** Whether `stated` counts the received bytes. */
  get #countsSame(): boolean {
    if (this.#mayBeUnpacked) return false;
    // The file arrives as stored, or was decompressed on the way.
    return !this.#isKeptPacked || gzipMark.every((byte, index) => this.#head[index] === byte);
  }
}

function greatestLength(...lengths: (number | undefined)[]): number | undefined {
  const known = lengths.filter((length) => length !== undefined);
  return known.length > 0 ? Math.max(...known) : undefined;
}

/** Encodings of a file that is stored as it is. */
const plainEncodings = new Set(['', 'identity']);

/** An upper bound of the compressed size: incompressible data grow by a header and five bytes per block. */
function maxPackedLength(bytes: number): number {
  return bytes + bytes / 1000 + 300;
}

import type { TransportStream } from '../transport/request.js';

/** What a document of the platform says of a file's length. */
export interface StatedLength {
  /** Bytes; `undefined` if the document does not say. */
  readonly size?: number | undefined;
  /** How the file is kept, such as `gzip`; empty if as it is. */
  readonly encoding?: string;
  /** Whether the document is of this very file. That of a reference may be of an earlier one. */
  readonly isExact: boolean;
}

export type LengthProblem = 'short' | 'long' | 'changed';

/** How a file that is packed by gzip begins. */
export const gzipMark: readonly number[] = [0x1f, 0x8b];

/** Compares what came with each length that is known, if both count the same bytes. */
export class FileLength {
  /** Bytes that should come, if that is known before they do. */
  readonly size: number | undefined;
  readonly #announced: number | undefined;
  readonly #stated: StatedLength;
  /** Whether `fetch` may have unpacked the bytes, so that `stated` may count others. */
  readonly #mayBeUnpacked: boolean;
  #received = 0;
  #head: readonly number[] = [];

  constructor({ length, encoding }: Pick<TransportStream, 'length' | 'encoding'>, stated: StatedLength) {
    this.#announced = length;
    this.#stated = stated;
    // A reference tells the size of the file itself, however it travels.
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

  /** Bytes that the file surely has; `undefined` if that is not known. */
  get expected(): number | undefined {
    return greatestLength(this.#announced, this.#countsSame ? this.#stated.size : undefined);
  }

  /** More has come than may come. */
  get isTooLong(): boolean {
    const { isExact, size } = this.#stated;
    const most = [this.#announced, isExact && this.#countsSame ? size : undefined].filter(
      (limit) => limit !== undefined,
    );
    return this.#received > Math.min(...most);
  }

  /** What is wrong with a file that has ended. */
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

  /** Whether `stated` counts the bytes that came. */
  get #countsSame(): boolean {
    if (this.#mayBeUnpacked) return false;
    // Handed out as it is kept, or unpacked on the way.
    return !this.#isKeptPacked || gzipMark.every((byte, index) => this.#head[index] === byte);
  }
}

function greatestLength(...lengths: (number | undefined)[]): number | undefined {
  const known = lengths.filter((length) => length !== undefined);
  return known.length > 0 ? Math.max(...known) : undefined;
}

/** Words for a file that is kept as it is. */
const plainEncodings = new Set(['', 'identity']);

/** Bytes to which no packer makes so many: what cannot be packed costs five bytes in some thousands, and a header. */
function maxPackedLength(bytes: number): number {
  return bytes + bytes / 1000 + 300;
}

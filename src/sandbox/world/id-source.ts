/**
 * Makes identifiers from a seed. Two sandboxes with the same options give the same ids in the same order, so a test can
 * be replayed. Not for secrets: the generator (mulberry32) is predictable on purpose.
 */
export class IdSource {
  readonly #place: { state: number };

  /** `place`: where it is in its sequence. Default: at the start of the sequence of the seed. */
  constructor(seed: number, place = { state: seed >>> 0 }) {
    this.#place = place;
  }

  /** A number from 0 (inclusive) to 1 (exclusive). */
  fraction(): number {
    this.#place.state = (this.#place.state + 0x6d2b79f5) >>> 0;
    let mixed = this.#place.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.fraction() * (high - low + 1));
  }

  hex(length: number): string {
    return Array.from({ length }, () => this.between(0, 15).toString(16)).join('');
  }

  uuid(): string {
    const variant = '89ab'.charAt(this.between(0, 3));
    return `${this.hex(8)}-${this.hex(4)}-4${this.hex(3)}-${variant}${this.hex(3)}-${this.hex(12)}`;
  }
}

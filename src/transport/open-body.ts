import { mediaType } from './body.js';
import { type BodyReader, bodyOf, dropBody, fileReader } from './body-reader.js';
import type { Answering } from './call.js';
import { untilAborted } from './lifetime.js';

type Piece = Uint8Array<ArrayBuffer>;

/**
 * The body of a file, which holds its connection until it ends, fails or is cancelled. A download may take hours, so its
 * time limit is an idle one: `timeout` milliseconds without a byte. It does not count while nobody reads.
 *
 * The signals of its call refer to it, so it must not refer to the stream that it is read by: that must become garbage when
 * the caller drops it.
 */
export class OpenBody {
  readonly isText: boolean;
  readonly #answering: Answering;
  readonly #reader: BodyReader | undefined;
  readonly #onEnd: () => void;
  /** Pieces that came before they were asked for. */
  #ahead: Piece[] = [];
  #reading: Promise<void> | undefined;
  #stopReading: (() => void) | undefined;
  #failure: { readonly reason: unknown } | undefined;
  #hasEnded = false;

  constructor(answering: Answering, onEnd: () => void) {
    const { response, lifetime } = answering;
    this.#answering = answering;
    this.#onEnd = onEnd;
    try {
      this.#reader = fileReader(response, mediaType(response.headers.get('content-type')));
    } catch (thrown) {
      dropBody(bodyOf(response));
      answering.finish('aborted');
      throw answering.failure(thrown, 'bytes');
    }
    this.isText = this.#reader?.isText === true;
    lifetime.rest();
    lifetime.dropDeadline();
    if (this.#reader === undefined) this.#end('done');
    else if (lifetime.signal.aborted) this.#abort();
    else lifetime.signal.addEventListener('abort', () => this.#abort(), { once: true });
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Reads up to that many bytes before they are asked for. No time counts meanwhile. */
  async readAhead(most: number): Promise<void> {
    for (let bytes = 0; !this.#hasEnded && bytes < most; bytes = length(this.#ahead)) await this.#readPiece();
  }

  /** The next piece; `undefined` at the end. */
  async next(): Promise<Piece | undefined> {
    const { lifetime, timeout } = this.#answering;
    for (;;) {
      const piece = this.#ahead.shift();
      if (piece !== undefined) return piece;
      if (this.#failure !== undefined) throw this.#failure.reason;
      if (this.#hasEnded) return undefined;
      lifetime.restart(timeout);
      await this.#readPiece();
      lifetime.rest();
    }
  }

  /** Gives the connection back, which has to close. What reads the body fails with the reason. */
  cancel(reason?: unknown): void {
    if (!this.#hasEnded) this.#fail(reason);
  }

  /** One at a time, whoever asks for it. Never rejects. */
  #readPiece(): Promise<void> {
    this.#reading ??= Promise.race([
      this.#read(),
      // Not every body that is cancelled ends the read that is under way.
      new Promise<void>((resolve) => {
        this.#stopReading = resolve;
      }),
    ]).finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #read(): Promise<void> {
    const { lifetime } = this.#answering;
    try {
      const piece = await untilAborted(this.#reader?.read() ?? Promise.resolve(undefined), lifetime.signal);
      if (this.#hasEnded) return;
      if (piece === undefined) this.#end('done');
      else this.#ahead.push(piece);
    } catch (thrown) {
      if (!this.#hasEnded) this.#fail(this.#answering.failure(thrown, 'bytes'));
    }
  }

  /** An unread body has no reader that would notice, and would keep its connection. */
  #abort(): void {
    this.#ahead = [];
    if (!this.#hasEnded) this.#fail(this.#answering.failure(undefined, 'bytes'));
  }

  #fail(reason: unknown): void {
    this.#failure = { reason };
    this.#end('aborted');
    // Node's fetch follows a signal by a weak reference only, and may have lost it: this closes the socket surely.
    this.#reader?.cancel(reason);
    this.#stopReading?.();
  }

  #end(how: 'done' | 'aborted'): void {
    this.#hasEnded = true;
    this.#answering.finish(how);
    this.#onEnd();
  }
}

function length(pieces: readonly Piece[]): number {
  return pieces.reduce((bytes, piece) => bytes + piece.byteLength, 0);
}

import { mediaType } from './body.js';
import { type BodyHolder, type BodyReader, bodyReader, dropBody, UnusableBody } from './body-reader.js';
import type { PendingResponse } from './call.js';

type Piece = Uint8Array<ArrayBuffer>;

/**
 * The body of a file. It holds its connection until it ends, fails or is cancelled. A download may take hours, so its time
 * limit is an idle one: `timeout` milliseconds without a byte. The limit does not run while nothing reads the body.
 *
 * The signals of its call refer to it. So it must not refer to the stream that reads it, which must become garbage when the
 * caller drops it.
 */
export class OpenBody {
  readonly isText: boolean;
  readonly #pending: PendingResponse;
  readonly #reader: BodyReader | undefined;
  readonly #onEnd: () => void;
  /** Pieces that were read ahead. */
  #ahead: Piece[] = [];
  #reading: Promise<void> | undefined;
  #stopReading: (() => void) | undefined;
  #failure: { readonly reason: unknown } | undefined;
  #hasEnded = false;

  constructor(pending: PendingResponse, onEnd: () => void) {
    const { response, lifetime } = pending;
    this.#pending = pending;
    this.#onEnd = onEnd;
    try {
      this.#reader = fileReader(response, mediaType(response.headers.get('content-type')));
    } catch (thrown) {
      dropBody(response);
      pending.finish('aborted');
      throw pending.failure(thrown, 'bytes');
    }
    this.isText = this.#reader?.isText === true;
    lifetime.stopTimeout();
    lifetime.dropDeadline();
    if (this.#reader === undefined) this.#end('done');
    else if (lifetime.signal.aborted) this.#abort();
    else lifetime.signal.addEventListener('abort', () => this.#abort(), { once: true });
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Reads up to that many bytes before the consumer requests them, without a time limit. */
  async readAhead(maxBytes: number): Promise<void> {
    for (let bytes = 0; !this.#hasEnded && bytes < maxBytes; bytes = length(this.#ahead)) await this.#readPiece();
  }

  /** The next piece; `undefined` at the end. */
  async next(): Promise<Piece | undefined> {
    const { lifetime } = this.#pending;
    for (;;) {
      const piece = this.#ahead.shift();
      if (piece !== undefined) return piece;
      if (this.#failure !== undefined) throw this.#failure.reason;
      if (this.#hasEnded) return undefined;
      lifetime.startTimeout();
      await this.#readPiece();
      lifetime.stopTimeout();
    }
  }

  /** Releases the connection, which has to close. Further reading fails with the reason. */
  cancel(reason?: unknown): void {
    if (!this.#hasEnded) this.#fail(reason);
  }

  /** Only one at a time. Never rejects. */
  #readPiece(): Promise<void> {
    this.#reading ??= Promise.race([
      this.#read(),
      // For some kinds of bodies, cancelling does not end a running read.
      new Promise<void>((resolve) => {
        this.#stopReading = resolve;
      }),
    ]).finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #read(): Promise<void> {
    const { lifetime } = this.#pending;
    try {
      const piece = await lifetime.waitFor(this.#reader?.read() ?? Promise.resolve(undefined));
      if (this.#hasEnded) return;
      if (piece === undefined) this.#end('done');
      else this.#ahead.push(piece);
    } catch (thrown) {
      if (!this.#hasEnded) this.#fail(this.#pending.failure(thrown, 'bytes'));
    }
  }

  /** An unread body has no reader that would notice the abort, and would keep its connection. */
  #abort(): void {
    this.#ahead = [];
    if (!this.#hasEnded) this.#fail(this.#pending.failure(undefined, 'bytes'));
  }

  #fail(reason: unknown): void {
    this.#failure = { reason };
    this.#end('aborted');
    // Node's fetch keeps only a weak reference to the signal and may have lost it: this closes the socket for certain.
    this.#reader?.cancel(reason);
    this.#stopReading?.();
  }

  #end(how: 'done' | 'aborted'): void {
    this.#hasEnded = true;
    this.#pending.finish(how);
    this.#onEnd();
  }
}

function length(pieces: readonly Piece[]): number {
  return pieces.reduce((bytes, piece) => bytes + piece.byteLength, 0);
}

const textOnly = 'the given `fetch` returned a file as text only: it needs a stream as `body`, or `arrayBuffer()`';

/** The reader of a file. Only a text file may be read as text. */
function fileReader(response: BodyHolder, mediaType: string): BodyReader | undefined {
  const reader = bodyReader(response);
  if (reader === undefined || /^text\/|^application\/(?:.+\+)?(?:json|xml|csv)$/.test(mediaType)) return reader;
  if (reader.isText) throw new UnusableBody(textOnly);
  return {
    isText: false,
    cancel: reader.cancel,
    async read() {
      const piece = await reader.read();
      if (reader.isText) throw new UnusableBody(textOnly);
      return piece;
    },
  };
}

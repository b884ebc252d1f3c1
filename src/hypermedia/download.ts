import { cancellable } from '../async/cancellable.js';
import { InputError, isCareError, ResponseValidationError, UnexpectedResponseError } from '../errors.js';
import { bypassProxies } from '../runtime/bypass-proxies.js';
import { asyncDispose } from '../runtime/globals.js';
import type { TransportStream } from '../transport/request.js';
import { aFunction, takeOptions } from '../values/options.js';
import { dispositionFilename } from './content-disposition.js';
import { FileLength, type StatedLength } from './file-length.js';

/** Progress of a download. */
export interface DownloadProgress {
  /** Bytes received so far. */
  readonly received: number;
  /** Total number of bytes; `undefined` if the platform does not report it. */
  readonly size: number | undefined;
}

/** Options for reading a download. */
export interface ReadOptions {
  /** Called for each chunk that arrives, and awaited. An error that it throws ends the download. */
  readonly onProgress?: ((progress: DownloadProgress) => unknown) | undefined;
}

/**
 * A file of the platform that has not been read yet. It holds one of the connections until its end: read it to the end,
 * call `cancel()`, or declare it with `await using`. A file of up to 64 KiB with a known length holds none. The `signal` and
 * `timeout` of the call that opened it also apply to reading. `timeout` then limits the time without a byte, not the total.
 * A download can be read once: another read is an `InputError`. Iterating over it yields its bytes as they arrive.
 */
export class Download {
  /** Media type; empty if the platform sends none. */
  readonly contentType: string;
  /** Number of bytes; `undefined` if the platform does not report it. */
  readonly size: number | undefined;
  /** The name that the platform suggests. It is not safe as a path. */
  readonly filename: string | undefined;
  readonly #stream: TransportStream;
  readonly #details: FileDetails;
  readonly #length: FileLength;

  /** @internal */
  constructor(stream: TransportStream, details: FileDetails) {
    bypassProxies(this);
    const { headers } = stream;
    this.contentType = headers.get('content-type') ?? '';
    this.#length = new FileLength(stream, details.stated);
    this.size = this.#length.size;
    this.filename = details.filename ?? dispositionFilename(headers.get('content-disposition'));
    this.#stream = stream;
    this.#details = details;
  }

  /** The bytes as they arrive. Fails with an `UnexpectedResponseError` with `received` if their number is not `size`. */
  stream(options: ReadOptions = {}): ReadableStream<Uint8Array<ArrayBuffer>> {
    const { onProgress } = takeOptions('download', options, { onProgress: aFunction });
    const { body } = this.#stream;
    if (body.locked) throw this.#secondReadError();
    const reader = body.getReader();
    const length = this.#length;
    const { size } = this;
    const next = async () => {
      const { done, value } = await reader.read().catch((thrown: unknown) => {
        const isCutOff = isCareError(thrown, 'UnexpectedResponseError') && thrown.cutOff;
        throw isCutOff ? this.#cutOff('short', thrown) : thrown;
      });
      if (done) {
        this.#checkEnd();
        return undefined;
      }
      length.add(value);
      if (length.isTooLong) throw this.#cutOff('long');
      await onProgress?.({ received: length.received, size });
      return value;
    };
    const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        async pull(controller) {
          try {
            const piece = await next();
            if (piece === undefined) controller.close();
            else controller.enqueue(piece);
          } catch (thrown) {
            await reader.cancel(thrown).catch(() => undefined);
            throw thrown;
          }
        },
        cancel: (reason) => reader.cancel(reason),
      },
      { highWaterMark: 0 },
    );
    return makeIterable(stream);
  }

  /** Yields the bytes as they arrive. Leaving the loop ends the download. */
  [Symbol.asyncIterator](): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
    return chunksOf(this.stream().getReader());
  }

  /**
   * Stops reading and releases the connection. Pending and later reads fail with `reason`, by default an `AbortError`. Does
   * nothing after the end.
   */
  async cancel(reason: unknown = new DOMException('The download was cancelled.', 'AbortError')): Promise<void> {
    this.#stream.cancel(reason);
  }

  /** The same as `cancel`, in runtimes with `await using`. */
  [asyncDispose](): Promise<void> {
    return this.cancel();
  }

  /** Reads the whole file into memory. */
  async bytes(options: ReadOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await (await this.blob(options)).arrayBuffer());
  }

  /** Reads the whole file into a `Blob` with its content type. */
  async blob(options: ReadOptions = {}): Promise<Blob> {
    // By hand: a `Response` of the stream fails in Chromium with its own error instead of the stream's.
    const parts: BlobPart[] = [];
    const reader = this.stream(options).getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read()) parts.push(read.value);
    return new Blob(parts, { type: this.contentType });
  }

  /** Reads the whole file as text, in the charset of `contentType`. Default charset: UTF-8. */
  async text(options: ReadOptions = {}): Promise<string> {
    return this.#stream.decode(await this.bytes(options));
  }

  /** The charset of `contentType`; `undefined` if it has none. */
  get charset(): string | undefined {
    return this.#stream.charset;
  }

  /** @internal An error about parts of the content. `names` and `message` must contain no value. */
  contentError(names: readonly string[], message: string): ResponseValidationError {
    const problems = names.map((name) => ({ name, message, code: 'undocumented' }));
    const { target } = this.#details;
    return new ResponseValidationError(`${target}: ${names.join(', ')}: ${message}`, target, problems, this.#stream);
  }

  #secondReadError(): InputError {
    const message = 'Was read already, or is being read. A download can be read once: open it again.';
    return new InputError(`${this.#details.target}: ${message}`, [{ name: '(whole)', message, code: 'conflict' }]);
  }

  #checkEnd(): void {
    const problem = this.#length.problem();
    if (problem === 'short' || problem === 'long') throw this.#cutOff(problem);
    if (problem === undefined) return;
    this.#details.logger?.warn(
      `${this.#details.target}: received more bytes than its reference states. The file was replaced since, or it is damaged.`,
    );
  }

  #cutOff(problem: 'short' | 'long', broken?: UnexpectedResponseError): UnexpectedResponseError {
    const { url, attempts, waited } = this.#stream;
    const { target } = this.#details;
    const { received, expected, mayBeReplaced } = this.#length;
    const count = expected === undefined ? `${received}` : `${received} of ${expected}`;
    const found = problem === 'short' ? 'the file is incomplete' : 'more than the file has';
    const advice = mayBeReplaced && broken === undefined ? replacedAdvice : '';
    return new UnexpectedResponseError(
      `${broken?.message ?? `${target} ended.`} Received ${count} bytes: ${found}.${advice}`,
      { method: 'GET', target, url: url.href, attempts, waited },
      broken?.status ?? 200,
      true,
      undefined,
      received,
    );
  }
}

/** Facts about a file beside its response. */
interface FileDetails {
  readonly target: string;
  readonly filename?: string | undefined;
  readonly stated: StatedLength;
  readonly logger?: { warn(message: string): void } | undefined;
}

const replacedAdvice =
  ' But its own `Content-Length` is as short, so it may have been replaced since: read its reference again.';

type ChunkReader = ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>;
type Chunks = AsyncGenerator<Uint8Array<ArrayBuffer>, void>;

/** Leaving frees the connection at once: also while a chunk is awaited, and before the first is. */
function chunksOf(reader: ChunkReader): Chunks {
  const chunks = cancellable(undefined, async () => readChunks(reader));
  const leave = chunks.return;
  chunks.return = (value) => {
    void reader.cancel().catch(() => undefined);
    return leave(value);
  };
  return chunks;
}

async function* readChunks(reader: ChunkReader): Chunks {
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Not every browser can iterate over a stream. A loop that throws at once would then never end the download. */
function makeIterable(stream: ReadableStream<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array<ArrayBuffer>> {
  if (!(Symbol.asyncIterator in stream)) {
    const iterate = () => chunksOf((stream as ReadableStream<Uint8Array<ArrayBuffer>>).getReader());
    Object.defineProperties(stream, {
      [Symbol.asyncIterator]: { value: iterate },
      values: { value: iterate },
    });
  }
  return stream;
}

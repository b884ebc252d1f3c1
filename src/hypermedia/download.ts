import { isCareError, ResponseValidationError, UnexpectedResponseError } from '../errors.js';
import { bypassProxies } from '../runtime/bypass-proxies.js';
import { asyncDispose } from '../runtime/globals.js';
import type { TransportStream } from '../transport/request.js';
import { aFunction, takeOptions } from '../values/options.js';
import { dispositionFilename } from './content-disposition.js';
import { FileLength, type StatedLength } from './file-length.js';

/** How far a download is. */
export interface DownloadProgress {
  /** Bytes so far. */
  readonly received: number;
  /** Bytes in all; `undefined` where the platform does not tell. */
  readonly size: number | undefined;
}

/** How a download is read. */
export interface ReadOptions {
  /** Called for each part as it arrives, and waited for. What it throws ends the download. */
  readonly onProgress?: ((progress: DownloadProgress) => unknown) | undefined;
}

/**
 * A file of the platform, not yet read. It holds one of the connections until its end: read it to its end, or `cancel()` it,
 * or declare it with `await using`. A file of up to 64 KiB whose length is known holds none. The `signal` and `timeout` of
 * the call that opened it go on while it is read: `timeout` is then the longest time without a byte, with no limit in all.
 * It can be read once; a loop over it gives its bytes as they arrive.
 */
export class Download {
  /** Media type; empty where the platform names none. */
  readonly contentType: string;
  /** Bytes; `undefined` where the platform does not tell. */
  readonly size: number | undefined;
  /** As the platform suggests it: not safe as a path. */
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

  /** The bytes as they arrive; an `UnexpectedResponseError` with `received` if they are fewer or more than `size`. */
  stream(options: ReadOptions = {}): ReadableStream<Uint8Array<ArrayBuffer>> {
    const { onProgress } = takeOptions('download', options, { onProgress: aFunction });
    const reader = this.#stream.body.getReader();
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

  /** The bytes as they arrive. Leaving the loop ends the download. */
  [Symbol.asyncIterator](): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
    return readChunks(this.stream().getReader());
  }

  /** Gives its connection back without reading on. What still reads it fails with `reason`. Does nothing after its end. */
  async cancel(reason?: unknown): Promise<void> {
    this.#stream.cancel(reason);
  }

  /** The same as `cancel`, in runtimes that know `await using`. */
  [asyncDispose](): Promise<void> {
    return this.cancel();
  }

  /** All of it in memory. Once, as all ways of reading. */
  async bytes(options: ReadOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await (await this.blob(options)).arrayBuffer());
  }

  /** All of it, with its content type. */
  async blob(options: ReadOptions = {}): Promise<Blob> {
    // By hand: from a `Response` of the stream, Chromium gives an error of its own instead of the stream's.
    const parts: BlobPart[] = [];
    const reader = this.stream(options).getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read()) parts.push(read.value);
    return new Blob(parts, { type: this.contentType });
  }

  /** The bytes as text in the charset that `contentType` names; without one UTF-8. */
  async text(options: ReadOptions = {}): Promise<string> {
    return this.#stream.decode(await this.bytes(options));
  }

  /** As `contentType` names it; `undefined` where it names none. */
  get charset(): string | undefined {
    return this.#stream.charset;
  }

  /** @internal The error for what the file holds; it names no value. */
  contentError(name: string, message: string): ResponseValidationError {
    const problems = [{ name, message }];
    const { target } = this.#details;
    return new ResponseValidationError(`${target}: ${name}: ${message}`, target, problems, this.#stream);
  }

  #checkEnd(): void {
    const problem = this.#length.problem();
    if (problem === 'short' || problem === 'long') throw this.#cutOff(problem);
    if (problem === undefined) return;
    this.#details.logger?.warn(
      `${this.#details.target}: more bytes came than its reference says: it is another file than when that was read, or not as it should be.`,
    );
  }

  #cutOff(problem: 'short' | 'long', broken?: UnexpectedResponseError): UnexpectedResponseError {
    const { url, attempts, waited } = this.#stream;
    const { target } = this.#details;
    const { received, expected } = this.#length;
    const count = expected === undefined ? `${received}` : `${received} of ${expected}`;
    const found = problem === 'short' ? 'this is not the whole file' : 'this is more than the file';
    return new UnexpectedResponseError(
      `${broken?.message ?? `${target} ended.`} ${count} bytes had come: ${found}.`,
      { method: 'GET', target, url: url.href, attempts, waited },
      broken?.status ?? 200,
      true,
      undefined,
      received,
    );
  }
}

/** What is known of a file beside its response. */
interface FileDetails {
  readonly target: string;
  readonly filename?: string | undefined;
  readonly stated: StatedLength;
  readonly logger?: { warn(message: string): void };
}

async function* readChunks(
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Not every browser can iterate a stream, and a loop that throws at its start would never end the download. */
function makeIterable(stream: ReadableStream<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array<ArrayBuffer>> {
  if (!(Symbol.asyncIterator in stream)) {
    const iterate = () => readChunks((stream as ReadableStream<Uint8Array<ArrayBuffer>>).getReader());
    Object.defineProperties(stream, {
      [Symbol.asyncIterator]: { value: iterate },
      values: { value: iterate },
    });
  }
  return stream;
}

import { UnexpectedResponseError } from '../errors.js';
import type { TransportStream } from '../transport/request.js';

/** A file of the platform, not yet read. Its connection is held until its body ends: read it, or cancel its stream. */
export class Download {
  /** Media type; empty where the platform names none. */
  readonly contentType: string;
  /** Bytes; `undefined` where the platform does not tell. */
  readonly size: number | undefined;
  /** As the platform suggests it: not safe as a path. */
  readonly filename: string | undefined;
  readonly #stream: TransportStream;
  readonly #target: string;

  constructor(
    stream: TransportStream,
    details: { target: string; size?: number | undefined; filename?: string | undefined },
  ) {
    const { headers } = stream;
    this.contentType = headers.get('content-type') ?? '';
    const sizes = [lengthOf(headers), details.size].filter((size) => size !== undefined);
    this.size = sizes.length > 0 ? Math.max(...sizes) : undefined;
    this.filename = details.filename;
    this.#stream = stream;
    this.#target = details.target;
  }

  /** The bytes as they arrive; it fails where they end before `size`. May be taken once. */
  stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    let received = 0;
    const { size } = this;
    const check = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (chunk, controller) => {
        received += chunk.byteLength;
        controller.enqueue(chunk);
      },
      flush: () => {
        if (size !== undefined && received < size) throw this.#cutOff(received, size);
      },
    });
    return this.#stream.body.pipeThrough(check);
  }

  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await new Response(this.stream()).arrayBuffer());
  }

  async blob(): Promise<Blob> {
    return new Blob([await this.bytes()], { type: this.contentType });
  }

  /** The bytes as UTF-8. */
  async text(): Promise<string> {
    return new Response(this.stream()).text();
  }

  #cutOff(received: number, size: number): UnexpectedResponseError {
    const { url, attempts, waited } = this.#stream;
    return new UnexpectedResponseError(
      `${this.#target} ended after ${received} of ${size} bytes: what came is not the whole file.`,
      { method: 'GET', target: this.#target, url: url.href, attempts, waited },
      200,
      true,
    );
  }
}

/** A fetch undoes a content encoding, so that the length on the wire says nothing of the bytes it gives. */
function lengthOf(headers: Headers): number | undefined {
  const length = headers.get('content-length');
  const encoding = headers.get('content-encoding') ?? 'identity';
  return length !== null && /^\d+$/.test(length) && encoding === 'identity' ? Number(length) : undefined;
}

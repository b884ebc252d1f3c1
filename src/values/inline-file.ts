import { InputError } from '../errors.js';
import { shapeOf } from '../runtime/shape.js';
import { Base64Text, checkBase64 } from './base64.js';
import { dataUrlContent } from './data-url.js';
import type { InlineFile } from './file.js';
import { numberFrom, takeOptions } from './options.js';

/** Bytes in any form that a program may have. A string must be a `data:` URL. */
export type FileSource =
  | Blob
  | ArrayBufferView
  | ArrayBuffer
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>
  | `data:${string}`;

/**
 * Creates an inline file of these bytes, for a picture or an image field. Reads them to the end in pieces, so that other
 * work continues meanwhile. Sends no request. Another string than a `data:` URL is an `InputError`, since it could be the
 * bytes or base 64.
 * @param filename default: the name of a `File`, else none
 * @param options `maxBytes`: more bytes are an `InputError`, and a stream is not read further. Default: the longest text of
 *   the engine, about 400 megabytes. The maximum of the platform is not documented.
 */
export async function inlineFile(
  source: FileSource,
  filename?: string,
  options: { readonly maxBytes?: number | undefined } = {},
): Promise<InlineFile> {
  const bytes = numberFrom(0, Number.POSITIVE_INFINITY, 'bytes from 0');
  const { maxBytes = Number.POSITIVE_INFINITY } = takeOptions('inline file', options, { maxBytes: bytes });
  if (filename != null && typeof filename !== 'string')
    throw InputError.of('inline file', 'filename', 'Must be a text.', 'wrong-type');
  const data = await base64Of(source, maxBytes);
  const name = filename ?? (shapeOf(source) === 'File' ? (source as File).name : undefined);
  return { '@type': 'base64', data, ...(name !== undefined && { filename: name }) };
}

async function base64Of(source: FileSource, maxBytes: number): Promise<string> {
  const text = new Base64Text(maxBytes);
  if (typeof source === 'string') {
    const content = dataUrlContent(dataUrl(source));
    if ('base64' in content) return checkBase64(content.base64, maxBytes);
    await text.add(content.bytes);
  } else {
    for await (const part of await parts(source)) await text.add(bytesOf(part));
  }
  return text.end();
}

function dataUrl(text: string): string {
  if (/^data:/i.test(text)) return text;
  throw inlineFileError('Is a text but not a `data:` URL: pass the bytes.');
}

async function parts(source: Exclude<FileSource, string>): Promise<AsyncIterable<unknown> | Iterable<unknown>> {
  // Checked by shape: a value of another realm, such as a simulated page, is no instance of the classes here.
  const kind = shapeOf(source);
  if (kind === 'Blob' || kind === 'File') {
    const blob: Pick<Blob, 'arrayBuffer'> & Partial<Pick<Blob, 'stream'>> = source as Blob;
    return blob.stream === undefined ? [await blob.arrayBuffer()] : chunks(blob.stream());
  }
  if (kind === 'ReadableStream') return chunks(source as ReadableStream<unknown>);
  if (typeof source === 'object' && source !== null && Symbol.asyncIterator in source) return source;
  return [source];
}

/** Not every browser can iterate a stream. It is cancelled if it is not read to its end. */
async function* chunks(stream: ReadableStream<unknown>): AsyncGenerator<unknown, void> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function bytesOf(part: unknown): Uint8Array {
  if (ArrayBuffer.isView(part)) return new Uint8Array(part.buffer, part.byteOffset, part.byteLength);
  if (shapeOf(part) === 'ArrayBuffer') return new Uint8Array(part as ArrayBuffer);
  throw inlineFileError('Must be a Blob, a File, a Uint8Array, an ArrayBuffer, a stream of bytes or a `data:` URL.');
}

function inlineFileError(message: string): InputError {
  return InputError.of('inline file', 'source', message);
}

import * as z from 'zod/mini';
import { InputError } from '../errors.js';

/** A file in an answer: never the bytes, only where they are. */
export interface FileReference {
  readonly '@type': string;
  /** Where the file is fetched, with the same token. It can change with the file, so take it from a fresh answer. */
  readonly url: string;
  /** Bytes. */
  readonly size: number;
  /** Media type. */
  readonly content_type: string;
  readonly filename?: string | null;
}

export const fileReference: z.ZodMiniType<FileReference> = z.object({
  '@type': z.string(),
  url: z.string(),
  size: z.number(),
  content_type: z.string(),
  filename: z.optional(z.nullable(z.string())),
}) as z.ZodMiniType<FileReference>;

/** A file in a request: the bytes themselves. `inlineFile` makes one. */
export interface InlineFile {
  readonly '@type': 'base64';
  /** Base 64. */
  readonly data: string;
  readonly filename?: string;
}

// No pattern runs over `data`: it can be tens of megabytes, and the platform checks it anyway.
export const inlineFileInput: z.ZodMiniType<InlineFile> = z.strictObject({
  '@type': z.literal('base64'),
  data: z.string(),
  filename: z.optional(z.string()),
}) as z.ZodMiniType<InlineFile>;

export function isInlineFile(value: unknown): value is InlineFile {
  return typeof value === 'object' && value !== null && Reflect.get(value, '@type') === 'base64';
}

/** Divisible by 3, so that the pieces can be joined; small enough to be passed as arguments in every browser. */
const pieceLength = 3 * 8192;

/**
 * An inline file of these bytes, for a picture or an image field. Makes no request. Text is refused: it could be the bytes
 * themselves, base 64 already, or a `data:` URL.
 */
export async function inlineFile(source: Blob | Uint8Array | ArrayBuffer, filename?: string): Promise<InlineFile> {
  const bytes = await asBytes(source);
  let data = '';
  for (let start = 0; start < bytes.length; start += pieceLength) {
    data += btoa(String.fromCharCode(...bytes.subarray(start, start + pieceLength)));
  }
  return { '@type': 'base64', data, ...(filename !== undefined && { filename }) };
}

async function asBytes(source: Blob | Uint8Array | ArrayBuffer): Promise<Uint8Array> {
  // By what they can do: those of another realm, such as a simulated page, are no instances of this one's classes.
  if (ArrayBuffer.isView(source)) return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
  const kind = Object.prototype.toString.call(source);
  if (kind === '[object ArrayBuffer]') return new Uint8Array(source as ArrayBuffer);
  if (kind === '[object Blob]' || kind === '[object File]') return new Uint8Array(await (source as Blob).arrayBuffer());
  throw InputError.of('inline file', 'source', 'Must be a Blob, a File, a Uint8Array or an ArrayBuffer.');
}

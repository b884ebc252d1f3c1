import * as z from 'zod/mini';
import { choiceInput } from './choice-input.js';
import { refine } from './refine.js';

/** A file in a response: the URL, never the bytes. */
export interface FileReference {
  /** Distinguishes it from a file that is sent. */
  readonly '@type': string;
  /** The URL of the file, which needs the same token. It may change with the file, so take it from a fresh response. */
  readonly url: string;
  /** Bytes. */
  readonly size: number;
  /** Media type. */
  readonly content_type: string;
  /** Chosen by the sender of the file. Make it safe before you use it. */
  readonly filename?: string | null;
}

export const fileReference: z.ZodMiniType<FileReference> = z.object({
  '@type': z.string(),
  url: z.string(),
  size: z.number(),
  content_type: z.string(),
  filename: z.optional(z.nullable(z.string())),
}) as z.ZodMiniType<FileReference>;

/** A file in a request, with its bytes. `inlineFile()` creates one. */
export interface InlineFile {
  /** Distinguishes it from a reference. */
  readonly '@type': 'base64';
  /** Base 64. */
  readonly data: string;
  /** The name that the platform stores. */
  readonly filename?: string | undefined;
}

// No pattern checks all of `data`: it may have tens of megabytes, and the platform checks it anyway.
export const inlineFileInput: z.ZodMiniType<InlineFile> = z.strictObject({
  '@type': choiceInput(['base64']),
  data: z
    .string()
    .check(
      refine((data) => !/^data:/i.test(data), 'Must be base 64 without `data:`. `inlineFile` accepts such a URL.'),
    ),
  filename: z.optional(z.string()),
}) as z.ZodMiniType<InlineFile>;

export function isInlineFile(value: unknown): value is InlineFile {
  return typeof value === 'object' && value !== null && Reflect.get(value, '@type') === 'base64';
}

import * as z from 'zod/mini';

/** A file in an answer: never the bytes, only where they are. */
export interface FileReference {
  /** Tells it from a file that is sent. */
  readonly '@type': string;
  /** Where the file is fetched, with the same token. It can change with the file, so take it from a fresh answer. */
  readonly url: string;
  /** Bytes. */
  readonly size: number;
  /** Media type. */
  readonly content_type: string;
  /** Chosen by whoever sent it: make it safe before you use it. */
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
  /** Tells it from a reference. */
  readonly '@type': 'base64';
  /** Base 64. */
  readonly data: string;
  /** The name that the platform keeps. */
  readonly filename?: string | undefined;
}

// No pattern runs over all of `data`: it can be tens of megabytes, and the platform checks it anyway.
export const inlineFileInput: z.ZodMiniType<InlineFile> = z.strictObject({
  '@type': z.enum(['base64']),
  data: z
    .string()
    .check(
      z.refine((data) => !/^data:/i.test(data), 'Must be base 64 without `data:`. `inlineFile` accepts such a URL.'),
    ),
  filename: z.optional(z.string()),
}) as z.ZodMiniType<InlineFile>;

export function isInlineFile(value: unknown): value is InlineFile {
  return typeof value === 'object' && value !== null && Reflect.get(value, '@type') === 'base64';
}

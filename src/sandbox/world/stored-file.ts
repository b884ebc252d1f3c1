/** An uploaded file, decoded and not yet stored. */
export interface InlineFile {
  /** The decoded bytes. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The media type, such as `image/png`. */
  readonly contentType: string;
  /** `null` if none was sent. */
  readonly filename: string | null;
}

export interface StoredFile extends InlineFile {
  readonly key: string;
}

const signatures: readonly (readonly [contentType: string, start: readonly number[]])[] = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/gif', [0x47, 0x49, 0x46, 0x38]],
  ['image/svg+xml', [0x3c, 0x73, 0x76, 0x67]],
];

/** An upload carries no media type, so the first bytes decide. */
export function sniffContentType(bytes: Uint8Array): string {
  const known = signatures.find(([, start]) => start.every((byte, index) => bytes[index] === byte));
  return known?.[0] ?? 'application/octet-stream';
}

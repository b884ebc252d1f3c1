// The entry for browsers, since that of Node needs `worker_threads`, which service workers lack.
import { zipSync } from 'fflate/browser';

/** One file of an archive. */
export interface ArchiveFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The earliest date of the format, in local time as the format has it: equal input gives equal bytes. */
const mtime = new Date(1980, 0, 1);

/** A ZIP archive with uncompressed files. */
export function zip(files: readonly ArchiveFile[]): Uint8Array<ArrayBuffer> {
  const content = Object.fromEntries(files.map(({ name, bytes }) => [name, bytes]));
  return zipSync(content, { level: 0, mtime }) as Uint8Array<ArrayBuffer>;
}

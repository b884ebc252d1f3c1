import { concatBytes } from '../http/body/concat-bytes.js';

/** One file of an archive. */
export interface ArchiveFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Names are UTF-8 (general purpose bit 11), and nothing is compressed (method 0). */
const utf8Names = 0x0800;
const storedMethod = 0;
/** 1 January 1980, the earliest date of the format: equal input gives equal bytes. */
const dosDate = 0x0021;

/** A ZIP archive with uncompressed files. */
export function zip(files: readonly ArchiveFile[]): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const local: Uint8Array[] = [];
  const central: Uint8Array[] = [];
  let offset = 0;
  for (const file of files) {
    const name = encoder.encode(file.name);
    const common = [
      ...[short(20), short(utf8Names), short(storedMethod), short(0), short(dosDate)],
      ...[long(crc32(file.bytes)), long(file.bytes.length), long(file.bytes.length), short(name.length), short(0)],
    ].flat();
    const header = [...long(0x04034b50), ...common];
    local.push(Uint8Array.from(header), name, file.bytes);
    const rest = [short(0), short(0), short(0), long(0), long(offset)].flat();
    central.push(Uint8Array.from([...long(0x02014b50), ...short(20), ...common, ...rest]), name);
    offset += header.length + name.length + file.bytes.length;
  }
  const size = central.reduce((sum, part) => sum + part.length, 0);
  const counts = [short(0), short(0), short(files.length), short(files.length)].flat();
  const end = Uint8Array.from([...long(0x06054b50), ...counts, ...long(size), ...long(offset), ...short(0)]);
  return concatBytes([...local, ...central, end]);
}

function short(value: number): number[] {
  return [value & 0xff, (value >>> 8) & 0xff];
}

function long(value: number): number[] {
  return [...short(value & 0xffff), ...short(value >>> 16)];
}

const crcTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

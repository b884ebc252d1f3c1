import { expect } from 'vitest';

/** Names and contents of a ZIP archive, read from its central directory. */
export function unzip(bytes: Uint8Array): Map<string, Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = bytes.length - 22;
  expect(view.getUint32(end, true)).toBe(0x06054b50);
  const files = new Map<string, Uint8Array>();
  let at = view.getUint32(end + 16, true);
  for (let count = view.getUint16(end + 10, true); count > 0; count--) {
    const [size, length, extra] = [
      view.getUint32(at + 20, true),
      view.getUint16(at + 28, true),
      view.getUint16(at + 30, true),
    ];
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + length));
    const local = view.getUint32(at + 42, true);
    const from = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    expect(view.getUint16(at + 10, true)).toBe(0);
    files.set(name, bytes.subarray(from, from + size));
    at += 46 + length + extra;
  }
  return files;
}

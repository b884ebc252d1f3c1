import { shapeOf } from '../runtime/shape.js';

/** Bytes that an inline file can be made of more than once. */
export type FileBytes = Blob | Uint8Array | ArrayBuffer;

/** By what it can do: one of another realm, such as a simulated page, is no instance of this one's classes. */
export function isFileBytes(value: unknown): value is FileBytes {
  return ArrayBuffer.isView(value) || /^(?:ArrayBuffer|Blob|File)$/.test(shapeOf(value));
}

import { shapeOf } from '../runtime/shape.js';

/** Bytes that can be read more than once, to create several inline files. */
export type FileBytes = Blob | Uint8Array | ArrayBuffer;

/** Checked by shape: a value of another realm, such as a simulated page, is no instance of the classes here. */
export function isFileBytes(value: unknown): value is FileBytes {
  return ArrayBuffer.isView(value) || /^(?:ArrayBuffer|Blob|File)$/.test(shapeOf(value));
}

/** The lines of a calendar, unfolded before decoding: a fold may split the bytes of one letter (RFC 5545, 3.1). */
export function unfold(bytes: Uint8Array): Uint8Array {
  return bytes.filter((_, at) => !isFold(bytes, at) && !isFold(bytes, at - 1) && !isFold(bytes, at - 2));
}

/** Whether a fold begins there: a line break, and a space or a tab. */
function isFold(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0x0d && bytes[at + 1] === 0x0a && (bytes[at + 2] === 0x20 || bytes[at + 2] === 0x09);
}

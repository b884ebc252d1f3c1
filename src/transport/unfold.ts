/** The lines of a calendar, unfolded before decoding: a fold may split the bytes of one letter (RFC 5545, 3.1). */
export function unfold(bytes: Uint8Array): Uint8Array {
  const kept = bytes.slice();
  let length = 0;
  for (let at = 0; at < bytes.length; ) {
    const isFold = bytes[at] === 0x0d && bytes[at + 1] === 0x0a && (bytes[at + 2] === 0x20 || bytes[at + 2] === 0x09);
    if (!isFold) kept[length++] = bytes[at] ?? 0;
    at += isFold ? 3 : 1;
  }
  return kept.subarray(0, length);
}

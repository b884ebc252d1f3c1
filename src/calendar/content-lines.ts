const CR = 0x0d;
const LF = 0x0a;
const SPACE = 0x20;
const TAB = 0x09;

/** The lines of an iCalendar text, unfolded. Ends of lines may be CRLF or LF, with stray CRs; blank lines are left out. */
export function contentLines(ics: string | Uint8Array): string[] {
  const text =
    typeof ics === 'string'
      ? ics.replace(/^\uFEFF/, '').replaceAll(/\r*\n[ \t]/g, '')
      : new TextDecoder().decode(unfoldedBytes(ics));
  return text
    .split(/\r*\n/)
    .map((line) => line.replaceAll('\r', ''))
    .filter((line) => line !== '');
}

/** A fold may stand between the bytes of one letter (RFC 5545, section 3.1), so it is taken out before decoding. */
function unfoldedBytes(bytes: Uint8Array): Uint8Array {
  const unfolded = new Uint8Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; ) {
    const fold = foldLength(bytes, at);
    if (fold === 0) unfolded[length++] = bytes[at] ?? 0;
    at += fold || 1;
  }
  return unfolded.subarray(0, length);
}

function foldLength(bytes: Uint8Array, start: number): number {
  let at = start;
  while (bytes[at] === CR) at++;
  const next = bytes[at + 1];
  return bytes[at] === LF && (next === SPACE || next === TAB) ? at + 2 - start : 0;
}

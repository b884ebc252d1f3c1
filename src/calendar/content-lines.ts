const carriageReturn = 0x0d;
const lineFeed = 0x0a;
const space = 0x20;
const tab = 0x09;

/** The lines of an iCalendar text, unfolded, without blank lines. Lines may end with CRLF or LF, with stray CRs. */
export function contentLines(ics: string | Uint8Array): string[] {
  const text = typeof ics === 'string' ? ics.replace(/^\uFEFF/, '') : new TextDecoder().decode(unfoldBytes(ics));
  const lines: string[] = [];
  for (const line of text.replaceAll('\r', '').split('\n')) {
    const isFold = line.startsWith(' ') || line.startsWith('\t');
    if (isFold && lines.length > 0) lines.push(`${lines.pop()}${line.slice(1)}`);
    else lines.push(line);
  }
  return lines.filter((line) => line !== '');
}

/** Removes folds before decoding: a fold may split the bytes of one character (RFC 5545, section 3.1). */
function unfoldBytes(bytes: Uint8Array): Uint8Array {
  const unfolded = new Uint8Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const next = bytes[at + 1];
    if (bytes[at] === lineFeed && (next === space || next === tab)) {
      while (length > 0 && unfolded[length - 1] === carriageReturn) length--;
      at++;
    } else {
      unfolded[length++] = bytes[at] ?? 0;
    }
  }
  return unfolded.subarray(0, length);
}

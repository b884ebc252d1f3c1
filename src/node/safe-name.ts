/** Of a longer name only the beginning and the extension count: the time for the rest would grow with its square. */
const longestRead = 1000;

/** Most file systems take 255 bytes; some room is left for a number. */
const longest = 200;

/**
 * A name that a server suggests, as one that is safe in any directory of any system: no path, no name of a device, nothing
 * that hides or that turns the text around. By hand: filenamify 7 counts characters, where file systems count bytes, and keeps a
 * name that hides (`.bashrc`).
 */
export function safeName(suggested: string | undefined): string {
  const name = (suggested ?? '').split(/[/\\]/).findLast((part) => part.trim() !== '');
  const plain = cut(name ?? '')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    // Windows drops those at the end; one at the beginning hides the file.
    .replace(/^[\s.]+|[\s.]+$/g, '');
  return shortened(device.test(plain) ? `_${plain}` : plain) || 'download';
}

function cut(name: string): string {
  const trimmed = name.trim();
  const shown = trimmed.length > longestRead ? `${trimmed.slice(0, longestRead)}${trimmed.slice(-20)}` : trimmed;
  return shown.normalize('NFC');
}

/** Names of devices on Windows, also with an extension. */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])\s*(?:\.|$)/i;

/** `name (2).csv`, where `name.csv` is taken. */
export function numbered(name: string, number: number): string {
  if (number === 1) return name;
  const { stem, extension } = parts(name);
  return `${stem} (${number})${extension}`;
}

function shortened(name: string): string {
  const { stem, extension } = parts(name);
  let kept = stem;
  while (Buffer.byteLength(kept + extension) > longest) kept = [...kept].slice(0, -1).join('');
  // Windows drops a point at the end here too.
  return `${kept.replace(/[\s.]+$/, '')}${extension}`;
}

/** What is long after a point is no extension. */
function parts(name: string): { stem: string; extension: string } {
  const extension = /.(\.[^.]{1,16})$/.exec(name)?.[1] ?? '';
  return { stem: name.slice(0, name.length - extension.length), extension };
}

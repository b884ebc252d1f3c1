/** Of a longer name only the beginning and the extension count: the time for the rest would grow with its square. */
const maxRead = 1000;

/** Most file systems take 255 bytes; some room is left for a number. */
const maxBytes = 200;

/**
 * A name that a server suggests, as one that is safe in any directory of any system: no path, no name of a device, nothing
 * that hides or that turns the text around. By hand: filenamify 7 counts characters, where file systems count bytes, and keeps a
 * name that hides (`.bashrc`).
 */
export function safeName(suggested: string | undefined): string {
  const name = (suggested ?? '').split(/[/\\]/).findLast((part) => part.trim() !== '');
  const plain = normalizeName(name ?? '')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    // Windows drops those at the end; one at the beginning hides the file.
    .replace(/^[\s.]+|[\s.]+$/g, '');
  return shortenName(device.test(plain) ? `_${plain}` : plain) || 'download';
}

function normalizeName(name: string): string {
  const trimmed = name.trim();
  const shown = trimmed.length > maxRead ? `${trimmed.slice(0, maxRead)}${trimmed.slice(-20)}` : trimmed;
  return shown.normalize('NFC');
}

/** Names of devices on Windows, also with an extension. */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])\s*(?:\.|$)/i;

/** `name (2).csv`, where `name.csv` is taken. */
export function withNumber(name: string, number: number): string {
  if (number === 1) return name;
  const { stem, extension } = splitExtension(name);
  return `${stem} (${number})${extension}`;
}

function shortenName(name: string): string {
  const { stem, extension } = splitExtension(name);
  let kept = stem;
  while (Buffer.byteLength(kept + extension) > maxBytes) kept = [...kept].slice(0, -1).join('');
  // Windows drops a point at the end here too.
  return `${kept.replace(/[\s.]+$/, '')}${extension}`;
}

/** What is long after a point is no extension. */
function splitExtension(name: string): { stem: string; extension: string } {
  const extension = /.(\.[^.]{1,16})$/.exec(name)?.[1] ?? '';
  return { stem: name.slice(0, name.length - extension.length), extension };
}

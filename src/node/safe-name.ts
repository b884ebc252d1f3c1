/** Longer names are cut to their start and extension: the time for the rest would grow with its square. */
const maxRead = 1000;

/** Most file systems allow 255 bytes; the rest is for a number. */
const maxBytes = 200;

/**
 * Makes a server's file name safe in any directory of any system. It has no path, no device name, no leading point, and no
 * character that reverses text. By hand: filenamify 7 counts characters, but file systems count bytes. It also keeps hidden
 * names (`.bashrc`).
 */
export function safeName(suggested: string | undefined): string {
  const name = (suggested ?? '').split(/[/\\]/).findLast((part) => part.trim() !== '');
  const plain = normalizeName(name ?? '')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    // Windows drops points and blanks at the end; a point at the start hides the file.
    .replace(/^[\s.]+|[\s.]+$/g, '');
  return shortenName(device.test(plain) ? `_${plain}` : plain) || 'download';
}

function normalizeName(name: string): string {
  const trimmed = name.trim();
  const shown = trimmed.length > maxRead ? `${trimmed.slice(0, maxRead)}${trimmed.slice(-20)}` : trimmed;
  return shown.normalize('NFC');
}

/** Device names of Windows, also with an extension. */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])\s*(?:\.|$)/i;

/** Returns `name (2).csv` for `name.csv` and 2, and the name itself for 1. */
export function withNumber(name: string, number: number): string {
  if (number === 1) return name;
  const { stem, extension } = splitExtension(name);
  return `${stem} (${number})${extension}`;
}

function shortenName(name: string): string {
  const { stem, extension } = splitExtension(name);
  let kept = stem;
  while (Buffer.byteLength(kept + extension) > maxBytes) kept = [...kept].slice(0, -1).join('');
  // Windows drops a point at the end of the stem too.
  return `${kept.replace(/[\s.]+$/, '')}${extension}`;
}

/** More than 16 characters after a point are not an extension. */
function splitExtension(name: string): { stem: string; extension: string } {
  const extension = /.(\.[^.]{1,16})$/.exec(name)?.[1] ?? '';
  return { stem: name.slice(0, name.length - extension.length), extension };
}

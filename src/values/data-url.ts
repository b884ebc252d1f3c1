import { InputError } from '../errors.js';

/** The content of a `data:` URL: base 64 or bytes. The media type is not needed, since the platform detects it. */
export type DataUrlContent = { readonly base64: string } | { readonly bytes: Uint8Array };

/** Reads a `data:` URL without `fetch`, which would need `data:` in `connect-src` of a page's content security policy. */
export function dataUrlContent(url: string): DataUrlContent {
  const comma = url.indexOf(',');
  if (comma === -1) throw unreadable('has no comma');
  const body = url.slice(comma + 1);
  if (/; *base64 *$/i.test(url.slice(0, comma))) return { base64: body.includes('%') ? decodeEscapes(body) : body };
  return { bytes: percentDecoded(body) };
}

function decodeEscapes(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw unreadable('has a broken percent escape');
  }
}

/** Escapes stand for bytes, which may be no UTF-8. */
function percentDecoded(text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text);
  let length = 0;
  for (let at = 0; at < bytes.length; at++, length++) {
    const code = bytes[at] === percent ? Number.parseInt(hexDigits(bytes.subarray(at + 1, at + 3)), 16) : Number.NaN;
    if (Number.isNaN(code)) {
      bytes[length] = bytes[at] ?? 0;
    } else {
      bytes[length] = code;
      at += 2;
    }
  }
  return bytes.subarray(0, length);
}

const percent = 0x25;

/** Two digits, or an empty text, which is not read as a number. */
function hexDigits(bytes: Uint8Array): string {
  const text = String.fromCharCode(...bytes);
  return /^[\dA-Fa-f]{2}$/.test(text) ? text : '';
}

function unreadable(how: string): InputError {
  return InputError.of('inline file', 'source', `The \`data:\` URL ${how}.`);
}

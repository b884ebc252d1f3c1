/**
 * The file name in a `Content-Disposition` header: `filename*` if it is readable, else `filename`, quoted or not. It is not
 * safe as a path. By hand: the package content-disposition 3 would add 4 kB. It keeps an empty `filename*`, and does not
 * read UTF-8 that servers write as bytes.
 */
export function dispositionFilename(header: string | null): string | undefined {
  if (header === null) return undefined;
  const parameters = new Map<string, string>();
  for (const [, name = '', quoted, bare = ''] of header.matchAll(parameter)) {
    const value = quoted === undefined ? bare.trim() : quoted.replace(/\\(.)/g, '$1');
    if (!parameters.has(name.toLowerCase())) parameters.set(name.toLowerCase(), value);
  }
  return decodeExtended(parameters.get('filename*')) ?? (repairUtf8(parameters.get('filename') ?? '') || undefined);
}

const parameter = /;\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^;]*))/g;

/** Decodes `UTF-8''%e2%82%ac.csv`, the form of RFC 8187. */
function decodeExtended(value: string | undefined): string | undefined {
  const [, isUtf8, text] = value?.match(/^(?:(utf-8)|iso-8859-1)'[^']*'(.+)/i) ?? [];
  if (text === undefined) return undefined;
  const bytes = text.replace(/%([\dA-Fa-f]{2})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  return isUtf8 === undefined ? bytes : decodeUtf8(bytes);
}

/** Many servers write UTF-8 bytes here, and each arrives as one character. */
function repairUtf8(text: string): string {
  return /[\x80-\xff]/.test(text) ? (decodeUtf8(text) ?? text) : text;
}

function decodeUtf8(bytes: string): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes, (letter) => letter.charCodeAt(0)));
  } catch {
    return undefined;
  }
}

export type Charset = 'UTF-8' | 'ISO-8859-1';

const charsetsByName: Readonly<Record<string, Charset>> = {
  'utf-8': 'UTF-8',
  'iso-8859-1': 'ISO-8859-1',
  '*': 'UTF-8',
};

/** The best charset that the header asks for. UTF-8 without a header, or if none of them is supported. */
export function negotiateCharset(header: string | null): Charset {
  let best: { charset: Charset; quality: number } = { charset: 'UTF-8', quality: 0 };
  for (const part of (header ?? '').split(',')) {
    const [name = '', ...rules] = part.split(';').map((piece) => piece.trim().toLowerCase());
    const charset = charsetsByName[name];
    const quality = Number(rules.find((rule) => rule.startsWith('q='))?.slice(2) ?? 1);
    if (charset !== undefined && quality > best.quality) best = { charset, quality };
  }
  return best.charset;
}

/** Encodes a JSON text. Characters that Latin-1 lacks are written as JSON escapes. */
export function encodeJson(json: string, charset: Charset): Uint8Array<ArrayBuffer> {
  if (charset === 'UTF-8') return new TextEncoder().encode(json);
  const escaped = json.replace(/[\u0100-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return Uint8Array.from(escaped, (unit) => unit.charCodeAt(0));
}

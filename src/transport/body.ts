import { resolveUrl } from '../values/resolve-url.js';

const utf8 = new TextDecoder();

/** The charset of a `Content-Type`; `undefined` if it names none. */
export function charsetOf(contentType: string | null): string | undefined {
  return /;\s*charset\s*=\s*["']?([^\s"';,]+)/i.exec(contentType ?? '')?.[1];
}

/** The decoder for a charset. For UTF-8 if the charset is missing or unknown. Its texts have no byte order mark. */
export function textDecoder(charset: string | undefined): TextDecoder {
  if (charset === undefined) return utf8;
  try {
    return new TextDecoder(charset);
  } catch {
    return utf8;
  }
}

/** `Content-Length`: bytes as they are transferred, encoded or not. */
export function contentLength(headers: Headers): number | undefined {
  const length = headers.get('content-length') ?? '';
  return /^\d+$/.test(length) ? Number(length) : undefined;
}

/** `application/json` of `application/json;charset=UTF-8`; empty if there is none. If a gateway added a second, the first counts. */
export function mediaType(contentType: string | null): string {
  return (contentType ?? '').split(/[;,]/, 1)[0]?.trim().toLowerCase() ?? '';
}

export function isJson(type: string): boolean {
  return /^application\/(?:.+\+)?json$/.test(type);
}

/** `undefined` if the text is no JSON. No JSON text has that value. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `Location` as an absolute URL, if there is a valid one. */
export function locationOf(headers: Headers, base: URL): URL | undefined {
  const location = headers.get('location');
  return location ? resolveUrl(location, base) : undefined;
}

/** The text of a body, by the charset its `Content-Type` announces; without one it is UTF-8. A leading mark is dropped. */
export function decodeText(bytes: ArrayBuffer, contentType: string | null): string {
  return decoder(contentType).decode(bytes);
}

function decoder(contentType: string | null): TextDecoder {
  const charset = /;\s*charset\s*=\s*"?([^\s";,]+)/i.exec(contentType ?? '')?.[1];
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}

/** `application/json;charset=UTF-8` as `application/json`; empty where there is none. */
export function mediaType(contentType: string | null): string {
  return (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

export function isJson(type: string): boolean {
  return /^application\/(?:.+\+)?json$/.test(type);
}

/** `undefined` where the text is no JSON: no JSON text stands for it. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The absolute URL of a text from outside, relative to `base` if there is one; `undefined` if it is not a URL. */
export function resolveUrl(raw: string, base?: URL): URL | undefined {
  try {
    return new URL(raw, base);
  } catch {
    return undefined;
  }
}

import { concatBytes } from './concat-bytes.js';

/** The body of a request. `undefined` if the caller left before it was complete. */
export type ReadBody = { readonly bytes: Uint8Array<ArrayBuffer> } | { readonly tooLarge: true } | undefined;

/** Reads at most `most` bytes. Larger bodies are never held in memory. */
export async function readBody(request: Request, most: number): Promise<ReadBody> {
  if (Number(request.headers.get('Content-Length') ?? 0) > most) return { tooLarge: true };
  if (request.method === 'GET' || request.method === 'HEAD') return { bytes: new Uint8Array() };
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    const reader = request.body?.getReader();
    for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
      size += part.value.byteLength;
      if (size > most) {
        // The rest is not awaited: the caller may never end it.
        void reader?.cancel().catch(() => undefined);
        return { tooLarge: true };
      }
      chunks.push(part.value);
    }
  } catch {
    return undefined;
  }
  return { bytes: concatBytes(chunks) };
}

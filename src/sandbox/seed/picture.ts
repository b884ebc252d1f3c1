import { type InlineFile, sniffContentType } from '../world/stored-file.js';

// A PNG of one grey pixel.
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==';

export function inlinePicture(filename = 'voorbeeld.png'): InlineFile {
  const bytes = Uint8Array.from(atob(PIXEL), (character) => character.charCodeAt(0));
  return { bytes, filename, contentType: sniffContentType(bytes) };
}

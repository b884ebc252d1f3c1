import { UsageError } from './exit-codes.js';

/**
 * The text of a file, without the mark that Windows writes before the first character. Other encodings are refused: each
 * letter that they write differently would become a `\ufffd`.
 */
export function decodeText(bytes: Uint8Array, source: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`The text of ${source} is not in UTF-8. Save it in UTF-8.`);
  }
}

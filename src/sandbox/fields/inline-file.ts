import { isJsonObject } from '../world/json.js';
import { type InlineFile, sniffContentType } from '../world/stored-file.js';
import type { ValueType } from './value-type.js';

// GAP-7: texts of ours.
const NOT_A_FILE = 'Must be an inline file.';
const NOT_BASE64 = 'Not valid base 64.';

// Looks for what must not be there: a pattern for all that may be exhausts the stack on tens of megabytes.
const NO_BASE64 = /[^A-Za-z0-9+/=]|=(?!=?$)/;

/** INL-1 to INL-3. A file reference as it was read is refused too (TRAP-47). */
export const inlineFile = (): ValueType<InlineFile> => ({
  read(value) {
    if (!isJsonObject(value) || value['@type'] !== 'base64') return { problem: NOT_A_FILE };
    const { data, filename = null } = value;
    if (typeof data !== 'string' || data.length % 4 !== 0 || NO_BASE64.test(data)) return { problem: NOT_BASE64 };
    if (filename !== null && typeof filename !== 'string') return { problem: NOT_A_FILE };
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    return { value: { bytes, filename, contentType: sniffContentType(bytes) } };
  },
});

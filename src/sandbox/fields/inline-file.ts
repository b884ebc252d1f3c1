import { isJsonObject, unknownMembers } from '../world/json.js';
import { type InlineFile, sniffContentType } from '../world/stored-file.js';
import type { ValueType } from './value-type.js';

// The documentation gives no texts for these problems.
const notAFile = 'Must be an inline file.';
const notBase64 = 'Not valid base 64.';

// Matches what may not be there: a pattern for all that may be there exhausts the stack on tens of megabytes.
const base64Violation = /[^A-Za-z0-9+/=]|=(?!=?$)/;

/** A file as an upload sends it. A file reference, as responses show it, is refused. */
export const inlineFile = (): ValueType<InlineFile> => ({
  read(value) {
    if (!isJsonObject(value) || value['@type'] !== 'base64') return { problem: notAFile };
    const { data, filename = null } = value;
    if (typeof data !== 'string' || data.length % 4 !== 0 || base64Violation.test(data)) return { problem: notBase64 };
    if (filename !== null && typeof filename !== 'string') return { problem: notAFile };
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    const ignored = unknownMembers(value, ['@type', 'data', 'filename']).map((name) => `.${name}`);
    return { ignored, value: { bytes, filename, contentType: sniffContentType(bytes) } };
  },
});

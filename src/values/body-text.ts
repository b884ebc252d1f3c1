import { InputError } from '../errors.js';
import { isDate, shapeOf } from '../runtime/shape.js';
import { formatDateTime } from './date-time.js';

/**
 * The JSON of a body. A `Date` is written in the platform's form: JSON would add milliseconds and a zone. A value that
 * cannot be written is an `InputError` with its path. That includes an invalid date, `NaN` and `Infinity`: JSON would write
 * `null`, which resets a field.
 */
export function bodyText(body: object): string {
  /** What the names of an object's members begin with. */
  const paths = new Map<unknown, string>();
  let at = '';
  try {
    return JSON.stringify(body, function (this: Readonly<Record<string, unknown>>, name, value: unknown) {
      at = (paths.get(this) ?? '') + name;
      if (typeof value === 'object') paths.set(value, at && `${at}.`);
      const given = this[name];
      if (isDate(given)) return formatDateTime(new Date(Number(given)));
      // Both are checked, since `toJSON` may return such a value.
      if (isLostInJson(given) || isLostInJson(value) || (value === undefined && Array.isArray(this))) {
        throw new TypeError();
      }
      return value;
    });
  } catch {
    throw InputError.of('body', at, 'Cannot be written as JSON.');
  }
}

/** `true` if JSON would write `null`, an empty object or nothing for the value. */
function isLostInJson(value: unknown): boolean {
  const shape = shapeOf(value);
  return shape === 'Number' ? !Number.isFinite(Number(value)) : lostShapes.test(shape);
}

const lostShapes =
  /^(?:\w*Function|Symbol|Map|Set|Weak\w+|Promise|\w+Array|\w*ArrayBuffer|DataView|RegExp|Error|Blob|File|FormData|URLSearchParams|Headers|AbortSignal|\w*Generator|\w* ?Iterator|ReadableStream)$/;

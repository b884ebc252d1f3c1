import { InputError } from '../errors.js';
import { shapeOf } from '../runtime/shape.js';

/**
 * A `Date` is written as the platform does: JSON would add milliseconds and a zone. What cannot be written is refused by name,
 * an invalid date, `NaN` and `Infinity` too: JSON would make them `null`, which resets.
 */
export function bodyText(body: object): string {
  let at = '';
  try {
    return JSON.stringify(body, function (this: Readonly<Record<string, unknown>>, name, value: unknown) {
      at = name;
      const given = this[name];
      if (shapeOf(given) === 'Date') return new Date(Number(given)).toISOString().slice(0, 19);
      // Both, since `toJSON` may give it.
      if (isLostInJson(given) || isLostInJson(value) || (value === undefined && Array.isArray(this))) {
        throw new TypeError();
      }
      return value;
    });
  } catch {
    throw InputError.of('body', at, 'Cannot be written as JSON.');
  }
}

/** JSON would make `null`, an empty object or nothing of it. */
function isLostInJson(value: unknown): boolean {
  const shape = shapeOf(value);
  return shape === 'Number' ? !Number.isFinite(Number(value)) : lostShapes.test(shape);
}

const lostShapes =
  /^(?:\w*Function|Symbol|Map|Set|Weak\w+|Promise|\w+Array|\w*ArrayBuffer|DataView|RegExp|Error|Blob|File|FormData|URLSearchParams|Headers|AbortSignal|\w*Generator|\w* ?Iterator|ReadableStream)$/;

import { isDate, shapeOf } from '../../runtime/shape.js';

/**
 * A copy that shares no list, object, date or bytes with the value. Other values, such as patterns, stay the same.
 * A member that is undefined counts as missing, so it replaces no default. Pages that Jest simulates have no
 * `structuredClone`.
 */
export function deepCopy<Value>(value: Value): Value;
export function deepCopy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => deepCopy(item));
  if (isDate(value)) return new Date(value.getTime());
  if (shapeOf(value) === 'Uint8Array') return new Uint8Array(value as Uint8Array);
  if (shapeOf(value) !== 'Object') return value;
  const members = Object.entries(value as object).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, deepCopy(member)]));
}

import { isDate, shapeOf } from '../../runtime/shape.js';

/** Whether two values have the same content. The order of members means nothing. An undefined one counts as missing. */
export function deepEqual(first: unknown, second: unknown): boolean {
  if (Array.isArray(first) && Array.isArray(second)) {
    return first.length === second.length && first.every((item, at) => deepEqual(item, second[at]));
  }
  if (isDate(first) && isDate(second)) return first.getTime() === second.getTime();
  if (shapeOf(first) !== 'Object' || shapeOf(second) !== 'Object') return Object.is(first, second);
  return differingMember(first as object, second as object) === undefined;
}

/** The name of the first member that differs. */
export function differingMember(first: object, second: object): string | undefined {
  const [firstMembers, secondMembers] = [new Map(Object.entries(first)), new Map(Object.entries(second))];
  const names = [...firstMembers.keys(), ...secondMembers.keys()];
  return names.find((name) => !deepEqual(firstMembers.get(name), secondMembers.get(name)));
}

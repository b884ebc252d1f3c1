import { isDate, shapeOf } from '../../runtime/shape.js';

/** Throws a `TypeError` that names a wrong value, such as `start`. */
export type Check = (value: unknown, name: string) => void;

/** `what` completes the sentence '`name` must be …'. */
export function kind(what: string, accepts: (value: unknown) => boolean): Check {
  return (value, name) => {
    if (!accepts(value)) throw new TypeError(`\`${name}\` must be ${what}, not ${describeValue(value)}`);
  };
}

export const text = kind('a text', (value) => typeof value === 'string');
export const flag = kind('true or false', (value) => typeof value === 'boolean');
export const date = kind('a time', (value) => isDate(value) && !Number.isNaN(value.getTime()));
export const bytes = kind('bytes', (value) => ArrayBuffer.isView(value));
export const anything: Check = () => undefined;

export const whole = (least: number): Check =>
  kind(`a whole number from ${least}`, (value) => Number.isSafeInteger(value) && Number(value) >= least);

export const oneOf = (...choices: readonly string[]): Check =>
  kind(`one of ${choices.join(', ')}`, (value) => choices.some((candidate) => candidate === value));

/** A choice whose message names its kind, such as a permission. */
export const choiceOf =
  (what: string, names: readonly string[]): Check =>
  (value) => {
    if (!names.some((name) => name === value)) throw unknownName(what, String(value), names);
  };

export const orNull =
  (check: Check): Check =>
  (value, name) => {
    if (value !== null) check(value, name);
  };

export const arrayOf =
  (check: Check): Check =>
  (value, name) => {
    if (!Array.isArray(value)) throw new TypeError(`\`${name}\` must be a list, not ${describeValue(value)}`);
    for (const [at, item] of value.entries()) check(item, `${name}[${at}]`);
  };

export const recordOf =
  (check: Check): Check =>
  (value, name) => {
    for (const [key, member] of membersOf(value, name)) check(member, key);
  };

/** Refuses unknown names: a misspelt one would have no effect, and look like success. */
export const shape =
  (
    members: Readonly<Record<string, Check>>,
    { required = [], what }: { readonly required?: readonly string[]; readonly what?: string } = {},
  ): Check =>
  (value, name) => {
    const given = new Map(membersOf(value, name));
    for (const key of given.keys()) {
      if (!Object.hasOwn(members, key)) throw unknownName(what ?? `member of \`${name}\``, key, Object.keys(members));
    }
    for (const [key, check] of Object.entries(members)) {
      if (given.has(key) || required.includes(key)) check(given.get(key), key);
    }
  };

function unknownName(what: string, name: string, names: readonly string[]): TypeError {
  return new TypeError(`There is no ${what} \`${name}\`. There are: ${names.join(', ')}`);
}

function membersOf(value: unknown, name: string): [string, unknown][] {
  if (shapeOf(value) !== 'Object') {
    throw new TypeError(`\`${name}\` must be an object, not ${describeValue(value)}`);
  }
  return Object.entries(value as object).filter(([, member]) => member !== undefined);
}

function describeValue(value: unknown): string {
  if (typeof value === 'string' && value.length > 80) return `${value.slice(0, 80)}…`;
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

import { isDate, shapeOf } from '../../runtime/shape.js';

/** A JSON Schema (2020-12) of a value, as JSON over HTTP sends it. */
export type ValueSchema = Readonly<Record<string, unknown>>;

/** Throws a `TypeError` that names a wrong value, such as `start`. */
export interface Check {
  (value: unknown, name: string): void;
  /** What it accepts. Only the checks of hooks need one. */
  readonly schema?: ValueSchema;
}

export function withSchema(schema: ValueSchema, check: Check): Check {
  return Object.assign((value: unknown, name: string) => check(value, name), { schema });
}

/** `what` completes the sentence '`name` must be …'. */
export function kind(
  what: string,
  accepts: (value: unknown) => boolean,
  schema: ValueSchema = { description: what },
): Check {
  return withSchema(schema, (value, name) => {
    if (!accepts(value)) throw new TypeError(`\`${name}\` must be ${what}, not ${describeValue(value)}`);
  });
}

export const text = kind('a text', (value) => typeof value === 'string', { type: 'string' });
export const flag = kind('true or false', (value) => typeof value === 'boolean', { type: 'boolean' });
export const date = kind('a time', (value) => isDate(value) && !Number.isNaN(value.getTime()), {
  ...{ type: 'string', format: 'date-time' },
  description: 'in UTC, such as 2026-03-02T09:00:00Z',
});
export const bytes = kind('bytes', (value) => ArrayBuffer.isView(value), {
  description: 'bytes, which a program can pass and JSON cannot',
});
export const anything: Check = () => undefined;

/** A text with a meaning, such as the key of a task. */
export const reference = (description: string): Check => withSchema({ type: 'string', description }, text);

export const whole = (least: number): Check =>
  kind(`a whole number from ${least}`, (value) => Number.isSafeInteger(value) && Number(value) >= least, {
    ...{ type: 'integer', minimum: least },
  });

export const oneOf = (...choices: readonly string[]): Check =>
  kind(`one of ${choices.join(', ')}`, (value) => choices.some((candidate) => candidate === value), { enum: choices });

/** A choice whose message names its kind, such as a permission. */
export const choiceOf = (what: string, names: readonly string[]): Check =>
  withSchema({ enum: names }, (value) => {
    if (!names.some((name) => name === value)) throw unknownName(what, String(value), names);
  });

export const orNull = (check: Check): Check =>
  withSchema({ anyOf: [check.schema, { type: 'null' }] }, (value, name) => {
    if (value !== null) check(value, name);
  });

export const arrayOf = (check: Check): Check =>
  withSchema({ type: 'array', items: check.schema }, (value, name) => {
    if (!Array.isArray(value)) throw new TypeError(`\`${name}\` must be a list, not ${describeValue(value)}`);
    for (const [at, item] of value.entries()) check(item, `${name}[${at}]`);
  });

export const recordOf = (check: Check): Check =>
  withSchema({ type: 'object', additionalProperties: check.schema }, (value, name) => {
    for (const [key, member] of membersOf(value, name)) check(member, key);
  });

/** Refuses unknown names: a misspelt one would have no effect, and look like success. */
export function shape(
  members: Readonly<Record<string, Check>>,
  { required = [], what }: { readonly required?: readonly string[]; readonly what?: string } = {},
): Check {
  const properties = Object.fromEntries(Object.entries(members).map(([key, { schema }]) => [key, schema]));
  return withSchema({ type: 'object', properties, required, additionalProperties: false }, (value, name) => {
    const given = new Map(membersOf(value, name));
    for (const key of given.keys()) {
      if (!Object.hasOwn(members, key)) throw unknownName(what ?? `member of \`${name}\``, key, Object.keys(members));
    }
    for (const [key, check] of Object.entries(members)) {
      if (given.has(key) || required.includes(key)) check(given.get(key), key);
    }
  });
}

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

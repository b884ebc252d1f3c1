import { NOT_A_STRING, NOT_AN_EMAIL, UNKNOWN_VALUE } from '../world/failure.js';
import { isJsonObject, type JsonObject } from '../world/json.js';
import { parseDay, parseInstant } from '../world/time-text.js';
import type { World } from '../world/world.js';

export type Reading<T> =
  | { readonly value: T }
  | {
      readonly problem: string;
      /** What is wrong beside it, where each problem counts. */
      readonly others?: readonly string[];
    };

/** How one kind of value is checked. `null` and missing values never get here: the field table decides about them. */
export interface ValueType<T> {
  read(value: unknown, world: World): Reading<T>;
}

// GAP-7: texts of ours, the document gives none for these kinds.
const NOT_AN_INTEGER = 'Must be a whole number.';
const NOT_A_BOOLEAN = 'Must be true or false.';
const NOT_A_DATE = 'Not a valid date.';
const NOT_AN_INSTANT = 'Not a valid date with time.';
const NOT_A_LIST = 'Must be a list.';
const NOT_AN_OBJECT = 'Must be an object.';
export const OUT_OF_BOUNDS = 'Out of bounds.';
// MSG-8: the text of the integration log, used in the API body too (ours).
const UPPERCASE_EMAIL = 'Email address cannot contain uppercase characters.';

// RFC 5321, sections 4.1.2 and 4.5.3.1, without quoted names and addresses in brackets; RFC 6531 for other letters.
const MAILBOX = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const DOMAIN_LABEL = /^(?!-)[\p{L}\p{M}\p{N}-]{1,63}(?<!-)$/u;

function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  const mailbox = text.slice(0, Math.max(at, 0));
  const labels = text.slice(at + 1).split('.');
  if (text.length > 254 || mailbox.length > 64 || labels.length < 2) return false;
  return MAILBOX.test(mailbox) && labels.every((label) => DOMAIN_LABEL.test(label));
}

/** VAL-1, VAL-2. */
export const string = (): ValueType<string> => ({
  read: (value) => (typeof value === 'string' ? { value } : { problem: NOT_A_STRING }),
});

/** CL-9, CL-11. */
export const email = (): ValueType<string> => ({
  read(value) {
    if (typeof value !== 'string') return { problem: NOT_A_STRING };
    if (!isEmail(value)) return { problem: NOT_AN_EMAIL };
    return value === value.toLowerCase() ? { value } : { problem: UPPERCASE_EMAIL };
  },
});

/** VAL-3; bounds are included. */
export const integer = (bounds: { min?: number; max?: number } = {}): ValueType<number> => ({
  read(value) {
    if (typeof value !== 'number' || !Number.isSafeInteger(value)) return { problem: NOT_AN_INTEGER };
    const { min = -Infinity, max = Infinity } = bounds;
    return value >= min && value <= max ? { value } : { problem: OUT_OF_BOUNDS };
  },
});

/** VAL-4. */
export const boolean = (): ValueType<boolean> => ({
  read: (value) => (typeof value === 'boolean' ? { value } : { problem: NOT_A_BOOLEAN }),
});

/** VAL-5; the text itself, checked. */
export const day = (): ValueType<string> => ({
  read(value) {
    if (typeof value !== 'string') return { problem: NOT_A_STRING };
    return parseDay(value) === undefined ? { problem: NOT_A_DATE } : { value };
  },
});

/** VAL-6 to VAL-8; GAP-13. The fraction is kept here and cut on output. */
export const instant = (): ValueType<Date> => ({
  read(value) {
    if (typeof value !== 'string') return { problem: NOT_A_STRING };
    const parsed = parseInstant(value);
    return parsed === undefined ? { problem: NOT_AN_INSTANT } : { value: parsed };
  },
});

/** VAL-10, VAL-11: the set may depend on the world. A value that is no string is not in any set (ours). */
export const choice = <Choice extends string>(
  allowed: readonly Choice[] | ((world: World) => readonly Choice[]),
): ValueType<Choice> => ({
  read(value, world) {
    const known = (typeof allowed === 'function' ? allowed(world) : allowed).find((one) => one === value);
    return known === undefined ? { problem: UNKNOWN_VALUE } : { value: known };
  },
});

/** VAL-14. The first item that is wrong decides the message. Repeated items count once (ours). */
export const listOf = <T>(item: ValueType<T>): ValueType<readonly T[]> => ({
  read(value, world) {
    if (!Array.isArray(value)) return { problem: NOT_A_LIST };
    const items = new Set<T>();
    for (const one of value) {
      const reading = item.read(one, world);
      if ('problem' in reading) return reading;
      items.add(reading.value);
    }
    return { value: [...items] };
  },
});

/** A list whose every problem is told, where `listOf` tells the first. */
export const eachOf = <T>(item: ValueType<T>): ValueType<readonly T[]> => ({
  read(value, world) {
    if (!Array.isArray(value)) return { problem: NOT_A_LIST };
    const readings = value.map((one) => item.read(one, world));
    const [problem, ...others] = readings.flatMap(problemsOf);
    if (problem !== undefined) return { problem, others };
    return { value: [...new Set(readings.flatMap((reading) => ('value' in reading ? [reading.value] : [])))] };
  },
});

export function problemsOf(reading: Reading<unknown>): string[] {
  return 'problem' in reading ? [reading.problem, ...(reading.others ?? [])] : [];
}

/** An object whose members its reader checks by itself. */
export const object = (): ValueType<JsonObject> => ({
  read: (value) => (isJsonObject(value) ? { value } : { problem: NOT_AN_OBJECT }),
});

/** CL-13: identifiers of labels that exist. */
export const labels = (): ValueType<readonly string[]> =>
  listOf(choice((world) => world.labels.all().map((label) => label.identifier)));

/** A whole number written in a query string. */
export const integerText = (min: number): ValueType<number> => ({
  // GAP-5: anything else is an unknown value.
  read: (value) => {
    const digits = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
    return digits >= min ? { value: digits } : { problem: UNKNOWN_VALUE };
  },
});

/** A day in a query string. */
export const dayText = (): ValueType<Date> => ({
  read: (value) => {
    const parsed = typeof value === 'string' ? parseDay(value) : undefined;
    return parsed === undefined ? { problem: UNKNOWN_VALUE } : { value: parsed };
  },
});

/** A date with time in a query string. */
export const instantText = (): ValueType<Date> => ({
  read: (value) => {
    const parsed = typeof value === 'string' ? parseInstant(value) : undefined;
    return parsed === undefined ? { problem: UNKNOWN_VALUE } : { value: parsed };
  },
});

/** NS-16: several values as a repeated parameter or joined by commas; both are accepted. */
export const choicesText = <Choice extends string>(allowed: readonly Choice[]): ValueType<readonly Choice[]> => ({
  read(value, world) {
    const parts = (Array.isArray(value) ? value : [value]).flatMap((part) => String(part).split(','));
    return listOf(choice(allowed)).read(parts, world);
  },
});

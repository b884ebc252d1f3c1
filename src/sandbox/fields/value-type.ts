import { notAnEmail, notAString, unknownValue } from '../world/failure.js';
import { isJsonObject, type JsonObject } from '../world/json.js';
import { parseDay, parseInstant } from '../world/time-text.js';
import type { World } from '../world/world.js';

export type Reading<T> =
  | {
      readonly value: T;
      /** The ways from the value to members that had no effect, such as `.name` or `[0].name`. */
      readonly ignored?: readonly string[];
    }
  | {
      readonly problem: string;
      /** Further problems of the same value, if each one is reported. */
      readonly others?: readonly string[];
    };

/** Checks one kind of value. The field table handles `null` and missing values. */
export interface ValueType<T> {
  read(value: unknown, world: World): Reading<T>;
}

// The documentation gives no texts for these problems.
const notAnInteger = 'Must be a whole number.';
const notABoolean = 'Must be true or false.';
const notADate = 'Not a valid date.';
const notAnInstant = 'Not a valid date with time.';
const notAList = 'Must be a list.';
const notAnObject = 'Must be an object.';
export const outOfBounds = 'Out of bounds.';
// Documented for the integration log only; the sandbox uses it in response bodies too.
const uppercaseEmail = 'Email address cannot contain uppercase characters.';

// RFC 5321, sections 4.1.2 and 4.5.3.1, without quoted names and addresses in brackets; RFC 6531 for other letters.
const mailboxForm = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const domainLabelForm = /^(?!-)[\p{L}\p{M}\p{N}-]{1,63}(?<!-)$/u;

function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  const mailbox = text.slice(0, Math.max(at, 0));
  const labels = text.slice(at + 1).split('.');
  if (text.length > 254 || mailbox.length > 64 || labels.length < 2) return false;
  return mailboxForm.test(mailbox) && labels.every((label) => domainLabelForm.test(label));
}

export const string = (): ValueType<string> => ({
  read: (value) => (typeof value === 'string' ? { value } : { problem: notAString }),
});

/** A valid address without capital letters. */
export const email = (): ValueType<string> => ({
  read(value) {
    if (typeof value !== 'string') return { problem: notAString };
    if (!isEmail(value)) return { problem: notAnEmail };
    return value === value.toLowerCase() ? { value } : { problem: uppercaseEmail };
  },
});

/** The bounds are included. */
export const integer = (bounds: { min?: number; max?: number } = {}): ValueType<number> => ({
  read(value) {
    if (typeof value !== 'number' || !Number.isSafeInteger(value)) return { problem: notAnInteger };
    const { min = -Infinity, max = Infinity } = bounds;
    return value >= min && value <= max ? { value } : { problem: outOfBounds };
  },
});

export const boolean = (): ValueType<boolean> => ({
  read: (value) => (typeof value === 'boolean' ? { value } : { problem: notABoolean }),
});

/** A date that exists. The value is the text itself. */
export const day = (): ValueType<string> => ({
  read(value) {
    if (typeof value !== 'string') return { problem: notAString };
    return parseDay(value) === undefined ? { problem: notADate } : { value };
  },
});

/** The fraction of a second is kept here, and cut off on output. */
export const instant = (): ValueType<Date> => ({
  read(value) {
    if (typeof value !== 'string') return { problem: notAString };
    const parsed = parseInstant(value);
    return parsed === undefined ? { problem: notAnInstant } : { value: parsed };
  },
});

/** The choices may depend on the world. A value that is no string matches none of them (undocumented). */
export const choice = <Choice extends string>(
  allowed: readonly Choice[] | ((world: World) => readonly Choice[]),
): ValueType<Choice> => ({
  read(value, world) {
    const known = (typeof allowed === 'function' ? allowed(world) : allowed).find((candidate) => candidate === value);
    return known === undefined ? { problem: unknownValue } : { value: known };
  },
});

/** Reports the first wrong item only. Repeated items count once (undocumented). */
export const listOf = <T>(item: ValueType<T>): ValueType<readonly T[]> => ({
  read(value, world) {
    if (!Array.isArray(value)) return { problem: notAList };
    const items = new Set<T>();
    for (const member of value) {
      const reading = item.read(member, world);
      if ('problem' in reading) return reading;
      items.add(reading.value);
    }
    return { value: [...items] };
  },
});

/** A list that reports the problems of all its items. `listOf` reports the first. */
export const eachOf = <T>(item: ValueType<T>): ValueType<readonly T[]> => ({
  read(value, world) {
    if (!Array.isArray(value)) return { problem: notAList };
    const readings = value.map((member) => item.read(member, world));
    const [problem, ...others] = readings.flatMap(problemsOf);
    if (problem !== undefined) return { problem, others };
    const ignored = readings.flatMap((reading, at) => namesWithoutEffect(reading).map((way) => `[${at}]${way}`));
    return { value: [...new Set(readings.flatMap((reading) => ('value' in reading ? [reading.value] : [])))], ignored };
  },
});

export function problemsOf(reading: Reading<unknown>): string[] {
  return 'problem' in reading ? [reading.problem, ...(reading.others ?? [])] : [];
}

export function namesWithoutEffect(reading: Reading<unknown>): readonly string[] {
  return 'value' in reading ? (reading.ignored ?? []) : [];
}

/** An object whose members are checked by its reader. */
export const object = (): ValueType<JsonObject> => ({
  read: (value) => (isJsonObject(value) ? { value } : { problem: notAnObject }),
});

/** Identifiers of existing labels. */
export const labels = (): ValueType<readonly string[]> =>
  listOf(choice((world) => world.labels.all().map((label) => label.identifier)));

/** A whole number in a query string. */
export const integerText = (min: number): ValueType<number> => ({
  // Undocumented: anything else is an unknown value.
  read: (value) => {
    const digits = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : Number.NaN;
    return Number.isSafeInteger(digits) && digits >= min ? { value: digits } : { problem: unknownValue };
  },
});

/** A day in a query string. */
export const dayText = (): ValueType<Date> => ({
  read: (value) => {
    const parsed = typeof value === 'string' ? parseDay(value) : undefined;
    return parsed === undefined ? { problem: unknownValue } : { value: parsed };
  },
});

/** A date with time in a query string. */
export const instantText = (): ValueType<Date> => ({
  read: (value) => {
    const parsed = typeof value === 'string' ? parseInstant(value) : undefined;
    return parsed === undefined ? { problem: unknownValue } : { value: parsed };
  },
});

/**
 * Several values, as a repeated parameter or joined by commas. The documentation shows neither, so both are accepted.
 */
export const choicesText = <Choice extends string>(allowed: readonly Choice[]): ValueType<readonly Choice[]> => ({
  read(value, world) {
    const parts = (Array.isArray(value) ? value : [value]).flatMap((part) => String(part).split(','));
    return listOf(choice(allowed)).read(parts, world);
  },
});

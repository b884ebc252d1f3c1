import { notAnEmail, notAString, unknownValue } from '../world/failure.js';
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
const notAnInteger = 'Must be a whole number.';
const notABoolean = 'Must be true or false.';
const notADate = 'Not a valid date.';
const notAnInstant = 'Not a valid date with time.';
const notAList = 'Must be a list.';
const notAnObject = 'Must be an object.';
export const outOfBounds = 'Out of bounds.';
// MSG-8: the text of the integration log, used in the API body too (ours).
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

/** VAL-1, VAL-2. */
export const string = (): ValueType<string> => ({
  read: (value) => (typeof value === 'string' ? { value } : { problem: notAString }),
});

/** CL-9, CL-11. */
export const email = (): ValueType<string> => ({
  read(value) {
    if (typeof value !== 'string') return { problem: notAString };
    if (!isEmail(value)) return { problem: notAnEmail };
    return value === value.toLowerCase() ? { value } : { problem: uppercaseEmail };
  },
});

/** VAL-3; bounds are included. */
export const integer = (bounds: { min?: number; max?: number } = {}): ValueType<number> => ({
  read(value) {
    if (typeof value !== 'number' || !Number.isSafeInteger(value)) return { problem: notAnInteger };
    const { min = -Infinity, max = Infinity } = bounds;
    return value >= min && value <= max ? { value } : { problem: outOfBounds };
  },
});

/** VAL-4. */
export const boolean = (): ValueType<boolean> => ({
  read: (value) => (typeof value === 'boolean' ? { value } : { problem: notABoolean }),
});

/** VAL-5; the text itself, checked. */
export const day = (): ValueType<string> => ({
  read(value) {
    if (typeof value !== 'string') return { problem: notAString };
    return parseDay(value) === undefined ? { problem: notADate } : { value };
  },
});

/** VAL-6 to VAL-8; GAP-13. The fraction is kept here and cut on output. */
export const instant = (): ValueType<Date> => ({
  read(value) {
    if (typeof value !== 'string') return { problem: notAString };
    const parsed = parseInstant(value);
    return parsed === undefined ? { problem: notAnInstant } : { value: parsed };
  },
});

/** VAL-10, VAL-11: the set may depend on the world. A value that is no string is not in any set (ours). */
export const choice = <Choice extends string>(
  allowed: readonly Choice[] | ((world: World) => readonly Choice[]),
): ValueType<Choice> => ({
  read(value, world) {
    const known = (typeof allowed === 'function' ? allowed(world) : allowed).find((candidate) => candidate === value);
    return known === undefined ? { problem: unknownValue } : { value: known };
  },
});

/** VAL-14. The first item that is wrong decides the message. Repeated items count once (ours). */
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

/** A list whose every problem is told, where `listOf` tells the first. */
export const eachOf = <T>(item: ValueType<T>): ValueType<readonly T[]> => ({
  read(value, world) {
    if (!Array.isArray(value)) return { problem: notAList };
    const readings = value.map((member) => item.read(member, world));
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
  read: (value) => (isJsonObject(value) ? { value } : { problem: notAnObject }),
});

/** CL-13: identifiers of labels that exist. */
export const labels = (): ValueType<readonly string[]> =>
  listOf(choice((world) => world.labels.all().map((label) => label.identifier)));

/** A whole number written in a query string. */
export const integerText = (min: number): ValueType<number> => ({
  // GAP-5: anything else is an unknown value.
  read: (value) => {
    const digits = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
    return digits >= min ? { value: digits } : { problem: unknownValue };
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

/** NS-16: several values as a repeated parameter or joined by commas; both are accepted. */
export const choicesText = <Choice extends string>(allowed: readonly Choice[]): ValueType<readonly Choice[]> => ({
  read(value, world) {
    const parts = (Array.isArray(value) ? value : [value]).flatMap((part) => String(part).split(','));
    return listOf(choice(allowed)).read(parts, world);
  },
});

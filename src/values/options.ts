import { listProblems } from '../errors/problems.js';
import { InputError, type Problem } from '../errors.js';
import { shapeOf } from '../runtime/shape.js';

/** What an option may be: `undefined` if the value is right, else what is wrong with it. `name` leads to it. */
export type OptionKind = (value: unknown, name: string) => readonly Problem[] | undefined;

/** All options of one object, by name; the compiler keeps the table complete. */
export type OptionKinds<Options> = { readonly [Name in keyof Options]-?: OptionKind };

/**
 * The options that were given, as a copy: own properties, without those that are `undefined`.
 *
 * @param what names the call in messages
 * @throws InputError for an option that there is none of, or that is of another kind; `problems` has one entry for each
 */
export function takeOptions<Options extends object>(
  what: string,
  given: Options,
  kinds: OptionKinds<Options>,
): Options {
  const problems = problemsIn(given, kinds, '') ?? [];
  if (problems.length === 0) return copyOf(given);
  throw new InputError(`${what}: ${listProblems(problems, ' ')}`, problems);
}

/** @param expected completes 'Must be' */
export function kind(expected: string, accepts: (value: unknown) => boolean): OptionKind {
  return (value, name) => {
    // A text or a number is not shown, since it may be a token that stands in the wrong place.
    if (!accepts(value)) return [{ name, message: `Must be ${expected}, but is ${describeValue(value)}.` }];
    return undefined;
  };
}

/** Options within options. */
export function optionsOf<Options extends object>(kinds: OptionKinds<Options>): OptionKind {
  return (value, name) => problemsIn(value, kinds, name);
}

/** A callback object of the caller's own, a class instance too: any other member is its own affair. */
export function methods(required: readonly string[], optional: readonly string[] = []): OptionKind {
  return (value, name) => {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null) {
      return kind(`an object with ${required.concat(optional).join(', ')}`, () => false)(value, name);
    }
    const wrong = [...required, ...optional].filter((method) => {
      const given: unknown = Reflect.get(value, method);
      return typeof given !== 'function' && (given !== undefined || required.includes(method));
    });
    return wrong.map((method) => ({ name: `${name}.${method}`, message: 'Must be a function.' }));
  };
}

export const aBoolean = kind('true or false', (value) => typeof value === 'boolean');
export const aFunction = kind('a function', (value) => typeof value === 'function');
export const aText = kind('a text', (value) => typeof value === 'string');
/** Not what holds its names and values in another way, as a `Map` or a form does: it would count as empty. */
export const anObject = kind('an object', (value) => shapeOf(value) === 'Object');
/** Whatever has its methods will do, since runtimes and pages have several. */
export const aSignal = kind(
  'an AbortSignal',
  (value) => isOptionsObject(value) && typeof Reflect.get(value, 'addEventListener') === 'function',
);
/** Longer than 2,147,483,647 a timer of JavaScript does not wait: it fires at once. */
export const milliseconds = numberFrom(Number.MIN_VALUE, 2_147_483_647, 'milliseconds from 1 to 2147483647');
/** What is checked elsewhere. */
export const anything: OptionKind = () => undefined;
/** Set by this package alone, and not on offer. */
export const internal: OptionKind = kind('left out', (value) => typeof value === 'number');

export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER): OptionKind {
  const bound = most === Number.MAX_SAFE_INTEGER ? '' : ` to ${most}`;
  return kind(
    `a whole number from ${least}${bound}`,
    (value) => Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most,
  );
}

export function numberFrom(least: number, most: number, expected = `a number from ${least} to ${most}`): OptionKind {
  return kind(expected, (value) => typeof value === 'number' && value >= least && value <= most);
}

export function oneOf(...values: readonly unknown[]): OptionKind {
  const words = values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value)));
  return kind(`one of ${words.join(', ')}`, (value) => values.includes(value));
}

/** What a wrong value is, without what it holds. */
function describeValue(value: unknown): string {
  if (typeof value === 'string') return value === '' ? 'an empty text' : 'a text';
  if (typeof value === 'number' || value === null || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'undefined') return 'missing';
  return typeof value === 'object' ? 'another object' : `a ${typeof value}`;
}

function problemsIn(given: unknown, kinds: Readonly<Record<string, OptionKind>>, path: string): Problem[] | undefined {
  const wrong = anObject(given, path || '(whole)');
  if (wrong !== undefined) return [...wrong];
  const problems = Object.entries(given as object).flatMap(([name, value]) => {
    const place = path === '' ? name : `${path}.${name}`;
    if (value === undefined) return [];
    if (Object.hasOwn(kinds, name)) return kinds[name]?.(value, place) ?? [];
    const offered = Object.keys(kinds).filter((one) => kinds[one] !== internal);
    return [{ name: place, message: `Unknown option. There are: ${offered.join(', ')}.` }];
  });
  return problems.length > 0 ? problems : undefined;
}

function copyOf<Options extends object>(given: Options): Options {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Options;
}

function isOptionsObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

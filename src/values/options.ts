import { listProblems } from '../errors/problems.js';
import { InputError, type Problem, type ProblemCode } from '../errors.js';
import { hasMethod, shapeOf } from '../runtime/shape.js';

/** Checks an option. Returns the problems of the value: none if it is valid. `name` is the path of the option. */
export type OptionCheck = (value: unknown, name: string) => readonly Problem[];

/** The checks of all options of an object, by name. The compiler keeps the table complete. */
export type OptionChecks<Options> = { readonly [Name in keyof Options]-?: OptionCheck };

/**
 * Checks options and returns a copy: own properties, without those that are `undefined`.
 *
 * @param what names the call in messages
 * @throws InputError for unknown or invalid options; `problems` has one entry for each
 */
export function takeOptions<Options extends object>(
  what: string,
  given: Options,
  checks: OptionChecks<Options>,
): Options {
  const problems = problemsIn(given, checks, '');
  if (problems.length === 0) return withoutUndefined(given);
  throw new InputError(`${what}: ${listProblems(problems, ' ')}`, problems);
}

/** @param expected completes 'Must be' */
export function optionCheck(
  expected: string,
  accepts: (value: unknown) => boolean,
  code: ProblemCode = 'wrong-type',
): OptionCheck {
  return (value, name) =>
    // The message does not show the text, which may be a token in the wrong option.
    accepts(value) ? [] : [{ name, message: `Must be ${expected}, but is ${describeValue(value)}.`, code }];
}

/** Nested options. */
export function optionsOf<Options extends object>(checks: OptionChecks<Options>): OptionCheck {
  return (value, name) => problemsIn(value, checks, name);
}

export const aBoolean = optionCheck('true or false', (value) => typeof value === 'boolean');
export const aFunction = optionCheck('a function', (value) => typeof value === 'function');
export const aText = optionCheck('a text', (value) => typeof value === 'string');
/** Not a `Map` or a form, for example, whose entries are no properties: it would count as empty. */
export const anObject = optionCheck('an object', (value) => shapeOf(value) === 'Object');
export const aSignal = optionCheck('an AbortSignal', (value) => hasMethod(value, 'addEventListener'));
/** JavaScript's timers wait at most 2,147,483,647 ms. With more they fire at once. */
export const milliseconds = numberFrom(Number.MIN_VALUE, 2_147_483_647, 'milliseconds from 1 to 2147483647');
/** For options that are checked elsewhere. */
export const anything: OptionCheck = () => [];
/** For options that only this package sets, and that no message offers. */
export const internal: OptionCheck = optionCheck('left out', (value) => typeof value === 'number');

export function wholeNumber(min: number, max = Number.MAX_SAFE_INTEGER): OptionCheck {
  const bound = max === Number.MAX_SAFE_INTEGER ? '' : ` to ${max}`;
  return optionCheck(
    `a whole number from ${min}${bound}`,
    (value) => Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max,
    'out-of-range',
  );
}

/** A number of retries. The transport checks `until`. */
export const aRetry: OptionCheck = (value, name) =>
  Object(value).until === undefined ? wholeNumber(0)(value, name) : [];

export function numberFrom(min: number, max: number, expected = `a number from ${min} to ${max}`): OptionCheck {
  return optionCheck(expected, (value) => typeof value === 'number' && value >= min && value <= max, 'out-of-range');
}

export function oneOf(...values: readonly unknown[]): OptionCheck {
  return optionCheck(`one of ${values.join(', ')}`, (value) => values.includes(value), 'unknown-value');
}

/** Describes the kind of a wrong value, without its content. */
function describeValue(value: unknown): string {
  if (typeof value === 'string') return value === '' ? 'an empty text' : 'a text';
  if (typeof value === 'number' || value === null || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'undefined') return 'missing';
  return typeof value === 'object' ? 'another object' : `a ${typeof value}`;
}

function problemsIn(given: unknown, checks: Readonly<Record<string, OptionCheck>>, path: string): readonly Problem[] {
  const wrong = anObject(given, path || '(whole)');
  if (wrong.length > 0) return wrong;
  return Object.entries(given as object).flatMap(([name, value]) => {
    const fullName = path === '' ? name : `${path}.${name}`;
    if (value === undefined) return [];
    if (Object.hasOwn(checks, name)) return checks[name]?.(value, fullName) ?? [];
    const offered = Object.keys(checks).filter((option) => checks[option] !== internal);
    return [{ name: fullName, message: `Unknown option. There are: ${offered.join(', ')}.`, code: 'unknown-field' }];
  });
}

/** A copy of the own properties that have a value. */
export function withoutUndefined<Given extends object>(given: Given): Given {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Given;
}

import * as z from 'zod/mini';
import { listProblems } from '../errors/problems.js';
import { InputError, type Problem, type ProblemCode } from '../errors.js';
import { hasMethod, isDate, shapeOf } from '../runtime/shape.js';
import { withoutUndefined } from '../values/options.js';
import { isJsonObject, type JsonObject } from './document.js';

/** Checks input. The object is strict, so misspelt names are refused: the platform would silently drop them. */
export type InputSchema<Input> = z.ZodMiniType<JsonObject, Input>;

type InputShape<Input> = { [Name in keyof Input]-?: z.ZodMiniType };

export function inputSchema<Input>(shape: InputShape<Input>): InputSchema<Input> {
  return z.strictObject(shape) as unknown as InputSchema<Input>;
}

/** For an Optional field: `null` resets it, and if it is omitted, it stays unchanged. */
export function clearable<Output, Value>(
  schema: z.ZodMiniType<Output, Value>,
): z.ZodMiniType<Output | null | undefined> {
  return z.optional(z.nullable(schema)) as unknown as z.ZodMiniType<Output | null | undefined>;
}

/**
 * A copy of an input. While a module is loaded or a response awaited, the caller may change the object for another call, even
 * for another patient. Objects are recognised by shape, since an input can be an instance of a class, or of another realm.
 */
export function cloneInput<Input>(input: Input, depth = 10): Input {
  if (depth === 0 || typeof input !== 'object' || input === null) return input;
  if (Array.isArray(input)) return input.map((value) => cloneInput(value, depth - 1)) as Input;
  if (isDate(input)) return new Date(Number(input)) as Input;
  if (shapeOf(input) !== 'Object' || isResource(input) || 'toJSON' in input) return input;
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, cloneInput(value, depth - 1)]),
  ) as Input;
}

/** A copy of options, unchecked. While a module is loaded, the caller may change the object for another call. */
export function copyOptions<Options extends { readonly extra?: unknown; readonly query?: unknown }>(
  given: Options,
): Options {
  if (!isJsonObject(given)) return given;
  return { ...given, extra: cloneInput(given.extra), query: cloneInput(given.query) };
}

/** Whether it is a resource that was read. By shape, since the package can be loaded twice, each with its own classes. */
export function isResource(value: unknown): value is { readonly url: string; readonly type: string } {
  if (typeof value !== 'object' || value === null || !('data' in value && 'links' in value)) return false;
  return typeof Reflect.get(value, 'url') === 'string' && hasMethod(value, 'attribute');
}

/** Refuses fields that are not an object. If a text were spread, its letters would become fields. */
export function checkObject(given: unknown, what: string): void {
  if (isJsonObject(given)) return;
  throw inputErrorOf(what, [
    given == null
      ? { name: '(whole)', message: missingMessage, code: 'required' }
      : { name: '(whole)', message: 'Must be an object.', code: 'wrong-type' },
  ]);
}

/**
 * Returns the checked body, with dates in the platform's format and without `undefined`. Throws an `InputError` with a problem
 * per field, in the platform's own words, before anything is sent.
 *
 * @param what names the input in the message: `new client`
 */
export function checkInput<Input>(schema: InputSchema<Input>, input: Input, what: string): JsonObject {
  // The names and values of other objects would be missing. A form, for example, would silently change nothing.
  if (typeof input === 'object' && !Array.isArray(input)) checkObject(input, what);
  const parsed = schema.safeParse(cloneInput(input), { reportInput: true });
  if (parsed.success) return withoutUndefined(parsed.data);
  const { issues } = parsed.error;
  const offer = issues.slice(0, mostOffers).map((issue) => choicesText(issue, schema));
  throw inputErrorOf(what, issues.flatMap(problemsOf), offer.join(''));
}

const mostOffers = 5;

/** @param offer the accepted values, added after the problems, which are in the platform's words */
export function inputErrorOf(what: string, problems: readonly Problem[], offer = ''): InputError {
  return new InputError(`${what}: ${listProblems(problems)} Nothing was sent.${offer}`, problems);
}

function choicesText(issue: z.core.$ZodIssue, schema: object): string {
  if (issue.code === 'invalid_value') return ` \`${issue.path.join('.')}\` takes: ${issue.values.join(', ')}.`;
  const names = issue.code === 'unrecognized_keys' && issue.path.length === 0 && 'shape' in schema;
  return names ? ` There are: ${Object.keys(schema.shape as object).join(', ')}.` : '';
}

function problemsOf(issue: z.core.$ZodIssue): Problem[] {
  const name = issue.path.join('.') || '(whole)';
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        name: [...issue.path, key].join('.'),
        message: 'Unknown attribute. `extra` takes those of a later release, if the method has it.',
        code: 'unknown-field',
      }));
    case 'invalid_type':
    case 'invalid_value':
      if (issue.input == null) return [{ name, message: missingMessage, code: 'required' }];
      if (issue.code === 'invalid_value') return [{ name, message: 'Unknown value.', code: 'unknown-value' }];
      return [{ name, message: typeMessage(issue.expected), code: 'wrong-type' }];
    default:
      return [{ name, message: issue.message, code: customCode(issue) }];
  }
}

/** The code of a check of our own. Most check a format; the others set their code as `params`. */
export function customCode(issue: z.core.$ZodIssue): ProblemCode {
  return (issue as { readonly params?: { readonly code?: ProblemCode } }).params?.code ?? 'invalid-format';
}

export const missingMessage = 'Required input is missing.';

function typeMessage(expected: string): string {
  return expected === 'string' ? 'Must be transferred as string.' : `Must be of type ${expected}.`;
}

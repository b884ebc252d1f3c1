import * as z from 'zod/mini';
import { objectSchema } from '#object-schema';
import { listProblems } from '../errors/problems.js';
import { type Problem, ResponseValidationError } from '../errors.js';
import { onFirstUse } from '../values/on-first-use.js';
import { setOwnValue } from '../values/own-value.js';
import { freeze, type JsonObject, type ResponseContext } from './document.js';
import { inexactNumbers, isInexact, removeInexactNumbers } from './inexact-numbers.js';

/**
 * Reads the known fields of a document. The compiler asks for a schema of exactly its type for each field of the data type.
 * That of a field that can be absent may also yield `undefined`. The whole is made when it is first called: a program reads
 * few kinds of resources, and importing the package would make the schemas of all.
 */
export type ResourceSchema<Data> = () => z.core.$ZodType<Data>;

type Shape<Data> = {
  [Name in keyof Data]-?: undefined extends Data[Name]
    ? z.ZodMiniType
    : Record<never, never> extends Pick<Data, Name>
      ? z.ZodMiniType<Data[Name] | undefined>
      : z.ZodMiniType<Data[Name]>;
};

export function resourceSchema<Data>(fields: () => Shape<Data>): ResourceSchema<Data> {
  return onFirstUse(() => objectSchema(fields()) as z.core.$ZodType<unknown> as z.core.$ZodType<Data>);
}

/** An Optional field: `null` if it has no value. A missing key means the same. */
export function optional<Value>(schema: z.ZodMiniType<Value>): z.ZodMiniType<Value | null> {
  return z.pipe(
    z.optional(z.nullable(schema)),
    z.transform((value: Value | null | undefined): Value | null => value ?? null),
  );
}

/** A Setting-dependent field: absent if the platform's settings disable it. Otherwise like an Optional field. */
export function settingDependent<Value>(schema: z.ZodMiniType<Value>): z.ZodMiniType<Value | null | undefined> {
  return z.optional(z.nullable(schema));
}

/** A required list. The platform writes some empty lists as `null`, which means the same. */
export function list<Item>(schema: z.ZodMiniType<Item>): z.ZodMiniType<readonly Item[]> {
  return z.pipe(
    z.nullable(z.array(schema)),
    z.transform((items: Item[] | null): readonly Item[] => items ?? []),
  );
}

/** A value that is not checked or changed. */
export const anyValue = z.transform((value: unknown) => value);

/** How documents are checked. Messages contain names of fields, never values. */
interface Validation {
  /** `true` if a document that is not as documented is only logged. */
  readonly lenient: boolean;
  readonly connection: { readonly logger: { warn(message: string): void } | undefined };
}

/**
 * The data of a document: known fields in their types, unknown attributes unchanged, without meta attributes (`@…`).
 *
 * @param what names the resource in messages: `client`, `item 3 of tasks.items`
 */
export function readData<Data>(
  schema: ResourceSchema<Data>,
  document: JsonObject,
  what: string,
  validation: Validation,
  context: ResponseContext,
): Data {
  // Removing them must precede freezing. If it is not lenient, freezing finds them at no extra cost.
  if (validation.lenient) refuseInexactNumbers(document, what, validation, context);
  const parsed = z.safeParse(schema(), document);
  if (!parsed.success) report(parsed.error.issues.map(problemOfIssue), what, validation, context);
  // The parsed data are a new object, so they can be changed.
  const data = (parsed.success ? parsed.data : validFields(schema(), document)) as object;
  for (const name in document) {
    if (!name.startsWith('@') && !Object.hasOwn(data, name)) setOwnValue(data, name, document[name]);
  }
  let isExact = true;
  freeze(data, (value) => {
    if (isInexact(value)) isExact = false;
  });
  if (!isExact) refuseInexactNumbers(document, what, validation, context);
  return data as Data;
}

/** The fields that are as documented, for `lenient`: one that is not leaves the others as their types are. */
function validFields(schema: z.core.$ZodType, document: JsonObject): object {
  const { shape } = (schema as z.core.$ZodObject)._zod.def;
  const read = Object.entries(shape).map(([name, field]) => [name, z.safeParse(field, document[name]).data]);
  return Object.fromEntries(read.filter(([, value]) => value !== undefined));
}

/** Reports numbers that may differ from the written ones, such as a long id. `lenient` removes them. */
export function refuseInexactNumbers(
  document: unknown,
  what: string,
  validation: Validation,
  context: ResponseContext,
): void {
  const problems = inexactNumbers(document);
  if (problems.length === 0) return;
  report(problems, what, validation, context);
  removeInexactNumbers(Object(document));
}

function report(problems: readonly Problem[], what: string, validation: Validation, context: ResponseContext): void {
  const error = schemaError(problems, what, context);
  if (!validation.lenient) throw error;
  validation.connection.logger?.warn(error.message);
}

export function schemaError(
  problems: readonly Problem[],
  what: string,
  context: ResponseContext,
): ResponseValidationError {
  const message = `The platform's ${what} is not as documented: ${listProblems(problems)}${context.appliedNote ?? ''}`;
  return new ResponseValidationError(message, what, problems, context);
}

function problemOfIssue(issue: z.core.$ZodIssue): Problem {
  const message = issue.code === 'invalid_type' ? `Expected ${issue.expected}.` : issue.message;
  return { name: issue.path.join('.'), message, code: 'undocumented' };
}

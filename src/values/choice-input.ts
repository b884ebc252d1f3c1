import * as z from 'zod/mini';

/** One of the values, to send. By hand, since `z.enum` would enlarge the first load. */
export function choiceInput<const Known extends string>(values: readonly Known[]): z.ZodMiniType<Known, Known> {
  const schema = z
    .transform((value: unknown) => value)
    .check(({ value, issues }) => {
      if (!values.includes(value as Known)) issues.push({ code: 'invalid_value', values: [...values], input: value });
    });
  return schema as z.ZodMiniType as z.ZodMiniType<Known, Known>;
}

import * as z from 'zod/mini';

/** The known values, and any other that the platform's configuration or a later release brings. */
export type OpenChoice<Known extends string> = Known | (string & {});

/** A choice in an answer: known values are named for the reader, any text is accepted. */
export function openChoice<Known extends string>(): z.ZodMiniType<OpenChoice<Known>> {
  return z.string();
}

/** Tells a known value, for an exhaustive `switch`: `if (isKnownChoice(genders, client.data.gender)) …`. */
export function isKnownChoice<const Known extends string>(known: readonly Known[], value: string): value is Known {
  return known.some((one) => one === value);
}

import * as z from 'zod/mini';

/** The known values, and any other that the platform's configuration or a later release adds. */
export type OpenChoice<Known extends string> = Known | (string & {});

/** A choice in a response. Known values are named for the reader, and any text is accepted. */
export function openChoice<Known extends string>(): z.ZodMiniType<OpenChoice<Known>> {
  return z.string();
}

/** `true` for a known value, which allows an exhaustive `switch`: `if (isKnownChoice(genders, client.data.gender)) …`. */
export function isKnownChoice<const Known extends string>(known: readonly Known[], value: string): value is Known {
  return known.some((choice) => choice === value);
}

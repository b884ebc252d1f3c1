import type { StandardSchema } from './standard-schema.js';

/** The known values, and any other that the platform's configuration or a later release adds. */
export type OpenChoice<Known extends string> = Known | (string & {});

/** Known values, such as `genders`. A Standard Schema too, which accepts one of them. */
export type ChoiceList<Known extends string> = readonly Known[] & StandardSchema<Known>;

/** `true` for a known value, which allows an exhaustive `switch`: `if (isKnownChoice(genders, client.data.gender)) …`. */
export function isKnownChoice<const Known extends string>(known: readonly Known[], value: string): value is Known {
  return known.some((choice) => choice === value);
}

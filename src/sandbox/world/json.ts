/** What a JSON answer can hold. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json | undefined };

/** A JSON object as it arrived; its values are still unchecked. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A record for names that come from outside: it inherits nothing, so that `constructor` is a name like any other. */
export function emptyRecord<Value>(): Record<string, Value> {
  return Object.create(null);
}

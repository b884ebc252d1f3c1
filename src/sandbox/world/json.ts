/** Any value that a JSON body can hold. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json | undefined };

/** A JSON object from a request. Its values are not yet checked. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A member of the record itself. A name from outside may be that of an inherited one, such as `constructor`. */
export function ownMember<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** The names of an object besides those that are known. */
export function unknownMembers(value: unknown, known: readonly string[]): string[] {
  return isJsonObject(value) ? Object.keys(value).filter((name) => !known.includes(name)) : [];
}

/** A record for names from outside. It inherits nothing, so `constructor` is a name like any other. */
export function emptyRecord<Value>(): Record<string, Value> {
  return Object.create(null);
}

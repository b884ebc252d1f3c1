/** A JSON object as it came from the platform. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A document and where it came from. */
export interface Source {
  readonly document: JsonObject;
  /** The URL that answered: relative links are relative to it. */
  readonly base: URL;
  /** The collection's document, where this one is an item in it. */
  readonly listedIn?: JsonObject;
  /** `true` where a request to create it was answered with one that was there before. */
  readonly existed?: boolean;
}

/** Frozen to its last list, so that nobody who reads it can change it for others. It is given back. */
export function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !(value instanceof Date) && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) frozen(part);
  }
  return value;
}

export function text(document: JsonObject, name: string): string | undefined {
  const value = document[name];
  return typeof value === 'string' ? value : undefined;
}

import { shapeOf } from '../runtime/shape.js';

/** A JSON object as it came from the platform. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return shapeOf(value) === 'Object';
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
  /** The answer that it came with, for errors about it. */
  readonly context: ResponseContext;
}

/** What errors about a document tell of the answer it came with. */
export interface ResponseContext {
  readonly attempts: number;
  readonly waited: number;
  /** Set where the answer was to a write, which has been done whatever its document looks like. */
  readonly appliedNote?: string;
  /** Where a write says that its resource is, as a whole URL. */
  readonly resourceUrl?: string | undefined;
}

/**
 * Frozen to its last list, so that nobody who reads it can change it for others. It is given back.
 *
 * @param onNumber gets each number in it
 */
export function freeze<Value>(value: Value, onNumber?: (value: number) => void): Value {
  // A loop, since what a server nests ten thousand deep must not end the stack.
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const part = waiting.pop() as object;
    // Whatever is no object counts as frozen.
    if (Object.isFrozen(part)) continue;
    Object.freeze(part);
    for (const inner of Object.values(part)) {
      if (typeof inner === 'object') waiting.push(inner);
      else if (typeof inner === 'number') onNumber?.(inner);
    }
  }
  return value;
}

export function text(document: JsonObject, name: string): string | undefined {
  const value = document[name];
  return typeof value === 'string' ? value : undefined;
}

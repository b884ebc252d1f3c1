/** A JSON object as received from the platform. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  // As `shapeOf`, which makes a new text for each value.
  return Object.prototype.toString.call(value) === '[object Object]';
}

/** A document and its origin. */
export interface Source {
  readonly document: JsonObject;
  /** URL of the response: the base of relative links. */
  readonly base: URL;
  /** The document of the list, if this one is an item of it. */
  readonly listedIn?: JsonObject;
  /** `true` if a request to create it returned an existing one. */
  readonly existed?: boolean;
  /** `true` if it was not read yet, so that its links are unknown. */
  readonly isUnread?: boolean;
  /** Facts about its response, for errors. */
  readonly context: ResponseContext;
}

/** Facts about a response, for errors about its document. */
export interface ResponseContext {
  readonly attempts: number;
  readonly waited: number;
  /** A sentence for messages. Set for a write: it was applied, even if its document is invalid. */
  readonly appliedNote?: string;
  /** Absolute URL of the resource, from the response to a write. */
  readonly resourceUrl?: string | undefined;
}

/**
 * Freezes a value at every depth, since several readers share it. Returns the same value.
 *
 * @param onNumber receives each number in it
 */
export function freeze<Value>(value: Value, onNumber?: (value: number) => void): Value {
  // A loop, since recursion would overflow the stack on a document with ten thousand levels.
  const waiting: unknown[] = [value];
  const visit = (inner: unknown): void => {
    if (typeof inner === 'object') waiting.push(inner);
    else if (typeof inner === 'number') onNumber?.(inner);
  };
  while (waiting.length > 0) {
    const part = waiting.pop() as JsonObject;
    // Values that are not objects count as frozen.
    if (Object.isFrozen(part)) continue;
    // `Object.values`, or freezing first, would take four times as long. JSON inherits nothing.
    if (Array.isArray(part)) part.forEach(visit);
    else for (const name in part) visit(part[name]);
    Object.freeze(part);
  }
  return value;
}

export function text(document: JsonObject, name: string): string | undefined {
  const value = document[name];
  return typeof value === 'string' ? value : undefined;
}

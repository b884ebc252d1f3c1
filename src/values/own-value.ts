/**
 * The value under a name from outside, such as the name of a diary field. Members of `Object.prototype` do not count:
 * `constructor` and `toString` may be names of fields.
 */
export function ownValue<Value>(object: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Sets a value under a name from outside. An assignment to `__proto__` would change the object's prototype. */
export function setOwnValue(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}

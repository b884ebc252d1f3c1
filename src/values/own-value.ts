/**
 * The value under a name that comes from outside, such as that of a diary field. Members of `Object.prototype` are none:
 * `constructor` and `toString` are names like any other.
 */
export function ownValue<Value>(object: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Sets a value under a name that comes from outside. To assign to `__proto__` would change the object's prototype. */
export function setOwnValue(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}

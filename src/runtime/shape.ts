/** The kind of a value: `Date`, `Blob`, `Error`, … Also for a value of another realm, where `instanceof` fails. */
export function shapeOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice(8, -1);
}

/** Of a value of any kind. By the method, since an object of another realm or package is no instance of the classes here. */
export function hasMethod(value: unknown, name: string | symbol): boolean {
  return typeof Reflect.get(Object(value), name) === 'function';
}

export function isDate(value: unknown): value is Date {
  return shapeOf(value) === 'Date';
}

export function isError(value: unknown): value is Error {
  return shapeOf(value) === 'Error' || value instanceof Error;
}

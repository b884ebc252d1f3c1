/** The kind of a value: `Date`, `Blob`, `Error`, … Also for a value of another realm, where `instanceof` fails. */
export function shapeOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice(8, -1);
}

export function isDate(value: unknown): value is Date {
  return shapeOf(value) === 'Date';
}

export function isError(value: unknown): value is Error {
  return shapeOf(value) === 'Error' || value instanceof Error;
}

/** `isCareError` checks it, in every copy of this package and for the errors of each entry. */
const brand: unique symbol = Symbol.for('care-platform.error');

/**
 * Brands an error, writes its name and a mark at the head of its stack, and returns the name. A clone of an error, for a
 * worker for example, keeps only message and stack. And loggers print the stack unchanged.
 */
export function brandName<const Name extends string>(error: object, name: Name): Name {
  // Not a getter of the class: its computed name would keep the class in programs that only call `isCareError`.
  Object.defineProperty(error, brand, { value: true });
  const { stack } = error as Error;
  // Only V8 writes a head. Redefined, since the engine's accessor returns nothing on a Proxy.
  const value = stack?.replace(/^\w+( \[care-platform])?(?=[:\n])/, `${name} [care-platform]`);
  Object.defineProperty(error, 'stack', { value, writable: true });
  return name;
}

/** `undefined` if it is no error of this package. Checks only the brand: `instanceof` fails across copies and realms. */
export function brandOf(error: unknown): string | undefined {
  const { [brand]: isBranded, name, stack }: { [brand]?: true; name?: string; stack?: string } = Object(error);
  if (isBranded) return name;
  const isError = Object.prototype.toString.call(error) === '[object Error]';
  return isError ? /^(\w+) \[care-platform]/.exec(stack ?? '')?.[1] : undefined;
}

/** The JSON of an error: all that inspection shows, except the stack. Foreign causes may contain anything, so they are omitted. */
export function errorToJson(error: Error): Record<string, unknown> {
  const { name, message, cause } = error;
  return Object.assign({ name, message }, error as object, brandOf(cause) && { cause });
}

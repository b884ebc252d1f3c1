/** What `isCareError` goes by, in every copy of this package and for the errors of each entry. */
export const brand: unique symbol = Symbol.for('care-platform.error');

const mark = '[care-platform]';

/**
 * Writes the name and a mark at the head of the stack, and returns the name. Of an error that is cloned, for a worker for
 * example, only message and stack are left; and loggers print the stack as it is.
 */
export function named<const Name extends string>(error: object, name: Name): Name {
  const { stack } = error as Error;
  const written = stack?.replace(/^\w+(?: \[[\w-]+\])?(?=:|\n|$)/, `${name} ${mark}`);
  // A plain property: an accessor of the engine's gives nothing on a Proxy. Engines whose stacks have no head change nothing.
  if (written !== stack) {
    Object.defineProperty(error, 'stack', { value: written, writable: true, configurable: true });
  }
  return name;
}

/** `undefined` for what is no error of this package. By the brand alone: `instanceof` fails across copies and realms. */
export function brandedName(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { [brand]: isBranded, name, stack } = error as { [brand]?: unknown; name?: unknown; stack?: unknown };
  if (isBranded === true) return name as string;
  if (Object.prototype.toString.call(error) !== '[object Error]' || typeof stack !== 'string') return undefined;
  const [head = '', found] = /^(\w+) (\S+?)(?=:|\n|$)/.exec(stack) ?? [];
  return head.endsWith(` ${mark}`) ? found : undefined;
}

/** What `JSON.stringify` writes of an error: all that its inspection shows, and no stack. Causes of others can hold anything. */
export function errorToJson(error: Error): Record<string, unknown> {
  const { name, message, cause } = error;
  const own = brandedName(cause) === undefined ? {} : { cause };
  return Object.assign({ name, message }, error as object, own);
}

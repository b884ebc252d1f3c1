/** Holds a function that returns the instance. Neither an inspection nor a reactive framework opens functions. */
const itself = Symbol('itself');

interface Held {
  readonly [itself]?: () => object;
}

const prepared = new WeakSet<object>();

/**
 * Makes methods and getters run on the instance, even if called on a Proxy of it or on an object that inherits from it.
 * Neither has private members, and a deep Proxy would wrap all that passes through it. To be called in the constructor of
 * each base class whose instances users hold.
 */
export function bypassProxies(instance: object): void {
  // Configurable, so that a Proxy may return a bound function instead.
  Object.defineProperty(instance, itself, { value: () => instance, configurable: true });
  let prototype: object = Object.getPrototypeOf(instance);
  while (!prepared.has(prototype) && prototype !== Object.prototype && prototype !== Error.prototype) {
    prepared.add(prototype);
    for (const name of Reflect.ownKeys(prototype)) if (name !== 'constructor') redirect(prototype, name);
    prototype = Object.getPrototypeOf(prototype);
  }
}

function redirect(prototype: object, name: string | symbol): void {
  const property = Object.entries(Reflect.getOwnPropertyDescriptor(prototype, name) ?? {});
  const redirected = property.map(([part, value]) => [part, typeof value === 'function' ? onItself(value) : value]);
  Reflect.defineProperty(prototype, name, Object.fromEntries(redirected));
}

type AnyMethod = (this: Held | undefined, ...values: unknown[]) => unknown;

function onItself(method: AnyMethod): AnyMethod {
  const redirect: AnyMethod = function (...values) {
    return Reflect.apply(method, this?.[itself]?.() ?? this, values);
  };
  return Object.defineProperty(redirect, 'name', { value: method.name });
}

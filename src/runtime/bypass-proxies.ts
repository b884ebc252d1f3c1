/** Holds a function that returns the instance: neither inspection nor a reactive framework looks into functions. */
const itself = Symbol('itself');

interface Held {
  readonly [itself]?: () => object;
}

const prepared = new WeakSet<object>();

/**
 * Makes methods and getters run on the instance itself, also if they are called on a Proxy of it or on an object that
 * inherits from it. Neither of those has private members, and a deep Proxy would wrap whatever passes through it. To be
 * called in the constructor of each base class that users hold instances of.
 */
export function bypassProxies(instance: object): void {
  // Configurable: else a Proxy that binds all functions would break a rule of the language.
  Object.defineProperty(instance, itself, { value: () => instance, configurable: true });
  let prototype: object = Object.getPrototypeOf(instance);
  while (!prepared.has(prototype) && prototype !== Object.prototype && prototype !== Error.prototype) {
    prepared.add(prototype);
    for (const name of Reflect.ownKeys(prototype)) if (name !== 'constructor') redirect(prototype, name);
    prototype = Object.getPrototypeOf(prototype);
  }
}

function redirect(prototype: object, name: string | symbol): void {
  const property = Reflect.getOwnPropertyDescriptor(prototype, name) ?? {};
  for (const kind of ['value', 'get', 'set'] as const) {
    if (typeof property[kind] === 'function') property[kind] = onItself(property[kind]);
  }
  Reflect.defineProperty(prototype, name, property);
}

type AnyMethod = (this: Held | undefined, ...values: unknown[]) => unknown;

function onItself(method: AnyMethod): AnyMethod {
  const redirect: AnyMethod = function (...values) {
    return Reflect.apply(method, this?.[itself]?.() ?? this, values);
  };
  return Object.defineProperty(redirect, 'name', { value: method.name });
}

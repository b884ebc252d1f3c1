import { reactive } from '@vue/reactivity';

/** What frameworks put in front of an instance. */
export const wrappers: [string, <Instance extends object>(instance: Instance) => Instance][] = [
  ['a Proxy', (instance) => new Proxy(instance, {})],
  ['a deep reactive Proxy', (instance) => reactive({ instance }).instance as typeof instance],
  ['a Proxy that binds each function to its target', binding],
  ['an object that inherits from it', (instance) => Object.create(instance)],
];

function binding<Instance extends object>(instance: Instance): Instance {
  return new Proxy(instance, {
    get(target, name, receiver) {
      const value = Reflect.get(target, name, receiver);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

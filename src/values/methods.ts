import { type OptionCheck, optionCheck } from './options.js';

/** The caller's own callback object, or an instance of a class. Its other members are not checked. */
export function methods(required: readonly string[], optional: readonly string[] = []): OptionCheck {
  return (value, name) => {
    if (Object(value) !== value) {
      return optionCheck(`an object with ${required.concat(optional).join(', ')}`, () => false)(value, name);
    }
    const wrong = [...required, ...optional].filter((method) => {
      const given: unknown = Reflect.get(value as object, method);
      return typeof given !== 'function' && (given !== undefined || required.includes(method));
    });
    return wrong.map((method) => ({ name: `${name}.${method}`, message: 'Must be a function.', code: 'wrong-type' }));
  };
}

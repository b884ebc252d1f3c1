import { InputError } from '../errors.js';

/**
 * A copy of a plain form, since a restored resource freezes its parts. By way of JSON, because it can be a Proxy of a framework,
 * or contain the `Date`s of a serialiser.
 */
export function copyAsJson(given: unknown, what: string): unknown {
  try {
    return JSON.parse(JSON.stringify(given));
  } catch {
    // The failure of the engine may quote the value.
    throw InputError.of(what, '(whole)', 'Must be what `toPlain` returned. Nothing was sent.');
  }
}

import { InputError } from '../errors.js';

/** Longer than this a timer of JavaScript does not wait: it fires at once. */
const longest = 2_147_483_647;

/** Refuses what no timer waits for; `undefined` stands for a default. */
export function checkMilliseconds(what: string, name: string, value: unknown): void {
  if (value === undefined || (typeof value === 'number' && value > 0 && value <= longest)) return;
  throw InputError.of(what, name, `Must be milliseconds from 1 to ${longest}, but is ${String(value)}.`);
}

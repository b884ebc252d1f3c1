import { inspect } from 'node:util';
import { expect } from 'vitest';

export const token = 'tok3n-0f-n0b0dy';
/** What is known of a patient, in places where it has no business. */
const facts = ['Verhoeven', 'verhoeven@example.org', '999994669', 'MRN-4711', 'panic'];

/** All that any usual way of printing shows. */
function prints(value: unknown): string {
  const options = { depth: Number.POSITIVE_INFINITY, showHidden: true, getters: false } as const;
  const parts = [inspect(value, options), JSON.stringify(value), String(value)];
  for (let error = value; error instanceof Error; error = error.cause) {
    parts.push(
      String(error.stack),
      error.message,
      inspect({ ...error }, options),
      inspect(structuredClone(error), options),
    );
    parts.push(JSON.stringify(error, Object.getOwnPropertyNames(error)));
  }
  return parts.join('\n');
}

export function expectNoToken(value: unknown): void {
  expect(prints(value)).not.toContain(token);
}

/** Neither the token nor a fact about the patient, nor any other secret there is. */
export function expectNothing(value: unknown, ...others: readonly string[]): void {
  const printed = prints(value);
  for (const secret of [token, ...facts, ...others]) expect(printed.toLowerCase()).not.toContain(secret.toLowerCase());
}

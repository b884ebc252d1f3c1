import { type ChoiceList, isKnownChoice } from './choice.js';
import type { StandardResult } from './standard-schema.js';

/** The values as a frozen list, which is a Standard Schema too. */
export function choiceList<Known extends string>(values: readonly Known[]): ChoiceList<Known> {
  const validate = (value: unknown): StandardResult<Known> => {
    if (isKnownChoice(values, value as string)) return { value: value as Known };
    const isMissing = value == null || value === '';
    return {
      issues: [
        isMissing
          ? { message: 'Required input is missing.', code: 'required' }
          : { message: 'Unknown value.', code: 'unknown-value' },
      ],
    };
  };
  // Not enumerable, so that the list is equal to a list of its values.
  const list = Object.defineProperty([...values], '~standard', {
    value: { version: 1, vendor: 'care-platform', validate },
  });
  return Object.freeze(list) as unknown as ChoiceList<Known>;
}

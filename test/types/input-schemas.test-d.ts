import {
  type ChoiceList,
  clientInput,
  type Gender,
  genders,
  isKnownChoice,
  type NewClient,
  type Predicate,
  predicates,
  relationInput,
} from 'care-platform';
import { describe, expectTypeOf, test } from 'vitest';
import type { $ZodType } from 'zod/v4/core';

/** The standard, as zod has it. */
type Standard<Value> = Pick<$ZodType<Value, Value>, '~standard'>['~standard'];

declare const gender: string;

describe('a Standard Schema', () => {
  test('has the type of its input', () => {
    const result = clientInput['~standard'].validate(null);
    if (result.issues === undefined) expectTypeOf(result.value).toEqualTypeOf<NewClient>();
    else expectTypeOf(result.issues[0]?.message).toEqualTypeOf<string | undefined>();
  });

  test('can be given to a library that takes the standard', () => {
    expectTypeOf(clientInput['~standard'].validate).toExtend<Standard<NewClient>['validate']>();
    expectTypeOf(relationInput['~standard'].version).toEqualTypeOf<Standard<unknown>['version']>();
  });

  test('is a list of choices, of their type', () => {
    expectTypeOf(genders).toExtend<ChoiceList<Gender>>();
    expectTypeOf(predicates).toEqualTypeOf<ChoiceList<Predicate>>();
    expectTypeOf(genders[0]).toEqualTypeOf<Gender | undefined>();
    if (isKnownChoice(genders, gender)) expectTypeOf(gender).toEqualTypeOf<Gender>();
  });
});

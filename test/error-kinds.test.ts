import * as package_ from 'care-platform';
import { type ApiError, type CareErrors, isCareError } from 'care-platform';
import { expect, test } from 'vitest';
import { failureOf } from './support/failure.js';
import { connected } from './support/scripted-fetch.js';

type Name = keyof CareErrors;

/** Every class of errors that can be caught by its name, without running its constructor. */
const classes = Object.values(package_).filter(
  (exported): exported is typeof ApiError => typeof exported === 'function' && exported.prototype instanceof Error,
);
const named = classes.filter(({ name }) => !['CareError', 'RequestError'].includes(name));

/** One of that class, by its form alone: name and brand are properties of each instance. */
function instanceOf(kind: typeof ApiError): Error {
  const form = { name: kind.name, [Symbol.for('care-platform.error')]: true };
  return Object.assign(Object.create(kind.prototype) as Error, form);
}

test.each(named.map((kind) => [kind.name, kind] as const))(
  'isCareError knows a %s by its own name and by the names of the classes above it, and by no other',
  (_, kind) => {
    const error = instanceOf(kind);
    for (const other of named) {
      const isOne = other === kind || kind.prototype instanceof other;
      expect(isCareError(error, other.name as Name)).toBe(isOne);
    }
  },
);

test('isCareError knows the base classes of an error of another copy of the package', () => {
  const foreign = Object.assign(new Error('No.'), {
    name: 'InvalidInputError',
    [Symbol.for('care-platform.error')]: true,
  });
  for (const name of ['InvalidInputError', 'BadRequestError', 'ApiError'] as const) {
    expect(isCareError(foreign, name)).toBe(true);
  }
  expect(isCareError(foreign, 'ServerError')).toBe(false);
  expect(isCareError(Object.assign(new Error('No.'), { name: 'InvalidInputError' }), 'ApiError')).toBe(false);
});

test('every error response is an ApiError', async () => {
  let status = 0;
  const care = await connected(() => Response.json({ message: 'No.' }, { status }));
  for (status of [400, 401, 403, 404, 405, 406, 409, 429, 500]) {
    expect(isCareError(await failureOf(care.request({ url: 'x' })), 'ApiError')).toBe(true);
  }
});

import { expect, test } from 'vitest';
import { failuresIn } from '../../src/transport/failures/failures-in.js';

const nothing = { code: undefined, syscall: undefined, hostname: undefined, port: undefined };

test('the five outermost of nested errors are read', () => {
  const wrapped = [1, 2, 3, 4, 5, 6].reduceRight<Error | undefined>(
    (cause, depth) => new Error(`number ${depth}`, { cause }),
    undefined,
  );
  expect(failuresIn(wrapped)).toEqual([1, 2, 3, 4, 5].map((depth) => ({ ...nothing, message: `number ${depth}` })));
});

test('a field of another kind than that of a system error is left out', () => {
  const odd = Object.assign(new Error('odd'), { code: 7, syscall: { a: 1 }, hostname: ['Fenna'], port: '443' });
  expect(failuresIn(odd)).toEqual([{ ...nothing, message: 'odd' }]);
});

test('the details of a system error are kept', () => {
  const refused = Object.assign(new Error('refused'), {
    code: 'ECONNREFUSED',
    syscall: 'connect',
    hostname: 'care.example',
    port: 443,
  });
  expect(failuresIn(new TypeError('fetch failed', { cause: refused }))).toEqual([
    { ...nothing, message: 'fetch failed' },
    { code: 'ECONNREFUSED', message: 'refused', syscall: 'connect', hostname: 'care.example', port: '443' },
  ]);
});

test('several tried addresses are reported by the first failure, or by the whole without one', () => {
  const several = new AggregateError([new Error('first'), new Error('second')], 'all failed', {
    cause: new Error('cause'),
  });
  expect(failuresIn(several)).toEqual([{ ...nothing, message: 'first' }]);
  expect(failuresIn(new AggregateError([], 'all failed'))).toEqual([{ ...nothing, message: 'all failed' }]);
});

test.each([undefined, null, 'Fenna', { message: 'Fenna' }])(
  'a thrown value that is no error, such as %j, shows nothing',
  (thrown) => {
    expect(failuresIn(thrown)).toEqual([]);
  },
);

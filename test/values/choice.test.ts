import { isKnownChoice } from 'care-platform';
import { expect, test } from 'vitest';

test('a known choice is distinguished from one that a later release brings, for an exhaustive `switch`', () => {
  const known = ['m', 'f'] as const;
  const read = (value: string): string => {
    if (!isKnownChoice(known, value)) return 'another';
    switch (value) {
      case 'm':
        return 'male';
      case 'f':
        return 'female';
    }
  };
  expect(['m', 'f', 'x', 'toString', ''].map(read)).toEqual(['male', 'female', 'another', 'another', 'another']);
});

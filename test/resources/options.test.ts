import type { Collection, Label } from 'care-platform';
import { describe, expect, expectTypeOf, test } from 'vitest';
import {
  application,
  type Common,
  callWithOptions,
  methods,
  request,
  requestCount,
  type Taking,
} from '../support/option-tables.js';

describe.each(methods)('%s', (_, call, more) => {
  test('refuses a misspelt option before anything is sent', async () => {
    expect(await callWithOptions(call, { sendMail: 'no' })).toEqual({ names: ['sendMail'], requests: 0 });
    expect(await callWithOptions(call, { constructor: 1 })).toEqual({ names: ['constructor'], requests: 0 });
  });

  test('refuses each option of another kind before anything is sent', async () => {
    for (const [name, value] of Object.entries({ ...request, ...more })) {
      const { names, requests } = await callWithOptions(call, { [name]: value });
      expect([[names].flat()[0], requests]).toEqual([expect.stringMatching(new RegExp(`^${name}(?:\\.|$)`)), 0]);
    }
  });

  test('keeps its options as they are at the call', async () => {
    const options: object = { signal: AbortSignal.abort() };
    const before = requestCount();
    const called = (async () => {
      const made: unknown = call(options as never);
      Object.assign(options, { signal: undefined, sendMail: 'no' });
      if (made instanceof Object && 'first' in made) return (made as Collection<unknown>).first();
      return made instanceof Object && 'next' in made ? (made as AsyncIterator<unknown>).next() : made;
    })();
    expect(await called.catch((failure: unknown) => failure)).not.toMatchObject({ name: 'InputError' });
    expect(requestCount()).toBe(before);
  });

  test('refuses options that are no object', async () => {
    for (const options of ['x', 5, null, []]) expect((await callWithOptions(call, options)).requests).toBe(0);
    for (const options of ['x', 5, null, []])
      expect(Array.isArray((await callWithOptions(call, options)).names)).toBe(true);
  });
});

test('a table without a method does not compile', () => {
  expectTypeOf<Taking<Label>>().toEqualTypeOf<'rename' | 'delete' | keyof Common>();
  expect(Object.keys(application)).toContain('searchClients');
});

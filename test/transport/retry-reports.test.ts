import type { CallEnd } from 'care-platform';
import { describe, expect, test } from 'vitest';
import { failureOf } from '../support/failure.js';
import { connected } from '../support/scripted-fetch.js';

/** What `afterCall` gets of a call that got a 401, and whose token source then throws that value. */
async function endAfter(thrown: unknown): Promise<CallEnd | undefined> {
  const ends: CallEnd[] = [];
  let asked = 0;
  const token = async () => {
    if (asked++ > 0) throw thrown;
    return 'x';
  };
  const hooks = { afterCall: (end: CallEnd) => void ends.push(end) };
  const care = await connected(() => Response.json({}, { status: 401 }), { token, hooks });
  await failureOf(care.request({ url: 'x' }));
  return ends.at(-1);
}

const named = (name: unknown) => Object.assign(new Error('Verhoeven'), { name });

describe('a report of a call that failed by an error of the caller has', () => {
  test.each<[string, unknown, string]>([
    ['the name of an error', new RangeError('Verhoeven'), 'RangeError'],
    ['a name of the caller’s own', named('VaultError'), 'VaultError'],
    ['no name that is a sentence', named('Verhoeven has no Error'), 'Error'],
    ['no name that begins with other words', named('of Verhoeven: VaultError'), 'Error'],
    ['no name that ends with other words', named('VaultErrorOfVerhoeven'), 'Error'],
    ['no name that holds digits', named('Patient8031Error'), 'Error'],
    ['no name that is no text', named(['VaultError']), 'Error'],
    ['no value that is no error', 'VaultError', 'Error'],
    ['no value that is missing', undefined, 'Error'],
    [
      'no name that throws',
      Object.defineProperty(new Error(), 'name', {
        get() {
          throw new Error('Verhoeven');
        },
      }),
      'Error',
    ],
  ])('%s', async (_, thrown, error) => {
    expect(await endAfter(thrown)).toMatchObject({ method: 'GET', error });
  });
});

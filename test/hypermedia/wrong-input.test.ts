import { InputError } from 'care-platform';
import { expect, test } from 'vitest';
import { scriptedPlatform } from '../support/platform.js';
import { wrongFields, wrongOptions } from './wrong-input.js';

const platform = scriptedPlatform();

test.each([...wrongFields(platform), ...wrongOptions])(
  '%s is refused by the name of the field, before anything is sent',
  async (_, fields, call) => {
    const care = await platform.connect();
    const failure = await (async () => call(care))().catch((thrown: unknown) => thrown);
    expect(failure).toBeInstanceOf(InputError);
    expect((failure as InputError).problems.map(({ name }) => name)).toEqual(fields);
    expect(String(failure)).not.toMatch(/secret/i);
    const sent = platform.seen.map(({ method, url }) => `${method} ${url.pathname}`);
    expect(sent.filter((request) => request !== 'GET /api/2/c/1')).toEqual([]);
  },
);

import { expect } from 'vitest';
import { findListLimits } from '../../src/conformance/index.js';
import { openSandboxReading, readingRules, rule } from './rule.js';

readingRules('2.2.1-list-limits');

rule('BAT-4', 'the suite finds out which lists cap, refuse or hide', async ({ sandbox }) => {
  const reading = await openSandboxReading(sandbox);
  const seen = async () => (await findListLimits(reading)).map(({ list, seen: sentence }) => [list, sentence]);
  const all = ['clients', 'catalogue', 'conversations', 'diary entries'];
  expect(await seen()).toEqual(all.map((list) => [list, 'neither caps nor hides']));

  sandbox.settings.limitCap = { size: 5, refuse: false };
  const short = 'has more items after a page of fewer than 10';
  expect(await seen()).toEqual([
    ['clients', `gives at most 5, ${short}`],
    ['catalogue', `gives at most 5, ${short}`],
    ['conversations', 'gives at most 5'],
    ['diary entries', `gives at most 5, ${short}, gives at most 5 without a limit`],
  ]);

  sandbox.settings.limitCap = { size: 100, refuse: true };
  expect(await seen()).toEqual(all.map((list) => [list, 'refuses a limit of 1000']));
  sandbox.settings.limitCap = null;

  const hiding: typeof fetch = async (input, init) => {
    const response = await sandbox.fetch(input, init);
    const document = (await response.clone().json()) as { '@items'?: readonly unknown[] };
    if (document['@items'] === undefined) return response;
    return Response.json({ ...document, '@items': document['@items'].filter((_, index) => index % 3 !== 1) });
  };
  const found = await findListLimits(await openSandboxReading(sandbox, hiding));
  expect(found.map(({ list, shortPageEnds }) => [list, shortPageEnds])).toContainEqual(['clients', false]);
});

import { expect } from 'vitest';
import { findListLimits } from '../../src/conformance/index.js';
import { checkRules } from './check-sandbox.js';
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

/** The result of the rule if lists respond with a status. */
async function checkWith(status: number, ...paths: (string | RegExp)[]) {
  const faults = paths.map((path) => ({ kind: 'response', status, path, times: 100 }) as const);
  const [result] = await checkRules({ only: ['BAT-4'], faults });
  return result;
}

rule('BAT-4', 'a list that the token does not reach says nothing about limits', async () => {
  const seen = 'neither caps nor hides, as far as this token sees';
  for (const status of [401, 403, 404]) {
    const result = await checkWith(status, '/catalogue/items', '/c/items');
    expect(result).toMatchObject({ outcome: 'held' });
    const lists = [`conversations: ${seen}`, `diary entries: ${seen}`];
    expect(result?.findings).toEqual([...lists, '`shortPageEnds: true` can be set']);
  }
});

rule('BAT-4', 'the limits are not reachable without a list, and only a 400 refuses a limit', async () => {
  const all = ['/c/items', '/catalogue/items', /\/conversations$/, /\/diary\/entries\/items$/];
  const text = 'none of the lists that come in batches can be read.';
  expect(await checkWith(403, ...all)).toMatchObject({ outcome: 'not reachable', text, findings: [] });
  const wrong = 'GET clients: expected status 200, found 405.';
  expect(await checkWith(405, ...all)).toMatchObject({ outcome: 'not held', text: wrong });
  const result = await checkWith(400, '/catalogue/items');
  expect(result?.findings).toContain(
    'catalogue: refuses a limit of 1000, refuses a limit of 10, as far as this token sees',
  );
});

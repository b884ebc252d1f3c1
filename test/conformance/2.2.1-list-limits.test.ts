import { expect } from 'vitest';
import { findListLimits } from './list-limits.js';
import { readingRule, rule } from './rule.js';

/** One line for each list, and what follows from all of them. */
readingRule('BAT-4', 'a short page is the last one if no list caps or hides', async (reading, report) => {
  const findings = await findListLimits(reading);
  expect(findings.map(({ list }) => list)).toContain('clients');
  for (const { list, seen } of findings) await report(`${list}: ${seen}, as far as this token sees`);
  const canBeSet = findings.every(({ shortPageEnds }) => shortPageEnds);
  await report(canBeSet ? '`shortPageEnds: true` can be set' : '`shortPageEnds` must not be set');
});

rule('BAT-4', 'the suite finds out which lists cap, refuse or hide', async (scene) => {
  const seen = async () => (await findListLimits(scene)).map(({ list, seen: sentence }) => [list, sentence]);
  const all = ['clients', 'catalogue', 'conversations', 'diary entries'];
  expect(await seen()).toEqual(all.map((list) => [list, 'neither caps nor hides']));

  scene.sandbox.settings.limitCap = { size: 5, refuse: false };
  const short = 'has more items after a page of fewer than 10';
  expect(await seen()).toEqual([
    ['clients', `gives at most 5, ${short}`],
    ['catalogue', `gives at most 5, ${short}`],
    ['conversations', 'gives at most 5'],
    ['diary entries', `gives at most 5, ${short}, gives at most 5 without a limit`],
  ]);

  scene.sandbox.settings.limitCap = { size: 100, refuse: true };
  expect(await seen()).toEqual(all.map((list) => [list, 'refuses a limit of 1000']));
  scene.sandbox.settings.limitCap = null;

  const hiding = async (method: string, path: string) => {
    const response = await scene.raw(method, path);
    const document = (await response.json()) as { '@items': readonly unknown[] };
    return Response.json({ ...document, '@items': document['@items'].filter((_, index) => index % 3 !== 1) });
  };
  const found = await findListLimits({ ...scene, raw: hiding });
  expect(found.map(({ list, shortPageEnds }) => [list, shortPageEnds])).toContainEqual(['clients', false]);
});

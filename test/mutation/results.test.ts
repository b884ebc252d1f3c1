import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { mutant } from './mutant.ts';
import { KeptResults, keyOf } from './results.ts';

const key = { source: 'a', tests: 'b' };
const other = { source: 'a', tests: 'c' };

test('results are read under the key that they were written with', async () => {
  const folder = await temporaryFolder();
  const mutants = [mutant('Killed'), mutant('Survived')];
  new KeptResults(folder).write('src/redis/slots.ts', key, mutants);
  const kept = new KeptResults(folder);
  expect(kept.read('src/redis/slots.ts', key)).toEqual(mutants);
  expect(kept.read('src/redis/slots.ts', other)).toBeUndefined();
  expect(kept.read('src/redis/budget.ts', key)).toBeUndefined();
  expect(readdirSync(join(folder, 'src/redis'))).toEqual(['slots.ts.json']);
});

test('results are written again and removed for one file alone', async () => {
  const kept = new KeptResults(await temporaryFolder());
  kept.write('src/a.ts', key, [mutant('Survived')]);
  kept.write('src/a.ts', key, []);
  kept.write('src/b.ts', key, []);
  expect(kept.read('src/a.ts', key)).toEqual([]);
  kept.remove('src/a.ts');
  kept.remove('src/a.ts');
  expect(kept.read('src/a.ts', key)).toBeUndefined();
  expect(kept.read('src/b.ts', key)).toEqual([]);
});

test('survivors that are measured again take the place of those before, and what was killed stays so', async () => {
  const kept = new KeptResults(await temporaryFolder());
  const at = (line: number, status: string) => ({
    ...mutant(status),
    location: { start: { line, column: 1 }, end: { line, column: 2 } },
  });
  kept.write('src/a.ts', key, [at(1, 'Killed'), at(2, 'Survived'), at(3, 'NoCoverage')]);
  kept.merge('src/a.ts', other, [at(1, 'Survived'), at(2, 'Killed')]);
  expect(kept.read('src/a.ts', other)).toEqual([at(1, 'Killed'), at(2, 'Killed'), at(3, 'NoCoverage')]);
  expect(kept.readOfSource('src/a.ts', 'another')).toBeUndefined();
});

test('a key changes with each text, and with the place at which a text ends', () => {
  const keys = [keyOf('ab', 'c'), keyOf('a', 'bc'), keyOf('abc'), keyOf('c', 'ab')];
  expect(new Set(keys).size).toBe(4);
  expect(keyOf('ab', 'c')).toBe(keys[0]);
});

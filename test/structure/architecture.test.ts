import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { countStructure } from '../../scripts/structure.ts';

const page = readFileSync('ARCHITECTURE.md', 'utf8');

test('each file that ARCHITECTURE.md names exists', () => {
  const paths = [...page.matchAll(/`([\w./-]+(?:\.ts|\/))`/g)].map(([, path]) => path ?? '');
  expect(paths.length).toBeGreaterThan(40);
  const missing = paths.filter((path) => !existsSync(`src/${path}`) && !existsSync(path));
  expect(missing).toEqual([]);
});

test('no folders of the sources import each other, and no file is longer than 250 lines', () => {
  const { folderCycles, longestFile } = countStructure();
  expect(folderCycles).toEqual([]);
  expect(Number(/\((\d+)\)$/.exec(longestFile)?.[1])).toBeLessThanOrEqual(250);
});

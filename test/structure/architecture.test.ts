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

test('no call path goes back to a file more than once, and each ends where requests are sent', () => {
  const paths = page.split('\n').filter((line) => /^\|.*→/.test(line));
  expect(paths).toHaveLength(5);
  for (const path of paths) {
    const files = [...path.matchAll(/`([\w/-]+\.ts)`/g)].map(([, file]) => file ?? '');
    const visits = new Map<string, number>();
    for (const file of files) visits.set(file, (visits.get(file) ?? 0) + 1);
    expect([...visits].filter(([, times]) => times > 2)).toEqual([]);
    expect(files).toContain('transport/attempt.ts');
  }
});

test('no folders import each other, no name has two meanings, and no file is longer than 250 lines', () => {
  const { folderCycles, longestFile, participles, doubles } = countStructure();
  expect(folderCycles).toEqual([]);
  expect(participles).toEqual([]);
  expect(doubles).toEqual([]);
  expect(Number(/\((\d+)\)$/.exec(longestFile)?.[1])).toBeLessThanOrEqual(250);
});

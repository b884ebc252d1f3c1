import { expect, test } from 'vitest';
import { mutant } from './mutant.ts';
import { type FileResults, foldersUnder, percentOf, scoreOf } from './score.ts';
import { survivorsOf, tableOf } from './table.ts';

function measured(file: string, ...statuses: readonly string[]): FileResults {
  return { file, source: 'if (true) {}', mutants: statuses.map((status) => mutant(status)) };
}

const results = [
  measured('src/redis/slots.ts', 'Killed', 'Timeout', 'Survived', 'NoCoverage'),
  measured('src/redis/errors.ts', 'Ignored', 'CompileError', 'RuntimeError'),
  { ...measured('src/redis/budget.ts'), mutants: undefined },
  measured('src/sandbox/world/users.ts', 'Killed'),
  measured('src/values/dates.ts'),
];

test('a score is the share of killed and timed out mutants among those that tests could notice', () => {
  const score = scoreOf(results.slice(0, 3));
  expect(score).toEqual({ killed: 2, mutants: 4, measuredFiles: 2, files: 3 });
  expect(percentOf(score)).toBe(50);
  expect(percentOf(scoreOf(results.slice(1, 2)))).toBeUndefined();
});

test('a folder is under a goal by its own score, and never without a mutant', () => {
  expect(foldersUnder(85, results)).toEqual(['src/redis']);
  expect(foldersUnder(50, results)).toEqual([]);
  expect(foldersUnder(100, [measured('src/a/b.ts', 'Killed')])).toEqual([]);
});

test('the table has a row for each folder and for each file with mutants, and shows what is not measured', () => {
  expect(tableOf(results).split('\n')).toEqual([
    '| folder | files measured | killed | mutants | % |',
    '| --- | ---: | ---: | ---: | ---: |',
    '| src/redis | 2 of 3 | 2 | 4 | 50.0 |',
    '| src/sandbox | 1 of 1 | 1 | 1 | 100.0 |',
    '| src/values | 1 of 1 | 0 | 0 | – |',
    '',
    '| file | killed | mutants | % |',
    '| --- | ---: | ---: | ---: |',
    '| src/redis/slots.ts | 2 | 4 | 50.0 |',
    '| src/sandbox/world/users.ts | 1 | 1 | 100.0 |',
    '',
  ]);
});

test('a survivor is listed with its place, the code that stood there and its replacement', () => {
  expect(survivorsOf(results)).toEqual([
    'src/redis/slots.ts:1:5 Survived: true → false',
    'src/redis/slots.ts:1:5 NoCoverage: true → false',
  ]);
  const location = { start: { line: 2, column: 3 }, end: { line: 4, column: 2 } };
  const source = 'a();\nb(() => {\n  c();\n});';
  const mutants = [{ ...mutant('Survived', '() => undefined'), location }];
  expect(survivorsOf([{ file: 'src/a.ts', source, mutants }])).toEqual([
    'src/a.ts:2:3 Survived: () => { c(); } → () => undefined',
  ]);
});

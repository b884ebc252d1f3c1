import { expect, test } from 'vitest';
import { mutant } from './mutant.ts';
import { pageOf, recordedCounts } from './page.ts';
import { countsOf, type FileResults, foldersUnder, percentOf, scoreOf } from './score.ts';
import { survivorsOf, tableOf } from './table.ts';

const source = 'if (true) {}';

function measured(file: string, ...statuses: readonly string[]): FileResults {
  const mutants = statuses.map((status) => mutant(status));
  return { file, source, mutants, counts: countsOf(mutants) };
}

const results = [
  measured('src/redis/slots.ts', 'Killed', 'Timeout', 'Survived', 'NoCoverage'),
  measured('src/redis/errors.ts', 'Ignored', 'CompileError', 'RuntimeError'),
  { ...measured('src/redis/budget.ts'), counts: undefined },
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
  const under = (goal: number) => foldersUnder((folder) => (folder === 'src/redis' ? goal : 90), results);
  expect(under(85)).toEqual(['src/redis']);
  expect(under(50)).toEqual([]);
  expect(foldersUnder(() => 100, [measured('src/a/b.ts', 'Killed')])).toEqual([]);
});

test('the table has a row for each folder and for each file that was measured', () => {
  expect(tableOf(results).split('\n')).toEqual([
    '| folder | files measured | killed | mutants | % | goal |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    '| src/redis | 2 of 3 | 2 | 4 | 50.0 | 85 |',
    '| src/sandbox | 1 of 1 | 1 | 1 | 100.0 | 85 |',
    '| src/values | 1 of 1 | 0 | 0 | – | 85 |',
    '',
    '| file | killed | mutants | % | source |',
    '| --- | ---: | ---: | ---: | --- |',
    '| src/redis/slots.ts | 2 | 4 | 50.0 | bf53f546 |',
    '| src/redis/errors.ts | 0 | 0 | – | bf53f546 |',
    '| src/sandbox/world/users.ts | 1 | 1 | 100.0 | bf53f546 |',
    '| src/values/dates.ts | 0 | 0 | – | bf53f546 |',
    '',
  ]);
});

test('the page is a record of the files that have not changed since', () => {
  const page = pageOf(results);
  const recorded = (file: string, text = source) => recordedCounts(page, file, text);
  expect(recorded('src/redis/slots.ts')).toEqual({ killed: 2, mutants: 4 });
  expect(recorded('src/redis/slots.ts', `${source}\n`)).toBeUndefined();
  expect(recorded('src/redis/errors.ts')).toEqual({ killed: 0, mutants: 0 });
  expect(recorded('src/redis/budget.ts')).toBeUndefined();
  expect(recorded('src/redis')).toBeUndefined();
  expect(recordedCounts('', 'src/redis/slots.ts', source)).toBeUndefined();
  const padded = page.replaceAll(' | ', '   |   ');
  expect(recordedCounts(padded, 'src/redis/slots.ts', source)).toEqual({ killed: 2, mutants: 4 });
});

test('a survivor is listed with its place, the code that stood there and its replacement', () => {
  expect(survivorsOf(results)).toEqual([
    'src/redis/slots.ts:1:5 Survived: true → false',
    'src/redis/slots.ts:1:5 NoCoverage: true → false',
  ]);
  const location = { start: { line: 2, column: 3 }, end: { line: 4, column: 2 } };
  const text = 'a();\nb(() => {\n  c();\n});';
  const mutants = [{ ...mutant('Survived', '() => undefined'), location }];
  expect(survivorsOf([{ file: 'src/a.ts', source: text, mutants, counts: countsOf(mutants) }])).toEqual([
    'src/a.ts:2:3 Survived: () => { c(); } → () => undefined',
  ]);
});

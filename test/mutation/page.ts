import type { Counts, FileResults } from './score.ts';
import { hashOf, tableOf } from './table.ts';

const introduction = `# Mutation testing

\`npm run test:mutation -- 1 1\` changes one thing at a time in \`src\`, and counts how often a test fails. The command writes this
page. The whole takes hours, so it goes on with the files that are missing here, or have changed since. A mutant that no test
noticed within a few seconds of processor time counts as a survivor, so the percentages are rather too low.

A file was measured with the tests of that day. Its \`source\` is a hash of what was measured. \`areas.ts\` in \`test/mutation\` has the
tests that run for each folder.`;

/** `docs/mutation.md`, for readers and for the next run. */
export function pageOf(results: readonly FileResults[]): string {
  return `${introduction}\n\n${tableOf(results)}`;
}

/** The counts that a page has for a file; `undefined` if its source has changed since. Tables may be padded. */
export function recordedCounts(page: string, file: string, source: string): Counts | undefined {
  const cellsOf = (line: string) => line.split('|').map((cell) => cell.trim());
  const row = page
    .split('\n')
    .map(cellsOf)
    .find((cells) => cells[1] === file && cells[5] === hashOf(source));
  return row && { killed: Number(row[2]), mutants: Number(row[3]) };
}

import { readFileSync } from 'node:fs';

/** The cells of all tables in `docs/methods.md`, row by row. */
export const methodMapRows = readFileSync('docs/methods.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.includes('`'))
  .map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );

/** The texts between backticks. */
export const codeOf = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

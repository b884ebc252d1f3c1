import type { MutantResult } from './results.ts';

/** The result of a mutant in the first line, for tests of what is made of results. */
export function mutant(status: string, replacement = 'false'): MutantResult {
  const location = { start: { line: 1, column: 5 }, end: { line: 1, column: 9 } };
  return { status, mutatorName: 'BooleanLiteral', replacement, location };
}

import { isAlive, type MutantResult } from './results.ts';

/** Mutants that count: not those that do not compile, nor constants, which Stryker ignores. */
export interface Counts {
  readonly killed: number;
  readonly mutants: number;
}

/** `counts: undefined`: not measured yet. */
export interface FileResults {
  readonly file: string;
  readonly source: string;
  readonly counts: Counts | undefined;
  /** Those that are known: a record of an earlier run has counts alone. */
  readonly mutants: readonly MutantResult[];
}

export interface Score extends Counts {
  readonly measuredFiles: number;
  readonly files: number;
}

const killed = new Set(['Killed', 'Timeout']);

export function countsOf(mutants: readonly MutantResult[]): Counts {
  const count = mutants.filter(({ status }) => killed.has(status)).length;
  return { killed: count, mutants: count + mutants.filter(isAlive).length };
}

export function scoreOf(results: readonly FileResults[]): Score {
  const measured = results.flatMap(({ counts }) => counts ?? []);
  return {
    killed: measured.reduce((sum, counts) => sum + counts.killed, 0),
    mutants: measured.reduce((sum, counts) => sum + counts.mutants, 0),
    measuredFiles: measured.length,
    files: results.length,
  };
}

/** `undefined` if no mutant counts. */
export function percentOf({ killed, mutants }: Counts): number | undefined {
  return mutants === 0 ? undefined : (killed / mutants) * 100;
}

function folderOf(file: string): string {
  return file.split('/').slice(0, 2).join('/');
}

export function byFolder(results: readonly FileResults[]): Map<string, FileResults[]> {
  const folders = new Map<string, FileResults[]>();
  for (const result of results) {
    const folder = folderOf(result.file);
    folders.set(folder, [...(folders.get(folder) ?? []), result]);
  }
  return folders;
}

/** Those whose score is under their goal. A folder without a measured mutant is not among them. */
export function foldersUnder(goalOf: (folder: string) => number, results: readonly FileResults[]): string[] {
  return [...byFolder(results)]
    .filter(([folder, files]) => (percentOf(scoreOf(files)) ?? 100) < goalOf(folder))
    .map(([folder]) => folder);
}

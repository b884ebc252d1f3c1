import type { MutantResult } from './results.ts';

/** `mutants: undefined`: not measured yet. */
export interface FileResults {
  readonly file: string;
  readonly source: string;
  readonly mutants: readonly MutantResult[] | undefined;
}

export interface Score {
  readonly killed: number;
  /** Only those that count: without mutants that do not compile, and without constants, which Stryker ignores. */
  readonly mutants: number;
  readonly measuredFiles: number;
  readonly files: number;
}

const killed = new Set(['Killed', 'Timeout']);
const alive = new Set(['Survived', 'NoCoverage']);

export function scoreOf(results: readonly FileResults[]): Score {
  const mutants = results.flatMap((result) => result.mutants ?? []);
  const count = (statuses: ReadonlySet<string>) => mutants.filter(({ status }) => statuses.has(status)).length;
  return {
    killed: count(killed),
    mutants: count(killed) + count(alive),
    measuredFiles: results.filter((result) => result.mutants !== undefined).length,
    files: results.length,
  };
}

/** `undefined` if no mutant counts. */
export function percentOf({ killed, mutants }: Score): number | undefined {
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

/** Those whose score is under the goal. A folder without a measured mutant is not among them. */
export function foldersUnder(goal: number, results: readonly FileResults[]): string[] {
  return [...byFolder(results)]
    .filter(([, files]) => (percentOf(scoreOf(files)) ?? 100) < goal)
    .map(([folder]) => folder);
}

export function isAlive({ status }: MutantResult): boolean {
  return alive.has(status);
}

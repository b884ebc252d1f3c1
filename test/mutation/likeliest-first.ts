import { readFileSync } from 'node:fs';
import { basename, dirname, relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { mutantsPath, type PlannedMutant, planVariable, type RunPlan } from './keep-reporter.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of Stryker: the id of the mutant that is tested, if one is. */
    readonly activeMutant: string | undefined;
  }
}

/** Milliseconds to load a test file. */
const loadTime = 60;

/** What was learnt in this process. Vitest makes a sequencer for each run. */
const noticed = new Map<string, number>();
const noticedOf = new Map<string, Map<string, number>>();
let previous: { readonly mutated: string; readonly files: readonly TestSpecification[] } | undefined;

let planned: Readonly<Record<string, PlannedMutant>> | undefined;

/**
 * The test files by how likely they notice the mutant soon. A mutant is done with the first test that fails, and its time is
 * short: vitest's own order, the longest first, takes several times as long. Those that noticed most mutants of the same
 * file come first, then those that are named like it or its folder.
 */
export default class LikeliestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const id = this.ctx.getRootProject().getProvidedContext().activeMutant;
    // The first run, of all tests.
    if (id === undefined) return files;
    planned ??= readPlanned();
    const { file: mutated, mutatorName } = planned[id] ?? { file: '', mutatorName: '' };
    this.#learn();
    const ofFile = noticedOf.get(mutated);
    const all = Math.max(1, ...noticed.values());
    const rank = (file: TestSpecification) => {
      const learnt = (ofFile?.get(file.moduleId) ?? 0) + (noticed.get(file.moduleId) ?? 0) / all;
      const name = relative(process.cwd(), file.moduleId);
      // Most texts are messages, which these tests list.
      const listsTexts = mutatorName === 'StringLiteral' && name.includes('messages.test.ts') ? 3 : 0;
      const expected = 0.1 + learnt + listsTexts + likeness(mutated, name);
      return expected / ((this.#resultOf(file)?.duration ?? 0) + loadTime);
    };
    const sorted = files
      .map((file) => ({ file, rank: rank(file) }))
      .sort((left, right) => right.rank - left.rank)
      .map(({ file }) => file);
    previous = { mutated, files: sorted };
    return sorted;
  }

  /** The first file that failed has noticed the mutant before this one. The files after it did not run. */
  #learn(): void {
    const failed = previous?.files.find((file) => this.#resultOf(file)?.failed);
    if (previous === undefined || failed === undefined) return;
    const counts = noticedOf.get(previous.mutated) ?? new Map<string, number>();
    noticedOf.set(previous.mutated, counts);
    for (const each of [noticed, counts]) each.set(failed.moduleId, (each.get(failed.moduleId) ?? 0) + 1);
  }

  #resultOf(file: TestSpecification) {
    return this.ctx.cache.getTestSpecificationResult(file);
  }
}

/** Words that the names of two files have in common; half as much if it is the name of a folder. */
function likeness(source: string, test: string): number {
  const words = wordsOf(basename(test));
  const shared = [...wordsOf(basename(source))].filter((word) => words.has(word)).length;
  const folders = new Set(dirname(test).split('/'));
  return (
    shared +
    (dirname(source)
      .split('/')
      .slice(1)
      .some((folder) => folders.has(folder))
      ? 0.5
      : 0)
  );
}

/** Their first four letters: `relations-sync` has words of `sync-relation`. */
function wordsOf(name: string): Set<string> {
  const [stem = ''] = name.split('.');
  return new Set(stem.split('-').map((word) => word.slice(0, 4)));
}

function readPlanned(): Record<string, PlannedMutant> {
  const { folder } = JSON.parse(readFileSync(process.env[planVariable] ?? '', 'utf8')) as RunPlan;
  return JSON.parse(readFileSync(mutantsPath(folder), 'utf8')) as Record<string, PlannedMutant>;
}

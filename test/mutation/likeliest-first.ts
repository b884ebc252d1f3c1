import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { planVariable, type RunPlan } from './keep-reporter.ts';

/** Milliseconds to load a test file. */
const loadTime = 60;

/** How many mutants each test file noticed in this process. Vitest makes a sequencer for each run. */
const noticed = new Map<string, number>();

/** The folders of `test` that are named like those of the mutants: most of what is said about them stands there. */
const nearFolders = foldersOf(process.env[planVariable]).map((name) => `/test/${name}/`);

/**
 * The test files by how likely they notice the next mutant soon: first those that failed last, then those that noticed the
 * most mutants for their time, then the nearest, then the shortest. A mutant is done with the first test that fails:
 * vitest's own order, the longest first, takes several times as long.
 */
export default class LikeliestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const resultOf = (file: TestSpecification) => this.ctx.cache.getTestSpecificationResult(file);
    for (const file of files) {
      if (resultOf(file)?.failed) noticed.set(file.moduleId, (noticed.get(file.moduleId) ?? 0) + 1);
    }
    const rank = (file: TestSpecification) => {
      if (resultOf(file)?.failed) return Number.POSITIVE_INFINITY;
      const isNear = nearFolders.some((folder) => file.moduleId.includes(folder));
      const expected = (noticed.get(file.moduleId) ?? 0) + (isNear ? 0.3 : 0.1);
      return expected / ((resultOf(file)?.duration ?? 0) + loadTime);
    };
    return files
      .map((file) => ({ file, rank: rank(file) }))
      .sort((left, right) => (left.rank === right.rank ? 0 : right.rank - left.rank))
      .map(({ file }) => file);
  }
}

function foldersOf(planPath: string | undefined): string[] {
  if (planPath === undefined) return [];
  const { keys } = JSON.parse(readFileSync(planPath, 'utf8')) as RunPlan;
  return [...new Set(Object.keys(keys).map((file) => file.split('/')[1] ?? ''))];
}

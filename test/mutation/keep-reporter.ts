import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { KeptResults, type Key, type MutantResult } from './results.ts';

/** What the reporter needs to know of a run. */
export interface RunPlan {
  readonly folder: string;
  /** The key of each file that the run measures. */
  readonly keys: Readonly<Record<string, Key>>;
  /** Whether the run measures survivors again: the other results stay. */
  readonly isAgain: boolean;
}

/** The name of the environment variable with the path of a `RunPlan`. */
export const planVariable = 'MUTATION_PLAN';

/** What the order of the tests depends on. */
export interface PlannedMutant {
  readonly file: string;
  readonly mutatorName: string;
}

/** Where a run keeps its mutants, by id. */
export function mutantsPath(folder: string): string {
  return join(folder, 'mutants.json');
}

interface StrykerMutant {
  readonly id: string;
  readonly fileName: string;
  readonly mutatorName: string;
}

interface StrykerResult extends StrykerMutant {
  readonly status: string;
  readonly replacement: string;
  readonly location: MutantResult['location'];
}

/** A reporter of Stryker that keeps the results of a file as soon as the file's last mutant is done. */
class KeepReporter {
  readonly #plan: RunPlan;
  readonly #kept: KeptResults;
  readonly #results = new Map<string, MutantResult[]>();
  readonly #expected = new Map<string, number>();

  constructor() {
    this.#plan = JSON.parse(readFileSync(process.env[planVariable] ?? '', 'utf8')) as RunPlan;
    this.#kept = new KeptResults(this.#plan.folder);
  }

  onMutationTestingPlanReady({ mutantPlans }: { readonly mutantPlans: readonly { readonly mutant: StrykerMutant }[] }) {
    const planned: Record<string, PlannedMutant> = {};
    for (const { mutant } of mutantPlans) {
      const file = relative(process.cwd(), mutant.fileName);
      planned[mutant.id] = { file, mutatorName: mutant.mutatorName };
      this.#expected.set(file, (this.#expected.get(file) ?? 0) + 1);
    }
    writeFileSync(mutantsPath(this.#plan.folder), JSON.stringify(planned));
    for (const [file, key] of Object.entries(this.#plan.keys)) {
      if (!this.#expected.has(file) && !this.#plan.isAgain) this.#kept.write(file, key, []);
    }
  }

  onMutantTested({ fileName, status, mutatorName, replacement, location }: StrykerResult) {
    const file = relative(process.cwd(), fileName);
    const results = this.#results.get(file) ?? [];
    this.#results.set(file, results);
    results.push({ status, mutatorName, replacement, location });
    const key = this.#plan.keys[file];
    if (key === undefined || results.length !== this.#expected.get(file)) return;
    this.#kept[this.#plan.isAgain ? 'merge' : 'write'](file, key, results);
  }
}

export const strykerPlugins = [{ kind: 'Reporter', name: 'keep', injectableClass: KeepReporter }];

import { inject, TestRunner } from 'vitest';

type CancelReason = Parameters<TestRunner['cancel']>[0];

/** Milliseconds. Nearly all mutants that a test notices are noticed within the first second. */
const timeOfMutant = 5_000;

/** Milliseconds of real time. Tests put a clock of their own in the place of the global one, and move it by hours. */
const realTime = performance.now.bind(performance);

/**
 * Ends the run of a mutant at its first failure, which is all that counts. Vitest skips the other tests then, but still
 * loads all their files: two thirds of the time of a mutant that many files reach.
 *
 * It also starts no test after `timeOfMutant`. A mutant that survives would else take as long as all tests that reach it.
 * It counts as a survivor then, so the percentage can be too low, and never too high.
 */
export default class MutantRunner extends TestRunner {
  #hasFailed = false;
  #endsAt: number | undefined;

  override cancel(reason: CancelReason): void {
    this.#hasFailed = true;
    super.cancel(reason);
  }

  onBeforeCollect(): void {
    if (this.#hasFailed) throw new Error('A test has failed.');
    if (inject('mode') === 'mutant') this.#endsAt ??= realTime() + timeOfMutant;
  }

  override importFile(...args: Parameters<TestRunner['importFile']>): ReturnType<TestRunner['importFile']> {
    return this.#isOver() ? undefined : super.importFile(...args);
  }

  override async onBeforeRunTask(...args: Parameters<TestRunner['onBeforeRunTask']>): Promise<void> {
    if (this.#isOver()) args[0].mode = 'skip';
    await super.onBeforeRunTask(...args);
  }

  #isOver(): boolean {
    return realTime() > (this.#endsAt ?? Number.POSITIVE_INFINITY);
  }
}

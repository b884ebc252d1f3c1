import { inject, TestRunner } from 'vitest';
import { secondsVariable } from './areas.ts';

type CancelReason = Parameters<TestRunner['cancel']>[0];

/**
 * Ends the run of a mutant at its first failure, which is all that counts. Vitest skips the other tests then, but still
 * loads all their files: two thirds of the time of a mutant that many files reach.
 *
 * It also starts no test once the processor has worked for some seconds. A mutant that survives would else take as long as
 * all tests that reach it. It counts as a survivor then, so the percentage can be too low, and never too high.
 */
export default class MutantRunner extends TestRunner {
  #hasFailed = false;
  /** Microseconds that this process has worked. Tests move all other clocks. */
  #endsAt: number | undefined;

  override cancel(reason: CancelReason): void {
    this.#hasFailed = true;
    super.cancel(reason);
  }

  onBeforeCollect(): void {
    if (this.#hasFailed) throw new Error('A test has failed.');
    if (inject('mode') === 'mutant') this.#endsAt ??= worked() + Number(process.env[secondsVariable]) * 1e6;
  }

  override importFile(...args: Parameters<TestRunner['importFile']>): ReturnType<TestRunner['importFile']> {
    return this.#isOver() ? undefined : super.importFile(...args);
  }

  override async onBeforeRunTask(...args: Parameters<TestRunner['onBeforeRunTask']>): Promise<void> {
    if (this.#isOver()) args[0].mode = 'skip';
    await super.onBeforeRunTask(...args);
  }

  #isOver(): boolean {
    return worked() > (this.#endsAt ?? Number.POSITIVE_INFINITY);
  }
}

function worked(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

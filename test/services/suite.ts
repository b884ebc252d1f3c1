import { describe, test } from 'vitest';
import { missingPrograms, type SystemProgram } from './service.ts';

/**
 * Tests that run programs of the operating system. If one is missing, they are skipped, and the title says why. With `CI`, a
 * missing program is a failure.
 */
export function describeWithPrograms(title: string, names: readonly SystemProgram[], tests: () => void): void {
  const missing = missingPrograms(names);
  if (missing === undefined) {
    describe(title, tests);
    return;
  }
  if (process.env.CI) {
    test(title, () => {
      throw new Error(missing);
    });
    return;
  }
  console.warn(`Skipped: ${title}. ${missing}`);
  describe.skip(`${title} (${missing})`, tests);
}

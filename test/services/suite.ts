import { describe, test } from 'vitest';
import { missingServices, type ServiceName } from './service.ts';

/**
 * Tests against servers of the operating system. If a server is missing, they are skipped, and the title says why. With
 * `CI`, a missing server is a failure.
 */
export function describeServices(title: string, names: readonly (ServiceName | 'openssl')[], tests: () => void): void {
  const missing = missingServices(names);
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

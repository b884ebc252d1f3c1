import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const path = (below: string) => fileURLToPath(new URL(`../../${below}`, import.meta.url));

/** They wait for real times over seconds, so they are asked last: the first test that fails ends a mutant. */
const slow =
  /(?:retry|timeouts|timeout-kinds|abort|deadlines|throttle-(?:line|clock|sockets|registry)|looking)\.test\.ts$/;

class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((one, other) => Number(slow.test(one.moduleId)) - Number(slow.test(other.moduleId)));
  }
}

/** The tests that mutants must not survive: those of the two layers, and of resources that show what the layers do. */
export default defineConfig({
  root: path(''),
  resolve: {
    alias: [
      { find: /^care-platform$/, replacement: path('src/index.ts') },
      { find: /^care-platform\/sandbox$/, replacement: path('src/sandbox/index.ts') },
    ],
  },
  test: {
    include: [
      'test/{hypermedia,transport}/**/*.test.ts',
      'test/properties/{walk,values}.test.ts',
      'test/connect.test.ts',
      'test/resources/{looking,operations,calendar-text,done-but-unreadable,diary-entries}.test.ts',
    ],
    // They measure rates over a minute, what the garbage collector leaves, and processes of their own.
    exclude: ['test/transport/{throttle-rate,throttle-process,lost-signals}.test.ts'],
    setupFiles: ['test/support/property-seed.ts'],
    sequence: { sequencer: QuickFirst },
    testTimeout: 20_000,
  },
});

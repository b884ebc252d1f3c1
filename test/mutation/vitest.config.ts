import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { sourceEntries } from '../support/source-entries.ts';
import { measuredArea, testFilesOf } from './areas.ts';
import LikeliestFirst from './likeliest-first.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The tests of one area, for Stryker. */
export default defineConfig({
  root,
  resolve: { alias: sourceEntries },
  test: {
    include: testFilesOf(measuredArea(), root),
    setupFiles: [
      'test/support/property-seed.ts',
      'test/support/fresh-throttles.ts',
      'test/support/real-globals.ts',
      'test/mutation/load-lazy-modules.ts',
      'test/mutation/mutant-timeout.ts',
    ],
    // Loading the package for each test file again takes longer than most files.
    isolate: false,
    // For the first run of all tests, which a busy machine would fail with less.
    testTimeout: 30_000,
    expect: { poll: { timeout: 5_000 } },
    // Of a file that the runner leaves out, no test is left.
    passWithNoTests: true,
    runner: 'test/mutation/mutant-runner.ts',
    sequence: { sequencer: LikeliestFirst },
  },
});

import { defineConfig } from 'vitest/config';
import { sourceEntries } from './test/support/source-entries.ts';

/** Measure times, sockets, rates and memory of real processes: they run by themselves, after all the others. */
const measuring = [
  'test/{services,networks}/**/*.test.ts',
  'test/transport/{throttle-*,timeout*,deadlines}.test.ts',
  'test/sandbox/{server,big-export}.test.ts',
  'test/conformance/8-*.test.ts',
];

export default defineConfig({
  resolve: { alias: sourceEntries },
  test: {
    testTimeout: 20_000,
    // A test that asserts nothing fails.
    expect: { requireAssertions: true },
    setupFiles: ['test/support/property-seed.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'behaviour',
          include: ['test/**/*.test.ts'],
          exclude: [...measuring, 'test/{browser,package/delivered,portal}/**', '**/node_modules/**'],
          typecheck: { enabled: true, include: ['test/**/*.test-d.ts'] },
          // Most of them wait for timers and sockets more than they compute.
          maxWorkers: 3,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: { name: 'measuring', include: measuring, fileParallelism: false, sequence: { groupOrder: 1 } },
      },
    ],
  },
});

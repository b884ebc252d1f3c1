import { defineConfig } from 'vitest/config';
import { reloadingTests } from './test/support/reloading-tests.ts';
import { sourceEntries } from './test/support/source-entries.ts';

/** These depend on more than the code: on sockets, processes, servers of Debian's, or on how busy the machine is. */
const slow = [
  'test/**/*.slow.test.ts',
  'test/{services,networks,chaos,cli}/**/*.test.ts',
  'test/{examples,guides,guide-playwright}.test.ts',
];

/** These have a configuration of their own: see the scripts of package.json. */
const others = ['test/{browser,package/delivered,portal}/**', '**/node_modules/**'];

/** To load the package again for each of 200 files would take as much time as all that they do. */
const shared = { isolate: false, maxWorkers: 4 } as const;

export default defineConfig({
  resolve: { alias: sourceEntries },
  test: {
    testTimeout: 60_000,
    // A test that asserts nothing fails. What is polled for comes at once, but not within a second on a busy machine.
    expect: { requireAssertions: true, poll: { timeout: 20_000 } },
    setupFiles: ['property-seed', 'fresh-throttles', 'real-globals'].map((name) => `test/support/${name}.ts`),
    projects: [
      {
        extends: true,
        test: {
          ...shared,
          name: 'behaviour',
          include: ['test/**/*.test.ts'],
          exclude: [...slow, ...reloadingTests, ...others],
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: { name: 'reloading', include: reloadingTests, maxWorkers: 4, sequence: { groupOrder: 0 } },
      },
      {
        extends: true,
        test: {
          name: 'slow',
          include: slow,
          exclude: others,
          typecheck: { enabled: true, include: ['test/**/*.test-d.ts'] },
          // One file after the other, on a machine that may be busy.
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});

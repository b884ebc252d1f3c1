import { defineConfig } from 'vitest/config';
import { sourceEntries } from './test/support/source-entries.ts';

/** Measure times, sockets, rates and memory of real processes: they run by themselves, after all the others. */
const measuring = [
  'test/{services,networks}/**/*.test.ts',
  'test/transport/throttle-{clock,line,process,rate,registry,sockets}.test.ts',
  'test/transport/{timeouts,timeout-kinds,deadlines}.test.ts',
  'test/sandbox/{server,big-export}.test.ts',
  'test/conformance/8-*.test.ts',
];

/** Load modules anew, or others in their place, which the next file of a shared process would get. */
const reloading = ['test/index.test.ts', 'test/hypermedia/{messages,parts}.test.ts', 'test/transport/messages.test.ts'];

const others = ['test/{browser,package/delivered,portal}/**', '**/node_modules/**'];

export default defineConfig({
  resolve: { alias: sourceEntries },
  test: {
    testTimeout: 20_000,
    // A test that asserts nothing fails.
    expect: { requireAssertions: true },
    setupFiles: ['test/support/property-seed.ts', 'test/support/fresh-throttles.ts'],
    unstubEnvs: true,
    unstubGlobals: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'behaviour',
          include: ['test/**/*.test.ts'],
          exclude: [...measuring, ...reloading, ...others],
          // To load the package for each of 200 files anew would take as much as all that they do.
          isolate: false,
          // Most of them wait for timers and sockets more than they compute.
          maxWorkers: 4,
          typecheck: { enabled: true, include: ['test/**/*.test-d.ts'] },
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: { name: 'reloading', include: reloading, maxWorkers: 4, sequence: { groupOrder: 0 } },
      },
      {
        extends: true,
        test: { name: 'measuring', include: measuring, fileParallelism: false, sequence: { groupOrder: 1 } },
      },
    ],
  },
});

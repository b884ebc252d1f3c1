import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const path = (below: string) => fileURLToPath(new URL(`../../${below}`, import.meta.url));

/** The tests that mutants must not survive: those of the two layers that end within a moment, and of what shows their work. */
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
      'test/resources/{operations,calendar-text,done-but-unreadable,diary-entries,export-jobs}.test.ts',
    ],
    // They take seconds, for rates, sockets, clocks, the garbage collector or long lists: every survivor would take them too.
    exclude: [
      'test/transport/throttle-{rate,process,sockets,clock}.test.ts',
      'test/hypermedia/long-lists.test.ts',
      'test/transport/{timeouts,deadlines,abort,downloads,lost-signals}.test.ts',
    ],
    setupFiles: ['test/support/property-seed.ts'],
    testTimeout: 20_000,
  },
});

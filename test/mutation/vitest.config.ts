import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { sourceEntries } from '../support/source-entries.ts';

/** The tests that mutants must not survive: those of the two layers that end within a moment, and of what shows their work. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  resolve: { alias: sourceEntries },
  test: {
    include: [
      'test/{hypermedia,transport}/**/*.test.ts',
      'test/properties/{walk,values}.test.ts',
      'test/connect.test.ts',
      'test/resources/{operations,calendar-text,done-but-unreadable,diary-entries,export-jobs,looking,wrong-arguments}.test.ts',
    ],
    // They take seconds, for rates, sockets, clocks or the garbage collector: every survivor would take them too.
    exclude: [
      'test/transport/throttle-{rate,process,sockets,clock}.test.ts',
      'test/transport/{timeouts,deadlines,lost-signals}.test.ts',
    ],
    setupFiles: ['test/support/property-seed.ts', 'test/transport/loaded-late.ts'],
    // A mutant that makes a call hang costs this much.
    testTimeout: 10_000,
  },
});

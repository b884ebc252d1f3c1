import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const path = (below: string) => fileURLToPath(new URL(`../../${below}`, import.meta.url));

/** The tests that mutants must not survive: those of the two layers that end within a moment. */
export default defineConfig({
  root: path(''),
  resolve: {
    alias: [
      { find: /^care-platform$/, replacement: path('src/index.ts') },
      { find: /^care-platform\/sandbox$/, replacement: path('src/sandbox/index.ts') },
    ],
  },
  test: {
    include: ['test/{hypermedia,transport}/**/*.test.ts', 'test/properties/{walk,values}.test.ts'],
    // They measure rates, sockets and processes over seconds: every survivor would take minutes.
    exclude: ['test/transport/{throttle-{process,rate,sockets,registry,clock},retry-budget,deadlines}.test.ts'],
    testTimeout: 20_000,
  },
});

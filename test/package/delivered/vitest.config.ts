import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { sourceEntries } from '../../support/source-entries.ts';

/** `npm run test:delivered`: the package as npm packs it, seen from outside and used by `../consumers`. */
export default defineConfig({
  root: fileURLToPath(new URL('../../..', import.meta.url)),
  // For the sandbox. What is tested is the tarball.
  resolve: { alias: sourceEntries },
  test: {
    name: 'as delivered',
    include: ['test/package/delivered/*.test.ts'],
    globalSetup: 'test/package/delivered/packed.ts',
    testTimeout: 120_000,
    teardownTimeout: 60_000,
    // Each of them starts compilers and bundlers, which take a core for themselves.
    maxWorkers: 2,
  },
});

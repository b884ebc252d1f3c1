import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { chromiumPath } from '../support/chromium.ts';
import { sourceEntries } from '../support/source-entries.ts';

const found = chromiumPath() !== undefined;

export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  resolve: { alias: sourceEntries },
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What a page shows comes when its browser comes to it.
    expect: { poll: { timeout: 20_000 } },
    // Two at a time: more browsers than that only wait for one another.
    maxWorkers: 2,
    include: found ? ['test/portal/**/*.test.ts'] : [],
    passWithNoTests: !found,
    ...(found && { globalSetup: 'test/portal/served-portal.ts' }),
  },
});

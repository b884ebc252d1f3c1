import { fileURLToPath } from 'node:url';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumArguments, chromiumPath } from '../support/chromium.ts';
import { sourceEntries } from '../support/source-entries.ts';
import { commands } from './commands.ts';

const executablePath = chromiumPath();

export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  resolve: { alias: sourceEntries },
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    // Both cores are needed for the browser itself, and each platform allows its address only so much.
    fileParallelism: false,
    passWithNoTests: executablePath === undefined,
    projects: [
      {
        extends: true,
        test: {
          name: 'in the browser',
          include: executablePath === undefined ? [] : ['test/browser/client/**/*.test.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { ...(executablePath !== undefined && { executablePath }), args: chromiumArguments },
            }),
            instances: [{ browser: 'chromium' }],
            commands,
          },
        },
      },
      {
        extends: true,
        test: {
          name: 'pages',
          ...(executablePath !== undefined && { globalSetup: './test/browser/pages/site.ts' }),
          include: executablePath === undefined ? [] : ['test/browser/pages/**/*.test.ts'],
        },
      },
    ],
  },
});

import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const source = (path: string) => fileURLToPath(new URL(`./src/${path}`, import.meta.url));

export default defineConfig({
  resolve: {
    alias: [
      { find: /^care-platform$/, replacement: source('index.ts') },
      { find: /^care-platform\/calendar$/, replacement: source('calendar/index.ts') },
      { find: /^care-platform\/redis$/, replacement: source('redis/index.ts') },
      { find: /^care-platform\/sandbox$/, replacement: source('sandbox/index.ts') },
    ],
  },
  test: {
    include: ['test/**/*.test.ts'],
    typecheck: { enabled: true, include: ['test/**/*.test-d.ts'] },
    testTimeout: 20_000,
  },
});

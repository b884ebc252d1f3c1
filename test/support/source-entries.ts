import { fileURLToPath } from 'node:url';

const source = (path: string) => fileURLToPath(new URL(`../../src/${path}`, import.meta.url));

/** Aliases for vitest: the package's entries are their sources, so that tests need no build. */
export const sourceEntries = [
  { find: /^care-platform$/, replacement: source('index.ts') },
  { find: /^care-platform\/(\w+)$/, replacement: source('$1/index.ts') },
];

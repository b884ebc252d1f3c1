import { defineConfig } from 'tsup';

const shared = { target: 'es2023', dts: true, sourcemap: true, clean: false, treeshake: true } as const;

export default defineConfig([
  { ...shared, entry: { index: 'src/index.ts' }, format: 'esm', platform: 'neutral' },
  // ky and p-queue are ESM-only, so the CommonJS file carries its own copy of both.
  { ...shared, entry: { index: 'src/index.ts' }, format: 'cjs', platform: 'neutral', noExternal: ['ky', 'p-queue'] },
  {
    ...shared,
    entry: { 'sandbox/index': 'src/sandbox/index.ts' },
    format: ['esm', 'cjs'],
    platform: 'node',
    noExternal: ['hono', '@hono/node-server'],
    external: ['msw'],
  },
  { ...shared, entry: { 'redis/index': 'src/redis/index.ts' }, format: ['esm', 'cjs'], platform: 'node' },
]);

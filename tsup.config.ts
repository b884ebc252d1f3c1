import { defineConfig } from 'tsup';

const shared = { target: 'es2023', dts: true, sourcemap: true, clean: false, treeshake: true } as const;

export default defineConfig([
  { ...shared, entry: { index: 'src/index.ts' }, format: 'esm', platform: 'neutral' },
  // ky and p-queue are ESM-only, so the CommonJS file carries its own copy of both.
  { ...shared, entry: { index: 'src/index.ts' }, format: 'cjs', platform: 'neutral', noExternal: ['ky', 'p-queue'] },
  {
    ...shared,
    entry: { 'calendar/index': 'src/calendar/index.ts' },
    format: ['esm', 'cjs'],
    platform: 'browser',
    noExternal: ['ical.js'],
    // What its license asks for, where it is carried along.
    banner: { js: '/*! Holds ical.js, under MPL-2.0: https://github.com/kewisch/ical.js */' },
  },
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

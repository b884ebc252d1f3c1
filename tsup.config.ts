import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { PluginBuild } from 'esbuild';
import { defineConfig, type Options } from 'tsup';

/**
 * CommonJS takes what is loaded on first use by `require`: not everything that loads CommonJS can `import()` from it. It is
 * written by esbuild itself, since tsup's `treeshake` would hide that `require` from bundlers.
 */
const requireOnFirstUse: NonNullable<Options['esbuildOptions']> = (options, { format }) => {
  if (format === 'cjs') options.supported = { 'dynamic-import': false };
};

/** `using` has types of its own, which older libraries lack: those who compile for a browser may not have asked for them. */
const declarations = { banner: '/// <reference lib="esnext.disposable" />' };

const shared = {
  target: 'es2023',
  dts: declarations,
  sourcemap: true,
  clean: false,
  esbuildOptions: requireOnFirstUse,
} as const;

/** The parsers of rows stay in a file of their own, which is loaded when rows are read. */
const rowsApart = (extension: string) => ({
  name: 'rows-apart',
  setup(build: PluginBuild) {
    build.onResolve({ filter: /^\.\.\/rows\/index\.js$/ }, () => ({
      path: `./rows/index.${extension}`,
      external: true,
    }));
  },
});

/** The client comes from the package itself: with a copy, its errors would be no instances of those of the main entry. */
const clientApart = {
  name: 'client-apart',
  setup(build: PluginBuild) {
    build.onResolve({ filter: /^\.\.\/index\.js$/ }, () => ({ path: 'care-platform', external: true }));
  },
};

/**
 * The public names stay in a file for each part, which the entry names by a star: a bundler then follows only those that
 * are imported. And what is loaded on first use is told that it needs the core, which is there before it, so that the core
 * stays in one file and not in one for each set of parts that share something of it.
 */
const partsApart = {
  name: 'parts-apart',
  setup(build: PluginBuild) {
    const parts = new Set<string>();
    const core = JSON.stringify(resolve('src/public/core.ts'));
    build.onResolve({ filter: /^\.\/public\// }, ({ path }) => ({ path, external: true }));
    build.onResolve({ filter: /^\.\// }, ({ kind, path, resolveDir }) => {
      if (kind === 'dynamic-import') parts.add(resolve(resolveDir, path.replace(/\.js$/, '.ts')));
      return undefined;
    });
    build.onLoad({ filter: /\.ts$/ }, ({ path }) =>
      parts.has(path) ? { contents: `import ${core};\n${readFileSync(path, 'utf8')}`, loader: 'ts' } : undefined,
    );
  },
};

/**
 * Bundlers let pass that msw, an optional peer, is not installed where it is asked for in a `try`: for CommonJS in the `try`
 * itself, and not in the function that esbuild makes of an `import()`.
 */
const requireInTry = {
  name: 'require-in-try',
  setup(build: PluginBuild) {
    if (build.initialOptions.format !== 'cjs') return;
    build.onLoad({ filter: /sandbox\/handlers\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace("await import('msw')", "require('msw')"),
      loader: 'ts',
    }));
  },
};

export default defineConfig([
  {
    ...shared,
    entry: {
      index: 'src/index.ts',
      ...Object.fromEntries(
        ['core', 'administration', 'changes', 'diaries', 'errors', 'files'].map((part) => [
          `public/${part}`,
          `src/public/${part}.ts`,
        ]),
      ),
    },
    format: 'esm',
    platform: 'neutral',
    dts: { ...declarations, entry: { index: 'src/index.ts' } },
    esbuildPlugins: [rowsApart('js'), partsApart],
  },
  // For Node, where importing takes time by the file: one file of our own. ky, p-queue and zod come from `node_modules`, so
  // that `npm ls` and `npm update` concern what runs.
  {
    ...shared,
    entry: { 'index.node': 'src/index.ts' },
    format: 'esm',
    platform: 'node',
    dts: false,
    splitting: false,
    esbuildPlugins: [rowsApart('js')],
  },
  {
    ...shared,
    entry: { index: 'src/index.ts' },
    format: 'cjs',
    // For `neutral` the `require` of what is loaded on first use would be one that bundlers do not see.
    platform: 'node',
    // They are ESM-only.
    noExternal: ['ky', 'p-queue'],
    esbuildPlugins: [rowsApart('cjs')],
  },
  {
    ...shared,
    entry: { 'rows/index': 'src/rows/index.ts' },
    format: ['esm', 'cjs'],
    platform: 'browser',
    dts: false,
    noExternal: ['papaparse', '@streamparser/json'],
    // papaparse looks for an AMD loader first: webpack would take the whole CommonJS file for its module.
    define: { define: 'undefined' },
    // What their licenses ask for, where they are carried along.
    banner: {
      js: '/*! Holds papaparse (https://www.papaparse.com) and @streamparser/json (https://github.com/juanjoDiaz/streamparser-json), both under the MIT license. */',
    },
  },
  {
    ...shared,
    entry: { 'calendar/index': 'src/calendar/index.ts' },
    // What only the calendar itself calls has types that nobody else can name.
    dts: { ...declarations, compilerOptions: { stripInternal: true } },
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
    esbuildPlugins: [requireInTry],
  },
  { ...shared, entry: { 'node/index': 'src/node/index.ts' }, format: ['esm', 'cjs'], platform: 'node' },
  {
    ...shared,
    entry: { 'redis/index': 'src/redis/index.ts' },
    format: ['esm', 'cjs'],
    platform: 'node',
    esbuildPlugins: [clientApart],
  },
  // The command brings no second copy of the sandbox.
  {
    ...shared,
    entry: { cli: 'src/cli.ts' },
    format: 'esm',
    platform: 'node',
    dts: false,
    external: [/^\.\/sandbox\/index\.js$/],
  },
]);

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

/** Files that the core imports, or that a page may use without it. */
const withoutCore = ['errors', 'errors/export-errors', 'values/choice', 'resources/choices'];

/** The files that `index.ts` names. */
const exported = readFileSync('src/index.ts', 'utf8').matchAll(/^export \* from '\.\/(.+)\.js';$/gm);
const entries = Object.fromEntries([...exported].map(([, name = '']) => [name, `src/${name}.ts`]));

/**
 * The one special step. The parsers of rows stay in a file of their own, `rows/index.js` or `rows/index.cjs`. And in the build
 * for pages each lazy module imports the core, which is there before it: otherwise esbuild would cut the core into a file for
 * each set of lazy modules that share something of it, and a page would wait for all of them.
 */
const lazyModules = (extension: 'js' | 'cjs', isForPages = false) => ({
  name: 'lazy-modules',
  setup(build: PluginBuild) {
    const { core = '', ...others } = isForPages ? entries : {};
    for (const name of withoutCore) delete others[name];
    const lazy = new Set(Object.values(others).map((file) => resolve(file)));
    build.onResolve({ filter: /^\.\.?\// }, ({ kind, path, resolveDir }) => {
      if (/^(?:\.\.\/)+rows\/index\.js$/.test(path)) {
        // What imports it is shared by lazy modules, so it is never in a folder.
        return { path: `./rows/index.${extension}`, external: true };
      }
      if (kind === 'dynamic-import') lazy.add(resolve(resolveDir, path.replace(/\.js$/, '.ts')));
      return undefined;
    });
    build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      if (!isForPages || !lazy.has(path)) return undefined;
      return { contents: `import ${JSON.stringify(resolve(core))};\n${readFileSync(path, 'utf8')}`, loader: 'ts' };
    });
  },
});

/** The client comes from the package itself: with a copy, its errors would be no instances of those of the main entry. */
const clientApart = {
  name: 'client-apart',
  setup(build: PluginBuild) {
    build.onResolve({ filter: /^\.\.\/index\.js$/ }, () => ({ path: 'care-platform', external: true }));
  },
};

export default defineConfig([
  // For pages: their bundlers follow only what is imported from the files that the index names.
  { ...shared, entry: { index: 'src/index.ts' }, format: 'esm', bundle: false },
  {
    ...shared,
    entry: entries,
    format: 'esm',
    platform: 'neutral',
    dts: false,
    esbuildPlugins: [lazyModules('js', true)],
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
    esbuildPlugins: [lazyModules('js')],
    // Indentation takes a fortieth of the time of an import. Lines stay short for stack traces, and source maps name the sources.
    esbuildOptions: (options) => {
      options.minifyWhitespace = true;
      options.lineLimit = 120;
    },
  },
  {
    ...shared,
    entry: { index: 'src/index.ts' },
    format: 'cjs',
    // For `neutral` the `require` of what is loaded on first use would be one that bundlers do not see.
    platform: 'node',
    // They are ESM-only.
    noExternal: ['ky', 'p-queue'],
    esbuildPlugins: [lazyModules('cjs')],
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
    noExternal: ['hono', '@hono/node-server', 'fflate'],
    external: ['msw'],
  },
  {
    ...shared,
    entry: { 'node/index': 'src/node/index.ts' },
    format: ['esm', 'cjs'],
    platform: 'node',
    // For the declarations: `generateTypes` takes an application of the main entry, and a copy of its class is another type.
    external: ['care-platform'],
  },
  {
    ...shared,
    entry: { 'redis/index': 'src/redis/index.ts' },
    format: ['esm', 'cjs'],
    platform: 'node',
    esbuildPlugins: [clientApart],
  },
  {
    ...shared,
    entry: { 'opentelemetry/index': 'src/opentelemetry/index.ts' },
    format: ['esm', 'cjs'],
    platform: 'browser',
    // Its sources import the package by its name, so that the declarations name the types of the main entry.
    external: ['care-platform'],
  },
  // The command holds its libraries, so that the package needs none for it, and loads what each of its commands needs. It
  // imports the package by its name, as users do, and brings no second copy of the library or the sandbox.
  {
    ...shared,
    entry: { cli: 'src/cli.ts' },
    format: 'esm',
    platform: 'node',
    dts: false,
    esbuildOptions: (options) => {
      options.chunkNames = 'cli/[name]-[hash]';
    },
    external: [/^care-platform/],
    noExternal: ['commander', 'string-width', 'papaparse'],
    // papaparse looks for an AMD loader first.
    define: { define: 'undefined' },
  },
]);

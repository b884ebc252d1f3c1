// node bundle.mjs <bundler> <entry> <folder>: a bundle for browsers, as each bundler makes it by itself.
import { join } from 'node:path';

const [, , bundler, entry, folder] = process.argv;

const bundlers = {
  async esbuild() {
    const { build } = await import('esbuild');
    await build({
      entryPoints: { bundle: entry },
      outdir: folder,
      bundle: true,
      splitting: true,
      format: 'esm',
      minify: true,
      outExtension: { '.js': '.mjs' },
    });
  },
  async vite() {
    const { build } = await import('vite');
    const lib = { entry, formats: ['es'], fileName: () => 'bundle.mjs' };
    await build({ configFile: false, logLevel: 'error', build: { lib, outDir: folder } });
  },
  async webpack() {
    const { default: webpack } = await import('webpack');
    const stats = await new Promise((resolve, reject) => {
      const configuration = {
        mode: 'production',
        target: ['web', 'es2022'],
        entry: { bundle: entry },
        experiments: { outputModule: true },
        output: { path: folder, library: { type: 'module' } },
        performance: { hints: false },
      };
      webpack(configuration, (error, result) => (error ? reject(error) : resolve(result)));
    });
    if (stats.hasErrors() || stats.hasWarnings())
      throw new Error(stats.toString({ all: false, errors: true, warnings: true }));
  },
};

await bundlers[bundler]();
console.log(join(folder, 'bundle.mjs'));

// node bundle-server.mjs <bundler> <folder>: a program for Node that requires the package, in one file of CommonJS.
import { join, resolve } from 'node:path';

const [, , bundler, folder] = process.argv;
const entry = resolve(import.meta.dirname, 'server.cjs');
const file = join(folder, 'server.cjs');

const bundlers = {
  async esbuild() {
    const { build } = await import('esbuild');
    await build({ entryPoints: [entry], outfile: file, bundle: true, platform: 'node', logLevel: 'error' });
  },
  async webpack() {
    const { default: webpack } = await import('webpack');
    const output = { path: folder, filename: 'server.cjs' };
    const optimization = { minimize: false };
    const stats = await new Promise((done, failed) => {
      webpack({ mode: 'production', target: 'node', entry, output, optimization }, (error, result) =>
        error ? failed(error) : done(result),
      );
    });
    if (stats.hasErrors()) throw new Error(stats.toString({ all: false, errors: true }));
  },
};

await bundlers[bundler]();
console.log(file);

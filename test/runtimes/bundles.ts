import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { buildPackage } from '../services/built-package.ts';

/** The suite for each kind of runtime, using the package as it is packed. */
export interface Bundles {
  /** Import and require the package. */
  readonly esm: string;
  readonly cjs: string;
  /** Have the package in them. */
  readonly worker: string;
  readonly page: string;
  readonly folder: string;
  remove(): void;
}

/** Builds the package, installs it in a folder of its own, and bundles the suite beside it. */
export async function buildBundles(): Promise<Bundles> {
  const installed = 'node_modules/care-platform';
  const { folder, remove } = buildPackage(`${installed}/dist`);
  copyFileSync('package.json', join(folder, installed, 'package.json'));
  const bundle = async (program: string, outfile: string, options: object) => {
    const path = join(folder, outfile);
    await build({
      entryPoints: [new URL(`${program}.ts`, import.meta.url).pathname],
      ...{ outfile: path, bundle: true, target: 'es2023', logLevel: 'error', absWorkingDir: folder },
      ...options,
    });
    return path;
  };
  // The suite itself lies elsewhere, from where the package would not be found.
  const dist = join(folder, installed, 'dist');
  const alias = { 'care-platform': join(dist, 'index.js'), 'care-platform/calendar': join(dist, 'calendar/index.js') };
  const outside = { platform: 'neutral', external: ['care-platform', 'care-platform/*'] };
  const inside = { platform: 'browser', format: 'esm', alias };
  const [esm, cjs, worker, page] = await Promise.all([
    bundle('in-process', 'smoke.mjs', { ...outside, format: 'esm' }),
    bundle('in-process', 'smoke.cjs', { ...outside, format: 'cjs' }),
    bundle('in-worker', 'worker.js', inside),
    bundle('in-page', 'page.js', inside),
  ]);
  return { esm, cjs, worker, page, folder, remove };
}

// Builds the package as it is published, and of it the pages of the tests, as an integrator's bundler does.
import { execFileSync } from 'node:child_process';
import { copyFileSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the built pages. */
    site: string;
  }
}

const root = fileURLToPath(new URL('../../..', import.meta.url));
const app = fileURLToPath(new URL('app', import.meta.url));

export default async function buildSite(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'care-platform-site-'));
  // A bundler is quiet about what is in such a folder.
  const built = join(folder, 'node_modules/care-platform');
  // Into a folder of its own: others may be building, or using, the usual one.
  execFileSync(join(root, 'node_modules/.bin/tsup'), ['--silent', '--no-dts', '--out-dir', built], {
    cwd: root,
    stdio: 'inherit',
  });
  copyFileSync(join(root, 'package.json'), join(built, 'package.json'));
  // The sandbox as services bundle it.
  for (const [name, options] of Object.entries({ minified: { minify: true }, named: { keepNames: true } })) {
    await build({
      entryPoints: [join(built, 'sandbox/index.js')],
      outfile: join(built, `sandbox-${name}.js`),
      ...{ bundle: true, platform: 'node', format: 'esm', target: 'node22', external: ['msw'], logLevel: 'error' },
      ...options,
    });
  }
  const site = join(folder, 'site');
  await build({
    entryPoints: ['portal', 'bare', 'offence'].map((name) => join(app, `${name}.ts`)),
    outdir: site,
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2023',
    alias: {
      'care-platform/calendar': join(built, 'calendar/index.js'),
      'care-platform': join(built, 'index.js'),
    },
    nodePaths: [join(root, 'node_modules')],
    tsconfigRaw: {},
    logLevel: 'warning',
  });
  for (const page of globSync(join(app, '*.html'))) copyFileSync(page, join(site, basename(page)));
  project.provide('site', site);
  return () => rmSync(folder, { recursive: true });
}

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The package as users get it, in its own folder. */
export interface BuiltPackage {
  readonly folder: string;
  remove(): void;
}

/** Builds it below `node_modules`, so that its dependencies are found. `within`: the subfolder for the build. */
export function buildPackage(within = '.'): BuiltPackage {
  const cache = join(process.cwd(), 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'care-platform-'));
  const { name, type, sideEffects, exports } = JSON.parse(readFileSync('package.json', 'utf8'));
  // `redis` imports the package by its name, which resolves to this folder, or to a package that is installed in it.
  const manifest = within === '.' ? { name, type, sideEffects, exports } : { type, sideEffects };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest).replaceAll('./dist/', './'));
  const built = { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
  const { status, stderr } = spawnSync('tsup', ['--silent', '--no-dts', '--out-dir', join(folder, within)], {
    encoding: 'utf8',
  });
  if (status === 0) return built;
  built.remove();
  throw new Error(`The package cannot be built: ${stderr}`);
}

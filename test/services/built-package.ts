import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The package as users get it, in a folder of its own. */
export interface BuiltPackage {
  readonly folder: string;
  remove(): void;
}

/** Builds it. The folder lies below `node_modules`, so that what the package depends on is found. `within`: where in it. */
export function buildPackage(within = '.'): BuiltPackage {
  const cache = join(process.cwd(), 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'care-platform-'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "sideEffects": false }');
  const built = { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
  const { status, stderr } = spawnSync('tsup', ['--silent', '--no-dts', '--out-dir', join(folder, within)], {
    encoding: 'utf8',
  });
  if (status === 0) return built;
  built.remove();
  throw new Error(`The package cannot be built: ${stderr}`);
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const portal = fileURLToPath(new URL('../../examples/portal', import.meta.url));

/** A folder of its own below the system's for temporary files. */
export function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'care-portal-'));
}

/** Its packages, where they are missing. */
export async function installPortal(): Promise<void> {
  if (existsSync(join(portal, 'node_modules/vite'))) return;
  await run('npm', ['ci', '--prefix', portal, '--no-audit', '--no-fund', '--loglevel=error']);
}

/** @param baseUrl the one installation it is for; default: none, with the example in it */
export async function buildPortal(folder: string, baseUrl = ''): Promise<void> {
  const vite = join(portal, 'node_modules/.bin/vite');
  const options = ['--outDir', folder, '--emptyOutDir', '--logLevel', 'error'];
  await run(vite, ['build', portal, ...options], { CARE_BASE_URL: baseUrl });
}

async function run(command: string, args: readonly string[], env = {}): Promise<void> {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, ...env } });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}.`);
}
